import { z } from "zod";
import { hook } from "../../../platform/commands/arguments.ts";
import { entry, quoted } from "../../../platform/commands/entry.ts";
import { onHook } from "../hooks/on-hook.ts";
import { rotaAsks } from "./asks.ts";

/** What can be asked for about a hook's rota, by subcommand. The address is typed in a form. */
export const rotaEntries = {
  rota: onHook("rota", {
    asks: rotaAsks.follow,
    name: "hooks_rota",
    title: "Let a hook follow a rota",
    summary: "Opens the form for the iCal feed that says who is on call.",
    effect: "change",
    opens: true,
  }),
  "end-rota": entry({
    asks: rotaAsks.end,
    name: "hooks_end_rota",
    title: "End a hook's rota",
    summary: "Escalated alerts of a hook mention the user group again.",
    effect: "change",
    args: z.object({ hook }),
    words: ({ hook }) => ["alerts hooks rota", quoted(hook), "off"],
  }),
};

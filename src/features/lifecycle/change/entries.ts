import { z } from "zod";
import { service } from "../../../platform/commands/arguments.ts";
import { entry } from "../../../platform/commands/entry.ts";
import { wishArgs, wishWords } from "../../services/index.ts";
import { changeAsks } from "../asks.ts";

const args = z.object({ service });

/** What can be asked for about what runs. */
export const entries = {
  change: entry({
    asks: changeAsks.change,
    name: "services_change",
    title: "Change a service",
    summary:
      "Opens a form with a service's addresses, size and idle scaling, and shows the difference first.",
    effect: "change",
    opens: true,
    args: z.object({ service, ...wishArgs }),
    words: ({ service: name, ...wish }) => ["services change", name, ...wishWords(wish)],
  }),
  stop: entry({
    asks: changeAsks.stop,
    name: "services_stop",
    title: "Stop a service",
    summary: "Stops a service, once that is confirmed. Its data stays.",
    effect: "change",
    args,
    words: ({ service: name }) => ["services stop", name],
  }),
  start: entry({
    asks: changeAsks.start,
    name: "services_start",
    title: "Start a service",
    summary: "Starts a stopped service.",
    effect: "change",
    args,
    words: ({ service: name }) => ["services start", name],
  }),
  delete: entry({
    asks: changeAsks.delete,
    name: "services_delete",
    title: "Delete a service",
    summary: "Opens a form that deletes a service with its data, once its name is typed.",
    effect: "destroy",
    opens: true,
    args,
    words: ({ service: name }) => ["services delete", name],
  }),
};

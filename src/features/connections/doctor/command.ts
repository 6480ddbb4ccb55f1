import type { ConnectionsContext } from "../context.ts";
import { z } from "zod";
import { say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AdminTab } from "../../../platform/commands/admin.ts";
import { row } from "../../../platform/slack/home.ts";
import * as texts from "./texts.ts";
import { command } from "../../../platform/commands/command.ts";

/** `/db doctor`: checks that everything around the app is set up well. */
export const doctor = command({
  name: "doctor",
  partOf: "admin",
  summary: "Checks what is set up: Slack, channels, hooks, connections, and what Quartermaster runs on.",
  usage: "",
  examples: ["/db admin doctor"],
  details:
    "Says in words what is right, what is not and what to do about it. It changes nothing: deliveries that it sends to hooks are shown to nobody, and from clouds it only reads. What Quartermaster runs on it tells in its operator's workspace alone.",
  access: "admin",
  args: z.string().trim().max(0, "`/db doctor` takes nothing after it."),

  async run(_, context: ConnectionsContext, _asker, responder) {
    await responder.progress(say("Looking at everything that can be set up wrongly…"));
    const { examine, examinationReply } = await import("./doctor.ts");
    return examinationReply(await examine(context));
  },
});

/** The way to the doctor in `/db admin`. Its checks take seconds, so they wait for a click. */
export const healthTab: AdminTab<ConnectionsContext> = {
  rank: 5,
  name: "health",
  label: "Health",
  access: "admin",
  draw: async ({ offer }) => [section(texts.aboutHealth), ...row(offer("Check now", "admin doctor"))],
};

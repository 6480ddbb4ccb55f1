import type { ConnectionsContext } from "../context.ts";
import { z } from "zod";
import { say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AdminTab } from "../../../platform/commands/admin.ts";
import { row, actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { connect as connectCloud } from "../texts.ts";
import { doctorEntry } from "../entries.ts";
import * as texts from "./texts.ts";
import { command } from "../../../platform/commands/command.ts";

/** `/db doctor`: checks that everything around the app is set up well. */
export const doctor = command({
  name: "doctor",
  partOf: "admin",
  summary: texts.summary,
  usage: "",
  examples: ["/db admin doctor"],
  details: texts.details,
  entries: [doctorEntry],
  args: z.string().trim().max(0, texts.noWords),

  async run(_, context: ConnectionsContext, _asker, responder) {
    await responder.progress(say(texts.checking));
    const { examine, examinationReply } = await import("./doctor.ts");
    const [checks, all] = await Promise.all([examine(context), context.connections.list()]);
    const connect = all.length === 0 ? [actions([commandButton(connectCloud, "admin connect")])] : [];
    return { data: () => ({ findings: checks }), draw: () => examinationReply(checks, connect) };
  },
});

/** The way to the doctor in `/db admin`. Its checks take seconds, so they wait for a click. */
export const healthTab: AdminTab<ConnectionsContext> = {
  rank: 5,
  name: "health",
  label: "Health",
  access: "admin",
  draw: async ({ offer }) => [section(texts.aboutHealth), ...row(offer(texts.checkNow, "admin doctor"))],
};

import type { ConnectionsContext } from "../context.ts";
import { z } from "zod";
import { say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AdminTab } from "../../../platform/commands/admin.ts";
import { row, actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { connect as connectCloud } from "../texts.ts";
import { findOffer } from "../found.ts";
import * as texts from "./texts.ts";
import { call } from "../../../platform/commands/call.ts";
import { commandOf } from "../../../platform/commands/command.ts";
import { none } from "../../../platform/commands/entry.ts";

/** The findings for programs. */
const Examination = z.object({
  findings: z
    .array(
      z.object({
        area: z.string().describe("What was checked"),
        status: z
          .enum(["right", "wrong", "off", "unknown"])
          .describe("off if something optional isn't there, unknown if it couldn't be checked"),
        says: z.string().describe("In Slack's mrkdwn, with what to do"),
      }),
    )
    .describe("All findings"),
});

/** `/db admin doctor`: checks that everything around the app is set up well. */
const check = call({
  name: "health_check",
  title: "Health check",
  summary: "Checks Slack, channels, hooks and connections, and says what to fix.",
  effect: "read",
  access: "admin",
  isTool: true,
  line: "admin doctor",
  args: none,
  result: Examination,
  asks: {
    means: ["health", "health workspace"],
    around: "test workspace list alert hook connect run",
    says: ["Health check"],
  },
  async run(_, context: ConnectionsContext, _asker, responder) {
    await responder.progress(say(texts.checking));
    const { examine, examinationReply } = await import("./doctor.ts");
    const [checks, all] = await Promise.all([examine(context), context.connections.list()]);
    const connect =
      all.length === 0 ? [actions([commandButton(connectCloud, { call: "connections_connect" })])] : [];
    return {
      data: () => ({ findings: checks }),
      draw: async () => examinationReply(checks, [...connect, ...((await findOffer(context))?.blocks ?? [])]),
    };
  },
});

/** `/db doctor`. */
export const doctor = commandOf({
  name: "doctor",
  partOf: "admin",
  summary: texts.summary,
  examples: ["/db admin doctor"],
  details: texts.details,
  hint: texts.noWords,
  calls: [check],
});

/** The way to the doctor in `/db admin`. Its checks take seconds, so they wait for a click. */
export const healthTab: AdminTab<ConnectionsContext> = {
  rank: 5,
  name: "health",
  label: "Health",
  access: "admin",
  draw: async ({ offer }) => [
    section(texts.aboutHealth),
    ...row(offer(texts.checkNow, { call: "health_check" })),
  ],
};

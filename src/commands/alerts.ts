import { z } from "zod";
import type { Reply } from "../blocks/reply.ts";
import type { WorkspaceContext } from "../context.ts";
import { deadLetters } from "./alerts-dead.ts";
import { listOpen } from "./alerts-list.ts";
import { traceIncident } from "./alerts-trace.ts";
import { command } from "./command.ts";

type AlertsAct = (words: string, context: WorkspaceContext) => Promise<Reply>;

const acts = new Map<string, AlertsAct>([
  ["trace", traceIncident],
  ["dead", deadLetters],
]);

/** The words after `alerts`: what to show, else the page of the open ones. */
const Args = z.string().transform((text) => {
  const words = text.trim();
  const [, word = "", rest = ""] = /^(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
  const act = acts.get(word.toLowerCase());
  return act ? { act, words: rest } : { act: listOpen, words };
});

/** `/db alerts …`: what is open, how an alert came here, and what could not be shown. */
export const alerts = command({
  name: "alerts",
  summary: "Lists open alerts, traces an alert's way here, and tries again what could not be shown.",
  usage: "[trace <id> | dead]",
  examples: ["/db alerts", "/db alerts trace 0f8c2a", "/db alerts dead"],
  details: [
    "• Alone, it lists what is open by channel, the newest first; “Details” says all of one, with its id.",
    "• `trace` has every step of an alert: when it was received, accepted and worked in, and what Slack answered to each post and edit.",
    "• `dead` lists what could not be shown and why, with buttons to try it again or throw it away; `dead replay all` tries all of it.",
  ].join("\n"),
  args: Args,
  access: ({ act, words }) => (act === deadLetters && words.trim() !== "" ? "operator" : "viewer"),
  run: ({ act, words }, context) => act(words, context),
});

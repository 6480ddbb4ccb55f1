import type { Decimal } from "decimal.js";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { daysInRuns } from "../../../lib/day.ts";
import { Credits, changeBetween, formatCredits, separated } from "../../../lib/money.ts";
import type { ChangedDay } from "./schedule.ts";

/** What a digest's thread is told of days that became final and cost something else than the digest says. */
export function lateChangesReply(changed: readonly ChangedDay[], openCommand: string): Reply {
  const text = changed.length === 1 ? changed.map(sentenceOf).join("") : listOf(changed);
  return reply(text, [section(text), actions([commandButton("Costs as they are now", openCommand)])]);
}

function sentenceOf(change: ChangedDay): string {
  return `*${daysInRuns([change.day])}* is final now: ${amountsOf(change)}.`;
}

function listOf(changed: readonly ChangedDay[]): string {
  const lines = changed.map((change) => `• *${daysInRuns([change.day])}*: ${amountsOf(change)}`);
  return ["These days are final now:", ...lines].join("\n");
}

function amountsOf({ said, final }: ChangedDay): string {
  const [before, now] = [new Credits(said), new Credits(final)];
  return `${formatCredits(now)} credits, ${comparison(before, now)} counted above`;
}

function comparison(before: Decimal, now: Decimal): string {
  const direction = now.gt(before) ? "more" : "less";
  const change = changeBetween(now, before);
  const size = change === null ? direction : `${separated(change.percent.abs(), 1)}% ${direction}`;
  return `${size} than the ${formatCredits(before)}`;
}

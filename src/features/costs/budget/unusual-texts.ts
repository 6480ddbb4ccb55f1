import type { Decimal } from "decimal.js";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { humanDays, weekdayOf, type Day } from "../../../lib/day.ts";
import { type CreditPrice, formatCost, formatCredits, separated } from "../../../lib/money.ts";
import type { Cause } from "../anomalies/causes.ts";

// The texts of the post about an unusual day, in mrkdwn unless they say otherwise.

/** In plain text; `service` is on one line. */
export function unusualTitle(direction: "up" | "down", day: Day, service: string | undefined): string {
  const what = direction === "up" ? "Unusually high costs" : "Hardly any costs";
  return `${what}${service === undefined ? "" : ` for ${service}`} on ${weekdayOf(day)} ${humanDays(day, day)}`;
}

interface Unusual {
  direction: "up" | "down";
  day: Day;
  total: Decimal;
  usual: Decimal;
  price?: CreditPrice | undefined;
}

export function unusualLead({ direction, day, total, usual, price }: Unusual): string {
  const credits = `*${formatCost(total, price)}*`;
  const weekday = weekdayOf(day);
  if (direction === "down")
    return `${credits}. A ${weekday} usually costs ${formatCredits(usual, price)}. If someone stopped something on purpose, that's fine.`;
  if (usual.lte(0)) return `${credits}. A ${weekday} usually costs nothing.`;
  return `${credits}, ${separated(total.div(usual), 1)} times the usual ${formatCredits(usual, price)} of a ${weekday}.`;
}

export const movedTitle = "*What changed*";
export const moved = (name: string, amount: Decimal, usual: Decimal, price?: CreditPrice) =>
  `• ${escapeName(name)}: ${formatCredits(amount, price)}, usually ${usual.isZero() ? "nothing" : formatCredits(usual, price)}`;

const causes: Record<Cause["what"], string> = {
  created: "created",
  restored: "created from a backup",
  enlarged: "made larger",
  reduced: "made smaller",
  started: "started",
  stopped: "stopped",
  deleted: "deleted",
};

/** What probably caused it. It mentions no one, because a mention in a channel would notify them. */
export function cause(found: Cause | null): string {
  if (!found) return ":grey_question: Nothing known here happened that explains it.";
  const { what, service, userId, userName, workflow, preset, at } = found;
  const person = userId === "app" ? "the app" : escapeName(userName ?? "someone");
  const by = workflow === undefined ? person : `the workflow ${escapeName(workflow)} of ${person}`;
  const from = preset === undefined ? "" : ` from the preset ${escapeName(preset)}`;
  return `:mag: *Likely:* ${escapeName(service)} was ${causes[what]}${from} by ${by}, ${slackDate(new Date(at))}.`;
}

export const expectedBy = (userId: string) =>
  `:white_check_mark: <@${userId}> expected this. I won't compare other days with it.`;
export const expectedButton = "This was expected";
export const costsOfDay = (day: Day) => `Costs of ${humanDays(day, day)}`;
export const unusualNote =
  "Compared with the same weekday in the four weeks before. The day is in UTC, and its costs are final.";
export const consoleDay = "This day in the cloud console";
export const unusualGone = "I no longer keep the details of this message, so nothing changed.";

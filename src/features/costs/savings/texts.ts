import { calledName } from "../../../lib/names.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type CreditPrice, formatCost, separated } from "../../../lib/money.ts";
import { humanDays, type Day } from "../../../lib/day.ts";
import { plural } from "../../../lib/text.ts";
import type { Saving } from "./find.ts";

// Savings, in mrkdwn. Buttons are plain text.

export const title = (count: number, from: Day, to: Day) =>
  `*${plural(count, "possible saving")}* in the final days from ${humanDays(from, to)}:`;

/** The figure and its basis. */
export function line(saving: Saving, price: CreditPrice | undefined): string {
  const name = `*${escapeName(saving.service.name)}*`;
  const cost = formatCost(saving.credits, price);
  if (saving.kind === "never-idle")
    return `${name} never idled: ${cost} of compute in 14 days, the same each day. _Basis:_ it isn't allowed to sleep, and its compute differed by less than 5% between days.`;
  if (saving.kind === "unread")
    return `${name} isn't read by any alert or dashboard, as far as Quartermaster sees: ${cost} in 14 days. _Basis:_ its server has no dashboard and no alert rule, no hook observes or names it, and no open alert does. Others may still query it, so ask its owner.`;
  return `${name} only stores: ${cost} of storage in 14 days, ${separated(saving.growth, 0)}% more in the second week. _Basis:_ compute is less than 2% of what it costs.`;
}

/** Plain text. */
export const noConnection = (typed: string) =>
  `I can't find a connection ${calledName(typed)}. Savings are of all services of one: \`/db costs savings\`.`;
export const none =
  "I found nothing to save in 14 days of final costs. I looked for services that never sleep, that only store more and more, and that cost much although no alert or dashboard reads them.";
export const tooEarly =
  "I need 14 final days of costs to tell what could be saved. Ask again when the cloud has closed them.";
export const note =
  "I list only what usage and what I know of alerts and dashboards prove. Who else uses a service isn't known here.";
export const buttons = { change: "Change its size", costs: "Its costs by metric" } as const;

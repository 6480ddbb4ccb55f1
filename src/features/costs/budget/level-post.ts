import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context, fields, header, section } from "../../../platform/blocks/text.ts";
import { formatCredits } from "../../../lib/money.ts";
import { type BudgetLevel, type BudgetSchedule, formatPeriod } from "./schedule.ts";
import * as texts from "./texts.ts";
import type { BudgetUse } from "./use.ts";
import { bar, formatForecast, formatProvisional, percentUsed } from "./use-lines.ts";

/** A budget with the amount of a post. */
export type PostedBudget = Pick<BudgetSchedule, "every" | "service" | "team" | "credits">;

/** The post about a reached level: the used and the left credits, the forecast, and the costliest parts. */
export function levelPost(budget: PostedBudget, level: BudgetLevel, use: BudgetUse): Reply {
  const title = texts.levelTitle(budget, level, use, percentUsed(use));
  const used = texts.usedInPost(use, formatPeriod(budget.every, use.period));
  const facts = factsOf(use);
  const costliest = costliestLines(use);
  const notes = [...formatProvisional(use), texts.periodRules[budget.every]].join(" ");
  const most = costliest.length === 0 ? [] : [[texts.costliestTitle, ...costliest].join("\n")];
  const text = [
    texts.titleLine(title),
    `${used} (${percentUsed(use)})`,
    ...facts.map(([name, value]) => `${name}: ${value}`),
    ...most,
    notes,
  ].join("\n");
  return reply(text, [
    header(title),
    section(`${used}\n${bar(use)}`),
    fields(facts),
    ...most.map(section),
    actions([costsButton(budget, use)]),
    context(notes),
  ]);
}

/** Shows the costs of the period, also after it is over. */
function costsButton({ every, service, team }: PostedBudget, { period }: Pick<BudgetUse, "period">) {
  const of = service ? { by: "metric", service: service.serviceId } : team ? { by: "team" } : {};
  return commandButton(texts.costsOfPeriod(every, period), {
    call: "costs_show",
    args: { range: `${period.from} to ${period.to}`, ...of },
  });
}

type Fact = [name: string, value: string];

function factsOf(use: BudgetUse): Fact[] {
  const { period, goesOn, perDay, left, daysLeft, price } = use;
  const forecast = formatForecast(use);
  const names = texts.facts;
  const facts: (Fact | undefined)[] = [
    left.lt(0) ? [names.over, formatCredits(left.neg(), price)] : [names.left, formatCredits(left, price)],
    goesOn && period.from < period.to ? [names.daysLeft, texts.daysLeft(daysLeft)] : undefined,
    perDay ? [names.perDay, formatCredits(perDay, price)] : undefined,
    forecast === undefined ? undefined : [names.forecast, forecast],
  ];
  return facts.filter((fact) => fact !== undefined);
}

/** The costliest parts in mrkdwn, a line each. */
function costliestLines({ costliest: { parts, others }, price }: BudgetUse): string[] {
  const lines = parts.map(({ name, total, share }) => texts.costliest({ name, total, share, price }));
  return others === 0 ? lines : [...lines, texts.others(others)];
}

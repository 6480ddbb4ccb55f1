import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { escapeMrkdwn, escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context, fields, header, section } from "../../../platform/blocks/text.ts";
import { formatAmount, formatCredits, formatShare } from "../../../lib/money.ts";
import { plural } from "../../../lib/text.ts";
import type { BudgetLevel, BudgetSchedule } from "./schedule.ts";
import { budgetName, formatPeriod, periodName, periodRules } from "./format-budget.ts";
import type { BudgetUse } from "./use.ts";
import { bar, formatForecast, formatProvisional, percentUsed } from "./use-lines.ts";

/** A budget with the amount of a post. */
export type PostedBudget = Pick<BudgetSchedule, "every" | "service" | "credits">;

/** The post about a reached level: the used and the left credits, the forecast, and the costliest parts. */
export function levelPost(budget: PostedBudget, level: BudgetLevel, use: BudgetUse): Reply {
  const title = levelTitle(budget, level, use);
  const used = `*${formatCredits(use.used)} of ${formatAmount(use.credits)}* ${formatPeriod(budget.every, use.period)}`;
  const facts = factsOf(use);
  const costliest = costliestLines(use);
  const notes = [...formatProvisional(use), periodRules[budget.every]].join(" ");
  const most = costliest.length === 0 ? [] : [["*What costs most*", ...costliest].join("\n")];
  const text = [
    `*${escapeMrkdwn(title)}*`,
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

/** The title of a post, in plain text. */
export function levelTitle(budget: PostedBudget, level: BudgetLevel, use: BudgetUse): string {
  const name = budgetName(budget);
  if (use.used.gt(use.credits)) {
    return use.goesOn
      ? `The ${name} is exceeded`
      : `The ${name} was exceeded ${formatPeriod(budget.every, use.period)}`;
  }
  if (level === "forecast") return `The ${name} is likely to be exceeded`;
  if (use.used.eq(use.credits)) return `The ${name} ${use.goesOn ? "is" : "was"} used up`;
  return `${percentUsed(use)} of the ${name} is used`;
}

/** Shows the costs of the period, also after it is over. */
function costsButton({ every, service }: PostedBudget, { period }: Pick<BudgetUse, "period">) {
  const words = service ? ` by metric ${service.serviceId}` : "";
  return commandButton(
    `Costs of ${periodName(every, period)}`,
    `costs ${period.from} to ${period.to}${words}`,
  );
}

type Fact = [name: string, value: string];

function factsOf(use: BudgetUse): Fact[] {
  const { period, goesOn, perDay, left, daysLeft } = use;
  const forecast = formatForecast(use);
  const facts: (Fact | undefined)[] = [
    left.lt(0) ? ["Over the budget", formatCredits(left.neg())] : ["Left", formatCredits(left)],
    goesOn && period.from < period.to
      ? ["Days left", daysLeft === 0 ? "today is the last" : `${daysLeft} after today`]
      : undefined,
    perDay ? ["Per day so far", formatCredits(perDay)] : undefined,
    forecast === undefined ? undefined : ["Forecast", forecast],
  ];
  return facts.filter((fact) => fact !== undefined);
}

/** The costliest parts in mrkdwn, a line each. */
function costliestLines({ costliest: { parts, others } }: BudgetUse): string[] {
  const lines = parts.map(
    ({ name, total, share }) =>
      `• ${escapeName(name)}: ${formatCredits(total)} (${formatShare(share, total)})`,
  );
  return others === 0 ? lines : [...lines, `• ${plural(others, "other")}`];
}

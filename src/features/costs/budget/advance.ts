import { type Day, addDays, utcDay } from "../../../lib/day.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { formatCredits } from "../../../lib/money.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context, fields, header, section } from "../../../platform/blocks/text.ts";
import {
  type ScheduleStep,
  type ScheduleSteps,
  periodOf,
  postInChannel,
} from "../../../platform/jobs/schedules/schedules.ts";
import type { CostsContext } from "../context.ts";
import { fetchCosts, refusedAgainInMs } from "../read-costs.ts";
import {
  type BudgetLevel,
  type BudgetPeriod,
  type BudgetSchedule,
  budgetKind,
  formatPeriod,
} from "./schedule.ts";
import * as texts from "./texts.ts";
import { announceUnusualDays, judgedBy } from "./unusual-post.ts";
import { bar, formatForecast, formatProvisional, percentUsed } from "./use-lines.ts";
import {
  type BudgetDays,
  type BudgetUse,
  budgetUse,
  daysToRead,
  judged,
  readBudgetDays,
  withAmount,
} from "./use.ts";

/** The cloud has new costs no more often than this. */
const everyMs = 30 * minuteMs;
/** 14 days that may become final late, the 3 days that each of them may continue, and 28 days that define the usual. */
const unusualDaysNeed = 52;

/** Budgets. */
export const budgets: ScheduleSteps<CostsContext, BudgetSchedule> = { ...budgetKind, advance: advanceBudget };

/** Checks a budget's costs every half hour and right after midnight in UTC, and posts the news. */
export async function advanceBudget(schedule: BudgetSchedule, context: CostsContext): Promise<ScheduleStep> {
  const now = context.now();
  const waitMs = nextCheckMs(schedule, now) - now.getTime();
  if (waitMs > 0) return { againInMs: waitMs };
  const span = spanFor(schedule, now);
  if (!(await fetchCosts(context, budgetKind, schedule, [span]))) return { againInMs: refusedAgainInMs };
  const checked = await check(schedule, await readBudgetDays(schedule, span, context), now, context);
  return checked ? { againInMs: nextCheckMs(checked, now) - now.getTime() } : "done";
}

/** Posts the news, and saves what is done. Undefined if the budget has ended. */
async function check(
  schedule: BudgetSchedule,
  days: BudgetDays,
  now: Date,
  context: CostsContext,
): Promise<BudgetSchedule | undefined> {
  const announced = await announceLevels(schedule, days, context);
  const judged = announced && (await announceUnusualDays(announced, days, context));
  if (!judged) return undefined;
  return context.schedules.change(announced, (latest) => ({
    ...latest,
    state: {
      periods: openPeriods(latest, days),
      judged: judgedBy(judged, latest, days.today),
      // If a person changed the amount meanwhile, the next check is due at once.
      checkedAt: latest.credits === announced.credits ? now.toISOString() : undefined,
    },
  }));
}

function spanFor(schedule: BudgetSchedule, now: Date): DaySpan {
  const { from, to } = daysToRead(schedule, now);
  const unusualFrom = addDays(utcDay(now), -unusualDaysNeed);
  return { from: unusualFrom < from ? unusualFrom : from, to };
}

function nextCheckMs({ state }: BudgetSchedule, now: Date): number {
  const checkedAt = new Date(state.checkedAt ?? 0);
  // The clock was ahead.
  if (checkedAt > now) return now.getTime();
  const midnightMs = Date.parse(addDays(utcDay(checkedAt), 1));
  return Math.min(checkedAt.getTime() + everyMs, midnightMs);
}

/** How long an ended period is followed. Clouds close their costs within days. */
const followedAfterDays = 14;

/**
 * Posts the levels that a budget has reached: in the present period, and in an earlier one until its costs are final. A
 * level is saved before it is posted. Undefined if the budget has ended.
 */
async function announceLevels(
  schedule: BudgetSchedule,
  budgetDays: BudgetDays,
  context: CostsContext,
): Promise<BudgetSchedule | undefined> {
  let present = await context.schedules.change(schedule, (latest) => withPresentPeriod(latest, budgetDays));
  for (const from of present?.state.periods.map((period) => period.from) ?? []) {
    if (present) present = await announcePeriod(present, from, budgetDays, context);
  }
  return present;
}

async function announcePeriod(
  schedule: BudgetSchedule,
  from: Day,
  budgetDays: BudgetDays,
  context: CostsContext,
): Promise<BudgetSchedule | undefined> {
  for (;;) {
    const present = await context.schedules.change(schedule, (latest) => judgedIn(latest, from, budgetDays));
    const period = present?.state.periods.find((one) => one.from === from);
    if (!present || period?.toPost === undefined) return present;
    const { credits, toPost } = period;
    const budget = { ...present, credits };
    const posted = await postInChannel(context, budgetKind, budget, {
      key: `budget:${schedule.id}:${from}:${toPost}:${credits}`,
      reply: levelPost(budget, toPost, useIn(budget, period, budgetDays)),
    });
    if (!posted) return undefined;
    await context.schedules.change(present, (latest) =>
      changePeriod(latest, from, (one) =>
        one.toPost === toPost && one.credits === credits ? { ...one, toPost: undefined } : one,
      ),
    );
  }
}

function judgedIn(schedule: BudgetSchedule, from: Day, budgetDays: BudgetDays): BudgetSchedule {
  return changePeriod(schedule, from, (period) => {
    const use = useIn(schedule, period, budgetDays);
    // A period that is over keeps its amount.
    if (!use.goesOn) return judged(period, use);
    const { credits } = schedule;
    const renewed = useIn(schedule, { from, credits }, budgetDays);
    return judged(withAmount(period, credits, renewed), renewed);
  });
}

function useIn(
  schedule: BudgetSchedule,
  { from, credits }: Pick<BudgetPeriod, "from" | "credits">,
  budgetDays: BudgetDays,
): BudgetUse {
  return budgetUse({ ...schedule, credits }, { period: periodOf(schedule.every, from), ...budgetDays });
}

function withPresentPeriod(schedule: BudgetSchedule, { today }: BudgetDays): BudgetSchedule {
  const { from } = periodOf(schedule.every, today);
  if (schedule.state.periods.some((period) => period.from === from)) return schedule;
  const fresh = { from, credits: schedule.credits, posted: [] };
  return { ...schedule, state: { ...schedule.state, periods: [...schedule.state.periods, fresh] } };
}

/** The present period, and the earlier ones that may still change. */
function openPeriods({ every, state }: BudgetSchedule, { days, today }: BudgetDays): BudgetPeriod[] {
  return state.periods.filter(({ from }) => {
    const { to } = periodOf(every, from);
    const isFinal = days.every(({ day, locked }) => locked || day < from || day > to);
    return to >= today || (!isFinal && to >= addDays(today, -followedAfterDays));
  });
}

function changePeriod(
  schedule: BudgetSchedule,
  from: Day,
  change: (period: BudgetPeriod) => BudgetPeriod,
): BudgetSchedule {
  const periods = schedule.state.periods.map((period) => (period.from === from ? change(period) : period));
  return { ...schedule, state: { ...schedule.state, periods } };
}

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

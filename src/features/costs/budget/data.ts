import { teamName } from "../../owners/index.ts";
import { z } from "zod";
import { credits, day, money, next, priceData, time, total } from "../../../platform/commands/found.ts";
import { type Page, nextOf } from "../../../platform/commands/paging.ts";
import { Every } from "../../../platform/jobs/schedules/schedules.ts";
import type { Troubles } from "../../../platform/jobs/schedules/troubles.ts";
import { moneyText } from "../../../lib/money.ts";
import { AppError } from "../../../lib/errors.ts";
import { ForecastData, forecastData } from "../data.ts";
import type { BudgetSchedule } from "./schedule.ts";
import type { BudgetUse } from "./use.ts";
import type { UseOrWhy } from "./use-lines.ts";

const UseData = z.object({
  from: day.describe("The first day of the present period"),
  to: day.describe("Its last day"),
  credits: credits.describe("What is used"),
  money,
  percent: z.number().describe("The used part in percent, rounded to hundredths"),
  leftCredits: credits.describe("What is left. Below 0 if more was used"),
  forecast: ForecastData.optional().describe("For the whole period. Absent while it is too early"),
  isProvisional: z.boolean().describe("True if amounts may still change"),
});

const BudgetData = z.object({
  number: z.int().describe("Its number in the list, which removes it"),
  id: z.string(),
  credits: credits.describe("The credits for each period"),
  money,
  creditPrice: priceData
    .optional()
    .describe("What a credit costs, if that is set. `money` is in its currency"),
  every: Every.describe("The period"),
  service: z
    .object({ id: z.string(), name: z.string() })
    .optional()
    .describe("The service that it is for. Absent for all costs"),
  team: z.string().optional().describe("The team that it is for. A user group's handle begins with @"),
  connection: z.string().describe("The connection to the cloud that it is about"),
  channelId: z.string().describe("The Slack channel that it posts in"),
  used: UseData.optional().describe("How much is used. Absent if the costs can't be read"),
  problem: z.string().optional().describe("Why the costs can't be read, or why it posts nothing"),
  createdBy: z.string().describe("The Slack id of the person who set it"),
  createdAt: time.describe("When it was set"),
});

/** The answer of `/db costs budget list`, for programs. */
export const BudgetsData = z.object({
  budgets: z.array(BudgetData).describe("A page of the budgets, in the order they were set"),
  total,
  next,
  asOf: time.describe("When this was read. Days that may still change are at most a few minutes older"),
});

/** A page of budgets, with the use of each. */
export interface FoundBudgets extends Page<BudgetSchedule> {
  /** In the same order. */
  uses: readonly UseOrWhy[];
  troubles: Troubles;
  at: Date;
}

/** The budgets of a page. */
export function budgetsData({ uses, troubles, at, ...page }: FoundBudgets): z.output<typeof BudgetsData> {
  const { items, first, total } = page;
  return {
    budgets: items.map((each, index) => ({
      problem: troubles.get(each.id)?.why,
      ...budgetData(each, first + index, uses[index]),
    })),
    total,
    next: nextOf(page),
    asOf: at.toISOString(),
  };
}

function budgetData(
  { id, credits: amount, every, service, team, connection, channelId, createdBy, createdAt }: BudgetSchedule,
  number: number,
  use: UseOrWhy | undefined,
): z.output<typeof BudgetData> {
  const known = use instanceof AppError ? { problem: use.message } : { used: use && useData(use) };
  const price = use instanceof AppError ? undefined : use?.price;
  return {
    number,
    id,
    credits: amount,
    money: moneyText(amount, price),
    creditPrice: price,
    every,
    service: service && { id: service.serviceId, name: service.name },
    team: team && teamName(team),
    connection,
    channelId,
    ...known,
    createdBy,
    createdAt,
  };
}

function useData({
  period,
  used,
  credits: amount,
  left,
  forecast,
  provisional,
  price,
}: BudgetUse): z.output<typeof UseData> {
  return {
    from: period.from,
    to: period.to,
    credits: used.toFixed(),
    money: moneyText(used, price),
    percent: used.times(100).div(amount).toDecimalPlaces(2).toNumber(),
    leftCredits: left.toFixed(),
    forecast: forecast ? forecastData(forecast) : undefined,
    isProvisional: provisional.length > 0,
  };
}

import { z } from "zod";
import { schedulePart } from "../../platform/as-code/schedule-part.ts";
import { ServiceOfSchedule } from "../../platform/jobs/schedules/schedules.ts";
import { BudgetSchedule, budgetKind } from "./budget/schedule.ts";
import { ReportSchedule, reportKind } from "./reports/schedule.ts";

const place = { owner: z.string().min(1), channelId: z.string().min(1), connection: z.string().min(1) };
const { every, credits } = BudgetSchedule.shape;
const BudgetItem = z.strictObject({
  ...place,
  every,
  credits,
  service: z.strictObject(ServiceOfSchedule.shape).optional(),
});

/** Budgets as code. */
export const budgetsAsCode = schedulePart({
  name: "budgets",
  noun: "budget",
  nouns: "budgets",
  places: { lists: ["budgets_list"] },
  kind: budgetKind,
  item: BudgetItem,
  keyOf: (item) => [item.connection, item.service?.serviceId ?? "", item.every, item.channelId].join(" "),
  label: ({ service, every: often }) => `${service?.name ?? "all services"}, ${often}`,
  itemOf: ({ createdBy, channelId, connection, service, ...budget }) => ({
    owner: createdBy,
    channelId,
    connection,
    every: budget.every,
    credits: budget.credits,
    service,
  }),
  scheduleOf: ({ owner, ...item }, made) => ({
    ...item,
    ...made,
    kind: "budget" as const,
    createdBy: owner,
    state: { periods: [], judged: [] },
  }),
  // The next check is due at once.
  changed: (budget, { owner, ...item }) => ({
    ...budget,
    ...item,
    createdBy: owner,
    state: { ...budget.state, checkedAt: undefined },
  }),
});

const report = ReportSchedule.shape;
const ReportItem = z.strictObject({
  ...place,
  every: report.every,
  on: report.on,
  at: report.at,
  timeZone: report.timeZone,
  by: report.by,
  isPage: report.isPage,
  focus: report.focus,
});

/** The cost reports of channels as code. */
export const reportsAsCode = schedulePart({
  name: "reports",
  noun: "cost report",
  nouns: "cost reports",
  places: { lists: ["cost_reports_list"] },
  kind: reportKind,
  item: ReportItem,
  keyOf: (item) =>
    [item.connection, item.every, item.channelId, item.isPage ? "page" : "", item.focus ? "focus" : ""].join(
      " ",
    ),
  label: ({ every: often, channelId }) => `${often} in ${channelId}`,
  itemOf: ({
    createdBy: owner,
    channelId,
    connection,
    every: often,
    on,
    at,
    timeZone,
    by,
    isPage,
    focus,
  }) => ({
    owner,
    channelId,
    connection,
    every: often,
    on,
    at,
    timeZone,
    by,
    isPage,
    focus,
  }),
  scheduleOf: ({ owner, ...item }, made) => ({
    ...item,
    ...made,
    kind: "report" as const,
    createdBy: owner,
    state: {},
  }),
  changed: (schedule, { owner, on, isPage, focus, ...item }) => ({
    ...schedule,
    ...item,
    on,
    isPage,
    focus,
    createdBy: owner,
  }),
});

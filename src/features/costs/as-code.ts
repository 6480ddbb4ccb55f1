import { z } from "zod";
import { strictly } from "../../lib/kinds.ts";
import { schedulePart, settingsOf } from "../../platform/as-code/schedule-part.ts";
import { comparedTeam, namedTeam, teamKey, teamName } from "../owners/index.ts";
import { BudgetSchedule, budgetKind } from "./budget/schedule.ts";
import { costViews } from "./read-words.ts";
import { ReportSchedule, mostReports, reportKind } from "./reports/schedule.ts";
import { keptView, viewOf } from "./reports/view.ts";

const BudgetItem = strictly(z.object(settingsOf(BudgetSchedule.shape))).refine(
  ({ service, team }) => !service || !team,
  { path: ["team"], message: "can't be beside `service`. A budget is for one of them" },
);

/** Budgets as code. The same costs, period and channel make the same budget. */
export const budgetsAsCode = schedulePart({
  name: "budgets",
  noun: "budget",
  nouns: "budgets",
  places: { lists: ["budgets_list"] },
  kind: budgetKind,
  item: BudgetItem,
  leftOut: { "team(group).name": "Slack's present handle is shown" },
  keyOf: ({ connection, service, team, every, channelId }) =>
    [connection, service?.serviceId ?? "", every, channelId, ...(team ? [teamKey(team)] : [])].join(" "),
  label: ({ service, team, every }) =>
    `${service?.name ?? (team ? teamName(team) : "all services")}, ${every}`,
  compared: (present, wanted) => ({ ...present, team: comparedTeam(present.team, wanted.team) }),
  async named(item, context) {
    return item.team ? { ...item, team: await namedTeam(item.team, context) } : item;
  },
  itemOf: settingsOf,
  scheduleOf: ({ owner, ...item }, made) => ({
    ...item,
    ...made,
    kind: "budget" as const,
    createdBy: owner,
    state: { periods: [], judged: [] },
  }),
  // The next check is due at once.
  changed: ({ id, kind, createdAt, state }, { owner, ...item }) => ({
    ...item,
    id,
    kind,
    createdAt,
    createdBy: owner,
    state: { ...state, checkedAt: undefined },
  }),
});

const { by: _by, isByTeam: _isByTeam, ...reportShape } = settingsOf(ReportSchedule.shape);
const ReportItem = strictly(z.object({ ...reportShape, by: z.enum(costViews) }))
  .refine(({ every, on }) => on === undefined || every === "weekly", {
    path: ["on"],
    message: "is for a weekly report only",
  })
  .refine(({ every, isPage }) => !isPage || every === "monthly", {
    path: ["isPage"],
    message: "is for a monthly report only",
  })
  .refine(({ every, focus }) => !focus || every === "monthly", {
    path: ["focus"],
    message: "is for a monthly report only",
  });

/** The cost reports of channels as code. */
export const reportsAsCode = schedulePart({
  name: "reports",
  noun: "cost report",
  nouns: "cost reports",
  places: { lists: ["cost_reports_list"] },
  kind: reportKind,
  item: ReportItem,
  most: mostReports,
  // A file may come beside another report.
  keyOf: ({ connection, every, channelId, focus }) =>
    [connection, every, channelId, focus ? "focus" : ""].join(" "),
  label: ({ every, channelId }) => `${every} in ${channelId}`,
  itemOf(report) {
    const { by: _view, isByTeam: _team, ...settings } = settingsOf(report);
    return { ...settings, by: viewOf(report) };
  },
  scheduleOf: ({ owner, by, ...item }, made) => ({
    ...item,
    ...made,
    ...keptView(by),
    kind: "report" as const,
    createdBy: owner,
    state: {},
  }),
  changed: ({ id, kind, createdAt, state }, { owner, by, ...item }) => ({
    ...item,
    ...keptView(by),
    id,
    kind,
    createdAt,
    createdBy: owner,
    state,
  }),
});

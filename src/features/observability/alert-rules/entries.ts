import { z } from "zod";
import { AlertRules } from "../data.ts";
import { AlertTrace, OpenAlerts, UndeliveredAlerts } from "../../alerts/index.ts";
import { hook, id, number, service } from "../../../platform/commands/arguments.ts";
import { type Asks, type Effect, entry } from "../../../platform/commands/entry.ts";
import { alertAsks } from "./asks.ts";

const target = service.describe(
  "The service, or the stand-alone server's connection. Needed if there are several",
);
const rule = id.describe("The alert rule's id");

/** An entry about one alert rule. */
const onRule = (
  subcommand: string,
  facts: { name: string; title: string; summary: string; effect: Effect; opens?: true; asks?: Asks },
) =>
  entry({
    ...facts,
    args: z.object({ rule, service: target.optional() }),
    words: ({ rule, service }) => ["alerts", subcommand, rule, service],
  });

/** What can be asked for about open alerts and alert rules, by subcommand. */
export const alertEntries = {
  open: entry({
    asks: alertAsks.open,
    name: "alerts_open",
    title: "Open alerts",
    summary: "Lists the alerts that are firing, acknowledged or snoozed.",
    effect: "read",
    isTool: true,
    args: z.object({ from: number.optional().describe("The number of the first one") }),
    words: ({ from }) => ["alerts", from],
    result: OpenAlerts,
  }),
  list: entry({
    asks: alertAsks.list,
    name: "alert_rules_list",
    title: "Alert rules",
    summary: "Lists the alert rules of a service.",
    effect: "read",
    isTool: true,
    args: z.object({ service: target.optional() }),
    words: ({ service }) => ["alerts list", service],
    result: AlertRules,
  }),
  show: onRule("show", {
    asks: alertAsks.show,
    name: "alert_rules_show",
    title: "An alert rule",
    summary: "Shows everything about an alert rule.",
    effect: "read",
  }),
  create: entry({
    asks: alertAsks.create,
    name: "alert_rules_create",
    title: "Create an alert rule",
    summary: "Opens the form for a new alert rule.",
    effect: "change",
    opens: true,
    args: z.object({ service: target.optional() }),
    words: ({ service }) => ["alerts create", service],
  }),
  edit: onRule("edit", {
    asks: alertAsks.edit,
    name: "alert_rules_edit",
    title: "Change an alert rule",
    summary: "Opens the form of an alert rule.",
    effect: "change",
    opens: true,
  }),
  duplicate: onRule("duplicate", {
    asks: alertAsks.duplicate,
    name: "alert_rules_duplicate",
    title: "Duplicate an alert rule",
    summary: "Opens the form for a new alert rule like another one.",
    effect: "change",
    opens: true,
  }),
  delete: onRule("delete", {
    asks: alertAsks.delete,
    name: "alert_rules_delete",
    title: "Delete an alert rule",
    summary: "Deletes an alert rule, once its name is typed in a form.",
    effect: "destroy",
    opens: true,
  }),
  test: onRule("test", {
    asks: alertAsks.test,
    name: "alert_rules_test",
    title: "Test an alert rule",
    summary: "Sends a test alert to where an alert rule posts.",
    effect: "change",
  }),
  "posts-to": entry({
    asks: alertAsks["posts-to"],
    name: "alert_rules_posts_to",
    title: "Choose an alert rule's hook",
    summary: "Says which hook an alert rule posts to.",
    effect: "change",
    args: z.object({ rule, hook, service: target.optional() }),
    words: ({ rule, hook, service }) => ["alerts posts-to", rule, hook, service],
  }),
  trace: entry({
    asks: alertAsks.trace,
    name: "alerts_trace",
    title: "An alert's way here",
    summary: "Shows every step of an alert from its sender to Slack.",
    effect: "read",
    isTool: true,
    args: z.object({ alert: id.describe("The alert's id"), page: number.optional() }),
    words: ({ alert, page }) => ["alerts trace", alert, page],
    result: AlertTrace,
  }),
  timeline: entry({
    asks: alertAsks.timeline,
    name: "alerts_timeline",
    title: "An alert's timeline",
    summary: "Sends you what happened in an alert as a Markdown file.",
    effect: "read",
    args: z.object({ alert: id.describe("The alert's id") }),
    words: ({ alert }) => ["alerts timeline", alert],
  }),
  undelivered: entry({
    asks: alertAsks.undelivered,
    name: "alerts_undelivered",
    title: "Undelivered alerts",
    summary: "Lists the alerts that no channel took.",
    effect: "read",
    isTool: true,
    args: z.object({ from: number.optional().describe("The number of the first one") }),
    words: ({ from }) => ["alerts undelivered", from],
    result: UndeliveredAlerts,
  }),
  retry: entry({
    asks: alertAsks.retry,
    name: "alerts_retry",
    title: "Retry undelivered alerts",
    summary: "Posts an undelivered alert again, or drops it.",
    effect: "change",
    args: z.object({ words: z.string().min(1).max(200).describe("The words of the command") }),
    words: ({ words }) => ["alerts undelivered", words],
  }),
};

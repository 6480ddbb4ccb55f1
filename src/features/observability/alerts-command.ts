import { z } from "zod";
import { actionCalls, retry, trace, undelivered } from "../alerts/index.ts";
import { noiseCalls, timeline } from "../oncall/index.ts";
import { hook, id, shownPage } from "../../platform/commands/arguments.ts";
import { firstNameKind, firstWordKind, markedWordKind } from "../../platform/commands/arguments/kinds.ts";
import { argument } from "../../platform/commands/arguments/kind.ts";
import type { Call } from "../../platform/commands/call.ts";
import { commandOf } from "../../platform/commands/command.ts";
import type { Answer } from "../../platform/commands/found.ts";
import type { Asks } from "../../platform/commands/entry.ts";
import type { Form } from "../../platform/forms/form.ts";
import { foldName } from "../../lib/text.ts";
import { createAlertForm, deleteAlertForm, editAlertForm } from "./alert-rules/forms.ts";
import { type AlertRef, rememberHook, testAlert } from "./alert-rules/hook.ts";
import { listAlerts } from "./alert-rules/list.ts";
import { showAlert } from "./alert-rules/show.ts";
import type { ObservabilityContext } from "./context.ts";
import { AlertRules } from "./data.ts";
import { formatDocumented } from "./documented.ts";
import { open } from "./open-alerts.ts";
import { from } from "./pages.ts";
import * as texts from "./texts.ts";
import { type NamedTarget, allTargets, callOnTarget, orNumber, target, wordOfTarget } from "./target.ts";

/** `/db alerts rules orders prod`. Older buttons have `list`. */
const list = callOnTarget({
  name: "alert_rules_list",
  title: "Alert rules",
  summary: "Lists the alert rules of a service.",
  effect: "read",
  isTool: true,
  line: [
    "alerts rules {service} page {page}",
    "alerts list {service} page {page}",
    "alerts list {from} {service}",
  ],
  args: z.object({ service: target.optional(), page: shownPage.optional(), from: from.optional() }),
  result: AlertRules,
  asks: {
    means: ["rule", "rule {service}"],
    around: "list alert service rule set open",
    says: ["Alert rules", " of {service}"],
  },
  complete: orNumber,
  run: (wanted, of, context) => listAlerts(of, wanted, context),
});

// The mark is a word that no service is called by.
const ofTile = argument({ ...markedWordKind, isForPeople: true }, id);

/**
 * `/db alerts create [service]`: opens the form. Buttons give it a tile: those of older messages have the ids of the
 * dashboard and the tile in front of the service.
 */
const create = callOnTarget({
  name: "alert_rules_create",
  title: "Create an alert rule",
  summary: "Opens the form for a new alert rule.",
  effect: "change",
  opens: true,
  line: "alerts create {service} on-dashboard {dashboard} on-tile {tile}",
  verb: "create",
  args: z.object({
    service: target.optional(),
    dashboard: ofTile.describe("The dashboard's id").optional(),
    tile: ofTile.describe("The tile's id").optional(),
  }),
  asks: {
    creates: "rule",
    means: ["create alert|rule", "add alert", "want alert|rule {service}", "warn service {service}"],
    around: "alert rule service want set",
    says: ["Create an alert rule", " for {service}"],
  },
  complete: ({ service, ...ids }, context) => tileAtStart(service ?? "", ids, context),
  run: ({ dashboard: dashboardId, tile: tileId }, of) => ({
    opens: createAlertForm,
    given: { target: of, ...(dashboardId !== undefined && tileId !== undefined && { dashboardId, tileId }) },
  }),
});

const aLongId = /^(?=.*\d)[A-Za-z0-9_-]{6,64}$/;

/** A target's name may have spaces: the first two words are ids if the rest is a target and the whole is not. */
async function tileAtStart<Ids extends { tile?: string | undefined }>(
  typed: string,
  ids: Ids,
  context: ObservabilityContext,
) {
  const [, dashboard = "", tile = "", rest = ""] = /^(\S+)\s+(\S+)\s*([\s\S]*)$/.exec(typed) ?? [];
  const whole = { ...ids, service: typed === "" ? undefined : typed };
  if (ids.tile !== undefined || tile === "") return whole;
  const targets = await allTargets(context);
  if (isTarget(typed, targets)) return whole;
  const isTile = rest === "" ? aLongId.test(dashboard) && aLongId.test(tile) : isTarget(rest, targets);
  return isTile ? { dashboard, tile, service: rest === "" ? undefined : rest } : whole;
}

function isTarget(words: string, targets: readonly NamedTarget[]): boolean {
  return targets.some((each) => foldName(each.name) === foldName(words) || wordOfTarget(each) === words);
}

const rule = argument({ ...firstWordKind("id"), usage: ["<rule id>"] }, id.describe("The alert rule's id"));
const service = target.optional();

/** A call about one alert rule. */
interface OnRule extends Pick<Call, "name" | "title" | "summary" | "effect"> {
  word: string;
  opens?: true;
  asks: Asks;
  run(this: void, alert: AlertRef, context: ObservabilityContext): Promise<Answer> | Answer;
}

/** `/db alerts edit <rule id> [service]`. The audit log has the words of changes. */
function onRule({ word, run, ...facts }: OnRule) {
  return callOnTarget({
    ...facts,
    line: `alerts ${word} {rule} {service}`,
    ...(facts.effect !== "read" && { verb: word }),
    missing: { rule: texts.needsRuleId(word) },
    args: z.object({ rule, service }),
    run: ({ rule: ruleId }, of, context) => run({ id: ruleId, target: of }, context),
  });
}

/** Opens a form about a rule. */
const opening =
  (opens: Form) =>
  ({ id: alertId, target: of }: AlertRef): Answer => ({ opens, given: { target: of, alertId } });

/** `/db alerts posts-to <rule id> <hook> [service]`: remembers the hook to which the rule's webhook posts. */
const postsTo = callOnTarget({
  name: "alert_rules_posts_to",
  title: "Choose an alert rule's hook",
  summary: "Says which hook an alert rule posts to.",
  effect: "change",
  line: "alerts posts-to {rule} {hook} {service}",
  verb: "hook",
  missing: { rule: texts.needsRuleAndHook, hook: texts.needsRuleAndHook },
  args: z.object({
    rule,
    hook: argument(firstNameKind("hook"), hook.describe("The alert hook's name")),
    service,
  }),
  asks: {
    means: ["post|set|connect rule|alert {rule} {hook}"],
    around: "alert rule hook set connect post",
    says: ["Let the alert rule {rule} post to {hook}"],
  },
  run: ({ rule: ruleId, hook: hookWord }, of, context, { userId }) =>
    rememberHook({ id: ruleId, target: of, hookWord }, context, userId),
});

/** `/db alerts …`: open alerts, an alert's way here, undelivered ones, and the alerts that are defined in a target. */
export const alerts = commandOf<ObservabilityContext>({
  name: "alerts",
  group: {
    line: "See open alerts, and bring them into channels.",
    buttons: [
      ["Open alerts", { call: "alerts_open" }],
      ["Hooks", "alerts hooks"],
    ],
  },
  summary: texts.alertsHelp.summary,
  examples: [
    "/db alerts",
    "/db alerts ack disk full",
    "/db alerts snooze 1 2h",
    "/db alerts mute disk full",
    "/db alerts orders prod",
    "/db alerts mine",
    "/db alerts unacknowledged",
    "/db alerts rules orders prod",
    "/db alerts create orders prod",
    "/db alerts trace 0f8c2a",
    "/db alerts timeline 0f8c2a",
    "/db alerts noise",
    "/db alerts noise checkout last week",
    "/db alerts noise weekly #alerts",
    "/db alerts noise off #alerts",
    "/db alerts undelivered",
  ],
  details: [...texts.alertsHelp.details, `• ${formatDocumented("alerts")}`, ...texts.alertsHelp.after].join(
    "\n",
  ),
  calls: [
    open,
    list,
    onRule({
      name: "alert_rules_show",
      title: "An alert rule",
      summary: "Shows everything about an alert rule.",
      effect: "read",
      word: "show",
      asks: {
        means: ["rule|alert {rule}"],
        around: "alert rule list facts explain open",
        says: ["Alert rule {rule}", " of {service}"],
      },
      run: showAlert,
    }),
    create,
    onRule({
      name: "alert_rules_edit",
      title: "Change an alert rule",
      summary: "Opens the form of an alert rule.",
      effect: "change",
      opens: true,
      word: "edit",
      asks: {
        means: ["change|set|rename alert|rule {rule}", "change alert|rule"],
        around: "alert rule set limit severity service",
        says: ["Change the alert rule {rule}", " of {service}"],
      },
      run: opening(editAlertForm),
    }),
    onRule({
      name: "alert_rules_duplicate",
      title: "Duplicate an alert rule",
      summary: "Opens the form for a new alert rule like another one.",
      effect: "change",
      opens: true,
      word: "duplicate",
      asks: {
        means: ["copy alert|rule"],
        around: "alert rule want create",
        says: ["Duplicate the alert rule {rule}", " of {service}"],
      },
      run: opening(createAlertForm),
    }),
    onRule({
      name: "alert_rules_delete",
      title: "Delete an alert rule",
      summary: "Deletes an alert rule, once its name is typed in a form.",
      effect: "destroy",
      opens: true,
      word: "delete",
      asks: {
        means: ["delete alert|rule"],
        around: "alert rule want",
        says: ["Delete the alert rule {rule}", " of {service}"],
      },
      run: opening(deleteAlertForm),
    }),
    onRule({
      name: "alert_rules_test",
      title: "Test an alert rule",
      summary: "Sends a test alert to where an alert rule posts.",
      effect: "change",
      word: "test",
      asks: {
        means: ["test rule|alert {rule}", "test rule"],
        around: "alert rule",
        says: ["Test the alert rule {rule}", " of {service}"],
      },
      run: testAlert,
    }),
    postsTo,
    ...actionCalls,
    trace,
    timeline,
    ...noiseCalls,
    undelivered,
    retry,
  ],
});

import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { type Alert, alertDashboardId } from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import type { ObservabilityContext } from "../context.ts";
import { type NamedTarget, consoleOfTarget, isSameTarget, targetButton } from "../target.ts";
import { observabilityClientOf } from "../observability-client.ts";
import { type AlertIncident, incidentsOf } from "./incidents.ts";
import { knownWebhooks } from "./webhooks.ts";
import { headline } from "../../alerts/index.ts";
import type { ActionsBlockElement, KnownBlock } from "@slack/types";
import { actions, linkButton } from "../../../platform/blocks/button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, codeBlock, escapeName, formatChannel, link } from "../../../platform/blocks/escape.ts";
import { cutMrkdwn } from "../../../platform/blocks/limits.ts";
import { fields, section } from "../../../platform/blocks/text.ts";
import type { ObservabilityConsole } from "../../../platform/cloud/observability/console.ts";
import { truncate } from "../../../lib/text.ts";
import { parseTime } from "../../../lib/time.ts";
import { stateOf } from "./state.ts";
import * as texts from "./texts.ts";
import { type WebhookHook, formatNotifies, formatAlertRule } from "./format-rule.ts";
import { tileOf, watchedPage } from "./format-watched.ts";
import type { AlertRef } from "./hook.ts";
import { ifReadable } from "../readable.ts";

/** An alert with everything that is shown of it. */
interface KnownAlertFacts {
  target: NamedTarget;
  alert: Alert;
  /** The dashboard of its tile, if that is readable. */
  dashboard?: Dashboard | undefined;
  webhooks: readonly WebhookHook[];
  console?: ObservabilityConsole | undefined;
  /** The user id of its maker, if it was made here. */
  madeBy?: string | undefined;
  /** The newest first. */
  incidents: readonly AlertIncident[];
}

type Fact = readonly [name: string, value: string];

const longestMessage = 1_500;

function alertDetails(facts: KnownAlertFacts, now: Date): Reply {
  const { alert, dashboard } = facts;
  const { emoji, words } = stateOf(alert, now);
  const name = escapeName(alert.name ?? "", 150) || escapeName(alert.id, 64);
  const title = `${emoji} *${escapeName(words)}: ${name}*`;
  const rule = `Fires ${formatAlertRule(alert, dashboard && tileOf(alert, [dashboard]))}.`;
  const known = factsOf(facts);
  const message = messageOf(alert);
  const incidents = formatIncidents(facts.incidents);
  return reply(
    [title, rule, ...known.map(([name, value]) => `*${name}:* ${value}`), ...message, incidents].join("\n"),
    [
      section(`${title}\n${rule}`),
      fields(known),
      ...message.map(section),
      section(incidents),
      actions(buttonsOf(facts)),
    ] satisfies KnownBlock[],
  );
}

function factsOf(facts: KnownAlertFacts): Fact[] {
  const { target, alert, webhooks, madeBy } = facts;
  return [
    [texts.facts.target, escapeName(target.name)],
    [texts.facts.notifies, formatNotifies(alert, webhooks)],
    ...watchedFacts(facts),
    ...timeFact(texts.facts.created, alert.createdAt),
    ...timeFact(texts.facts.updated, alert.updatedAt),
    ...(madeBy === undefined ? [] : ([[texts.facts.createdHere, `<@${madeBy}>`]] satisfies Fact[])),
    [texts.facts.id, code(alert.id.slice(0, 64))],
  ];
}

/** Names the dashboard and the tile if they are readable, and links to the console if it is known. */
function watchedFacts({ alert, dashboard, console }: KnownAlertFacts): Fact[] {
  const id = alertDashboardId(alert);
  if (id === undefined) return [];
  const tile = dashboard && tileOf(alert, [dashboard]);
  const tileId = alert.tileId ?? undefined;
  const page = watchedPage(alert);
  const name = dashboard?.name || id;
  return [
    [
      texts.facts.dashboard,
      console && page ? link(console.addressOf(page), truncate(name, 100)) : escapeName(name, 100),
    ],
    ...(tileId === undefined
      ? []
      : ([[texts.facts.tile, escapeName(tile?.name || tileId, 100)]] satisfies Fact[])),
  ];
}

function timeFact(name: string, time: string | null | undefined): Fact[] {
  const read = parseTime(time ?? undefined);
  return read ? [[name, slackDate(read)]] : [];
}

function messageOf({ message }: Alert): string[] {
  const text = (message ?? "").trim();
  return text === "" ? [] : [`*${texts.facts.message}*\n${codeBlock(truncate(text, longestMessage))}`];
}

function formatIncidents(incidents: readonly AlertIncident[]): string {
  if (incidents.length === 0) return texts.noAlerts;
  return `${texts.latestAlerts}\n${incidents.map(formatIncident).join("\n")}`;
}

function formatIncident({ incident, messageUrl }: AlertIncident): string {
  const { openedAtMs, resolved } = incident;
  const times = resolved
    ? `${dateOf(openedAtMs)} to ${dateOf(resolved.atMs)}`
    : `since ${dateOf(openedAtMs)}`;
  return texts.latestAlert(cutMrkdwn(headline(incident), 300), times, formatChannel(incident), messageUrl);
}

function dateOf(atMs: number): string {
  return slackDate(new Date(atMs));
}

function buttonsOf({ target, alert, console }: KnownAlertFacts): ActionsBlockElement[] {
  const { id } = alert;
  const args = { rule: id };
  const dashboard = alertDashboardId(alert);
  const remove = targetButton(target, texts.labels.remove, { call: "alert_rules_delete", args });
  return [
    targetButton(target, texts.labels.edit, { call: "alert_rules_edit", args }),
    targetButton(target, texts.labels.duplicate, { call: "alert_rules_duplicate", args }),
    targetButton(target, texts.labels.test, { call: "alert_rules_test", args }),
    ...(dashboard === undefined
      ? []
      : [targetButton(target, texts.labels.dashboard, { call: "dashboards_show", args: { dashboard } })]),
    ...(console ? [linkButton(texts.labels.console, console.addressOf({ kind: "alert", id }))] : []),
    { ...remove, style: "danger" },
  ];
}

/** Shows an alert. Fails as the server's API does if it cannot be read. */
export async function showAlert({ id, target }: AlertRef, context: ObservabilityContext): Promise<Reply> {
  const { alerts, dashboards } = observabilityClientOf(target, context);
  const alert = await alerts.get(id);
  const [dashboard, console, webhooks, made, incidents] = await Promise.all([
    dashboardOf(alert, (dashboardId) => dashboards.get(dashboardId)),
    consoleOfTarget(target, context),
    knownWebhooks(target, [alert], context),
    context.madeAlerts.find(id),
    incidentsOf(alert, target, context),
  ]);
  const madeBy = made && isSameTarget(made, target) ? made.userId : undefined;
  return alertDetails({ target, alert, dashboard, webhooks, console, madeBy, incidents }, context.now());
}

/** The dashboard of an alert's tile; undefined if there is none, and if it cannot be read. */
export async function dashboardOf(
  alert: Alert,
  read: (id: string) => Promise<Dashboard>,
): Promise<Dashboard | undefined> {
  const id = alertDashboardId(alert);
  return id === undefined ? undefined : ifReadable(read(id));
}

import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { type Alert, alertDashboardId } from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import type { ObservabilityContext } from "../context.ts";
import { consoleOfTarget } from "../console.ts";
import { observabilityClientOf } from "../observability-client.ts";
import { type AlertIncident, incidentsOf } from "./incidents-of.ts";
import { knownWebhooks } from "./webhooks/known.ts";
import { headline } from "../../alerts/index.ts";
import type { ActionsBlockElement, KnownBlock } from "@slack/types";
import { actions, linkButton } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, codeBlock, escapeName } from "../../../platform/blocks/escape.ts";
import { cutMrkdwn } from "../../../platform/blocks/limits.ts";
import { link, formatChannel } from "../../../platform/blocks/link.ts";
import { fields, section } from "../../../platform/blocks/text.ts";
import type { ObservabilityConsole } from "../../../platform/cloud/observability/console.ts";
import { truncate } from "../../../lib/text.ts";
import { parseTime } from "../../../lib/time.ts";
import { stateOf } from "./state.ts";
import { type ToldWebhook, formatNotifies, formatAlertRule } from "./format-rule.ts";
import { tileOf } from "./format-watched.ts";
import { type NamedTarget, isSameTarget, wordOfTarget } from "../target.ts";
import { ifReadable } from "../readable.ts";

/** An alert with all that is known of it. */
interface KnownAlertFacts {
  target: NamedTarget;
  alert: Alert;
  /** The one that its tile stands on, where that could be read. */
  dashboard?: Dashboard | undefined;
  webhooks: readonly ToldWebhook[];
  console?: ObservabilityConsole | undefined;
  /** Who made it here, by user id. */
  madeBy?: string | undefined;
  /** Its latest ones here, the newest first. */
  incidents: readonly AlertIncident[];
}

type Fact = readonly [name: string, value: string];

const longestMessage = 1_500;

/** All there is to say of an alert, with what can be done to it. */
function alertDetails(facts: KnownAlertFacts, now: Date): Reply {
  const { alert, dashboard } = facts;
  const { emoji, words } = stateOf(alert, now);
  const title = `${emoji} *${escapeName(words)}: ${nameOf(alert)}*`;
  const rule = `Fires ${formatAlertRule(alert, dashboard && tileOf(alert, [dashboard]))}.`;
  const known = factsOf(facts);
  const message = messageOf(alert);
  const incidents = incidentsInWords(facts.incidents);
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

function nameOf({ name, id }: Alert): string {
  return escapeName(name ?? "", 150) || escapeName(id, 64);
}

function factsOf(facts: KnownAlertFacts): Fact[] {
  const { target, alert, webhooks, madeBy } = facts;
  return [
    ["Of", escapeName(target.name)],
    ["Tells", formatNotifies(alert, webhooks)],
    ...watchedFacts(facts),
    ...timeFact("Created", alert.createdAt),
    ...timeFact("Updated", alert.updatedAt),
    ...(madeBy === undefined ? [] : ([["Made here by", `<@${madeBy}>`]] satisfies Fact[])),
    ["Id", code(alert.id.slice(0, 64))],
  ];
}

/** By their names, where these could be read, and led to in the console where that is known. */
function watchedFacts({ alert, dashboard, console }: KnownAlertFacts): Fact[] {
  const id = alertDashboardId(alert);
  if (id === undefined) return [];
  const tile = dashboard && tileOf(alert, [dashboard]);
  const tileId = alert.tileId ?? undefined;
  const page = { kind: "dashboard", id, ...(tileId !== undefined && { tileId }) } as const;
  const name = dashboard?.name || id;
  return [
    ["Dashboard", console ? link(console.addressOf(page), truncate(name, 100)) : escapeName(name, 100)],
    ...(tileId === undefined ? [] : ([["Tile", escapeName(tile?.name || tileId, 100)]] satisfies Fact[])),
  ];
}

function timeFact(name: string, time: string | null | undefined): Fact[] {
  const read = parseTime(time ?? undefined);
  return read ? [[name, slackDate(read)]] : [];
}

function messageOf({ message }: Alert): string[] {
  const text = (message ?? "").trim();
  return text === "" ? [] : [`*It says*\n${codeBlock(truncate(text, longestMessage))}`];
}

function incidentsInWords(incidents: readonly AlertIncident[]): string {
  if (incidents.length === 0) return "No incident of it is known here in the last 30 days.";
  return `*Last incidents here*\n${incidents.map(formatIncident).join("\n")}`;
}

function formatIncident({ incident, messageUrl }: AlertIncident): string {
  const { openedAtMs, resolved } = incident;
  const times = resolved
    ? `${dateOf(openedAtMs)} to ${dateOf(resolved.atMs)}`
    : `since ${dateOf(openedAtMs)}`;
  const message = messageUrl === undefined ? "" : `, ${link(messageUrl, "its message")}`;
  return `${cutMrkdwn(headline(incident), 300)}, ${times}, ${formatChannel(incident)}${message}`;
}

function dateOf(atMs: number): string {
  return slackDate(new Date(atMs));
}

function buttonsOf({ target, alert, console }: KnownAlertFacts): ActionsBlockElement[] {
  const about = `${alert.id} ${wordOfTarget(target)}`;
  const dashboardId = alertDashboardId(alert);
  return [
    commandButton("Edit", `alerts edit ${about}`),
    commandButton("Duplicate", `alerts duplicate ${about}`),
    commandButton("Send a test", `alerts test ${about}`),
    ...(dashboardId === undefined
      ? []
      : [commandButton("Show dashboard", `dashboards show ${dashboardId} ${wordOfTarget(target)}`)]),
    ...(console
      ? [linkButton("Open in the console", console.addressOf({ kind: "alert", id: alert.id }))]
      : []),
    { ...commandButton("Delete", `alerts delete ${about}`), style: "danger" },
  ];
}

/** The answer to what an alert is and does; fails as the server's API does where it cannot be read. */
export async function showAlert(
  { id, target }: { id: string; target: NamedTarget },
  context: ObservabilityContext,
): Promise<Reply> {
  const alert = await observabilityClientOf(target, context).getAlert(id);
  const [dashboard, console, webhooks, made, incidents] = await Promise.all([
    dashboardOf(alert, target, context),
    consoleOfTarget(target, context),
    knownWebhooks(target, [alert], context),
    context.madeAlerts.find(id),
    incidentsOf(alert, target, context),
  ]);
  const madeBy = made && isSameTarget(made, target) ? made.userId : undefined;
  return alertDetails({ target, alert, dashboard, webhooks, console, madeBy, incidents }, context.now());
}

/** The dashboard that an alert's tile stands on; undefined where there is none, and where it cannot be read. */
async function dashboardOf(
  alert: Alert,
  target: NamedTarget,
  context: ObservabilityContext,
): Promise<Dashboard | undefined> {
  const id = alertDashboardId(alert);
  return id === undefined ? undefined : ifReadable(observabilityClientOf(target, context).getDashboard(id));
}

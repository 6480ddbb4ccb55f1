import { type Incident, actionIds, at } from "../../alerts/index.ts";
import type { Button } from "@slack/types";
import { actions, button } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { type Alert, alertDashboardId } from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import type { ObservabilityContext } from "../context.ts";
import { stateOf, worstFirst } from "../alert-rules/state.ts";
import { type AlertIncident, incidentsOf } from "../alert-rules/incidents-of.ts";
import { type NamedTarget, wordOfTarget } from "../target.ts";
import { type SharedReads, foundIn } from "./read-shared.ts";
import { formatNotifies, formatAlertRule } from "../alert-rules/format-rule.ts";
import { tileOf } from "../alert-rules/format-watched.ts";
import { rememberedWebhooks } from "../alert-rules/webhooks/known.ts";
import { ifReadable } from "../readable.ts";
import type { LinkedThing } from "./unfurl.ts";
import { plural } from "../../../lib/text.ts";
import type { Survey } from "../../../lib/unreadable.ts";
import { link, formatChannel } from "../../../platform/blocks/link.ts";

const mostAlerts = 3;

/** The alerts of a dashboard or a search with how they stand, the worst few first: "2 alerts stand on it:" and a line each. */
export function alertLines(
  { readable: alerts, unreadable }: Survey<Alert>,
  what: [one: string, many: string],
  now: Date,
): string[] {
  const unread = unreadable.length === 0 ? [] : [`${plural(unreadable.length, "alert")} could not be read.`];
  if (alerts.length === 0) return unread.length > 0 ? unread : [`No alert ${what[0]}.`];
  const shown = worstFirst(alerts, now).slice(0, mostAlerts);
  const more = alerts.length - shown.length;
  return [
    `${plural(alerts.length, "alert")} ${alerts.length === 1 ? what[0] : what[1]}:`,
    ...shown.map((alert) => alertLine(alert, now)),
    ...(more > 0 ? [`and ${plural(more, "more alert")}`] : []),
    ...unread,
  ];
}

function alertLine(alert: Alert, now: Date): string {
  const { emoji, words } = stateOf(alert, now);
  return `${emoji} ${escapeName(words)}: ${escapeName(alert.name || alert.id)}`;
}

/** An alert's last incident here in a line of mrkdwn, with the way to its message. */
function formatIncident(latest: AlertIncident | undefined): string {
  if (!latest) return "No incident of it is known here in the last 30 days.";
  const { incident, messageUrl } = latest;
  const way = messageUrl === undefined ? "" : ` (${link(messageUrl, "its message")})`;
  return `${formatState(incident)}${way}.`;
}

function formatState({ state, openedAtMs, resolved, channelId }: Incident): string {
  const [where, since] = [formatChannel({ channelId }), at(openedAtMs)];
  if (state !== "resolved") return `Open ${where} since ${since}, ${taken[state]}`;
  return `Last open ${where} from ${since}${resolved ? ` to ${at(resolved.atMs)}` : ""}`;
}

const taken = { firing: "nobody has it yet", acknowledged: "acknowledged", snoozed: "snoozed" };

/** The card of an alert: how it stands, its rule, whom it tells, and its last incident here; undefined where it is gone. */
export async function alertCard(
  thing: LinkedThing,
  reads: SharedReads,
  context: ObservabilityContext,
): Promise<Reply | undefined> {
  const there = await foundIn(thing, (target) => reads.alert(target, thing.id));
  if (!there) return undefined;
  const { target, found: alert } = there;
  const [dashboard, [latest]] = await Promise.all([
    dashboardOf(alert, target, reads),
    incidentsOf(alert, target, context, 1),
  ]);
  const webhooks = await rememberedWebhooks(alert, latest?.incident, target, context);
  const text = [
    stateLine(alert, target, context.now()),
    `Fires ${formatAlertRule(alert, dashboard && tileOf(alert, [dashboard]))}. Tells ${formatNotifies(alert, webhooks)}.`,
    formatIncident(latest),
  ].join("\n");
  return reply(text, [section(text), actions([showAlertButton(thing.id, target), secondButton(latest)])]);
}

function stateLine(alert: Alert, target: NamedTarget, now: Date): string {
  const { emoji, words } = stateOf(alert, now);
  return `${emoji} *${escapeName(words)}: ${escapeName(alert.name || alert.id)}* · alert of ${escapeName(target.name)}`;
}

/** What nobody has taken yet can be taken here. */
function secondButton(latest: AlertIncident | undefined): Button {
  if (latest?.incident.state !== "firing") return commandButton("Open incidents", "alerts");
  return button({ text: "Acknowledge", actionId: actionIds.acknowledge, value: latest.incident.id });
}

async function dashboardOf(
  alert: Alert,
  target: NamedTarget,
  reads: SharedReads,
): Promise<Dashboard | undefined> {
  const id = alertDashboardId(alert);
  return id === undefined ? undefined : ifReadable(reads.dashboard(target, id));
}

/** Shows a dashboard to its presser. */
export function showDashboardButton(id: string, target: NamedTarget): Button {
  return commandButton("Show", `dashboards show ${id} ${wordOfTarget(target)}`);
}

/** Shows an alert to its presser. */
export function showAlertButton(id: string, target: NamedTarget, text = "Show"): Button {
  return commandButton(text, `alerts show ${id} ${wordOfTarget(target)}`);
}

/** Shows the alerts of a place to its presser. */
export function alertsButton(target: NamedTarget): Button {
  return commandButton("Alerts", `alerts list ${wordOfTarget(target)}`);
}

/** Opens the form of a new alert, on a tile where one is given. */
export function createAlertButton(
  target: NamedTarget,
  tile?: { dashboardId: string; tileId: string },
): Button {
  const on = tile ? `${tile.dashboardId} ${tile.tileId} ` : "";
  return commandButton("Create alert", `alerts create ${on}${wordOfTarget(target)}`);
}

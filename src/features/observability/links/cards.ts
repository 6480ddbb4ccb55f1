import type { Button } from "@slack/types";
import type { Survey } from "../../../lib/json.ts";
import { plural, truncate } from "../../../lib/text.ts";
import { actions, button } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { code, escapeName, formatChannel, link } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import {
  type Alert,
  alertDashboardId,
  alertSavedSearchId,
} from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { type Incident, actionIds, at } from "../../alerts/index.ts";
import { formatAlertRule, formatNotifies } from "../alert-rules/format-rule.ts";
import { tileOf } from "../alert-rules/format-watched.ts";
import { type AlertIncident, incidentsOf } from "../alert-rules/incidents.ts";
import { dashboardOf } from "../alert-rules/show.ts";
import { stateOf, worstFirst } from "../alert-rules/state.ts";
import { firesAndNotifies, noAlerts } from "../alert-rules/texts.ts";
import { rememberedWebhooks } from "../alert-rules/webhooks.ts";
import type { ObservabilityContext } from "../context.ts";
import { isSendableId } from "../names.ts";
import { ifReadable } from "../readable.ts";
import { type NamedTarget, targetButton } from "../target.ts";
import { type LinkedThing, type SharedReads, foundIn } from "./read-shared.ts";

const mostAlerts = 3;

const labels = {
  show: "Show",
  showRule: "Show rule",
  rules: "Alert rules",
  create: "Create alert rule",
  acknowledge: "Acknowledge",
  openAlerts: "Open alerts",
  message: "message",
};

/** What alert rules watch. */
type Watched = "dashboard" | "search";

const watched: Record<Watched, string> = { dashboard: "this dashboard", search: "this search" };

/** As in "2 alert rules watch this dashboard:". */
function rules(count: number, what: Watched): string {
  return `${plural(count, "alert rule watches", "alert rules watch")} ${watched[what]}:`;
}

/** The same for none. */
function noRules(what: Watched): string {
  return `No alert rule watches ${watched[what]}.`;
}

/** Counts the rules that are left out. */
function moreRules(count: number): string {
  return `and ${plural(count, "more rule")}`;
}

/** Counts the rules that are in a form that is not known here. */
function unreadRules(count: number): string {
  return `I couldn't read ${plural(count, "alert rule")}.`;
}

/** As in "dashboard of orders prod". */
function kindOf(kind: string, target: string): string {
  return `${kind} of ${escapeName(target)}`;
}

/** The tile that the link leads to. */
function linkedTile(name: string): string {
  return `linked tile “${escapeName(name)}”`;
}

/** The first line of a saved search's card. */
function savedSearch(target: string): string {
  return `*Saved search* of ${escapeName(target)}`;
}

const notAcknowledged = "not acknowledged yet";

/** The cards for people who may not see the state of things. `button` is the label of the one to choose. */
const quiet: Record<"dashboard" | "alert" | "search", (target: string, button: string) => string> = {
  dashboard: (target, button) => `A dashboard of *${escapeName(target)}*. Choose ${button} to see it.`,
  alert: (target, button) => `An alert rule of *${escapeName(target)}*. Choose ${button} to see its state.`,
  search: (target, button) =>
    `A saved search of *${escapeName(target)}*. Choose ${button} to see the rules there.`,
};

/** The alert rules of a dashboard or a search: how many, and a line for each of the worst few. */
function alertLines({ readable: alerts, unreadable }: Survey<Alert>, what: Watched, now: Date): string[] {
  const unread = unreadable.length === 0 ? [] : [unreadRules(unreadable.length)];
  if (alerts.length === 0) return unread.length > 0 ? unread : [noRules(what)];
  const shown = worstFirst(alerts, now).slice(0, mostAlerts);
  const more = alerts.length - shown.length;
  return [
    rules(alerts.length, what),
    ...shown.map((alert) => stateLine(alert, now)),
    ...(more > 0 ? [moreRules(more)] : []),
    ...unread,
  ];
}

function stateLine(alert: Alert, now: Date, bold = ""): string {
  const { emoji, words } = stateOf(alert, now);
  return `${emoji} ${bold}${escapeName(words)}: ${escapeName(alert.name || alert.id)}${bold}`;
}

const mostTags = 5;

/** The card of a dashboard: its name, its tags, its number of tiles, and its alerts. Undefined if it is gone. */
export async function dashboardCard(
  thing: LinkedThing,
  reads: SharedReads,
  { now }: Pick<ObservabilityContext, "now">,
): Promise<Reply | undefined> {
  const there = await foundIn(thing, (target) => reads.dashboard(target, thing.id));
  if (!there) return undefined;
  const { target, found: dashboard } = there;
  const listed = await ifReadable(reads.alerts(target));
  const alerts = listed?.readable.filter((alert) => alertDashboardId(alert) === dashboard.id);
  const onIt = listed && alerts ? alertLines({ ...listed, readable: alerts }, "dashboard", now()) : [];
  const name = `*${escapeName(dashboard.name || dashboard.id)}* · ${kindOf("dashboard", target.name)}`;
  const text = [name, factsLine(dashboard, thing.tileId), ...onIt].join("\n");
  const second = alertButton(dashboard, alerts ?? [], thing, target);
  return reply(text, [section(text), actions([showDashboardButton(thing.id, target), second])]);
}

function factsLine({ tiles, tags }: Dashboard, tileId: string | undefined): string {
  const tile = tileId === undefined ? undefined : tiles?.find(({ id }) => id === tileId);
  return [
    plural(tiles?.length ?? 0, "tile"),
    ...(tile?.name ? [linkedTile(tile.name)] : []),
    ...(tags && tags.length > 0 ? [formatTags(tags)] : []),
  ].join(" · ");
}

function formatTags(tags: readonly string[]): string {
  const shown = tags.slice(0, mostTags).map((tag) => code(truncate(tag, 40)));
  const more = tags.length - shown.length;
  return `${tags.length === 1 ? "tag" : "tags"} ${shown.join(" ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Offers to create an alert if there is none: on the tile of the link, or on the first that a button can name. */
function alertButton(
  { tiles }: Dashboard,
  alerts: readonly Alert[],
  { id: dashboardId, tileId: linkedTileId }: LinkedThing,
  target: NamedTarget,
): Button {
  const tileIds = (tiles ?? []).map(({ id }) => id).filter(isSendableId);
  const linked = tileIds.find((id) => id === linkedTileId);
  const isWatched = alerts.some((alert) => linked === undefined || alert.tileId === linked);
  const tileId = linked ?? tileIds[0];
  if (isWatched || tileId === undefined) return alertsButton(target);
  return createAlertButton(target, { dashboard: dashboardId, tile: tileId });
}

/** The card of an alert: its state, rule, whom it notifies, and its last incident here. Undefined if it is gone. */
export async function alertCard(
  thing: LinkedThing,
  reads: SharedReads,
  context: ObservabilityContext,
): Promise<Reply | undefined> {
  const there = await foundIn(thing, (target) => reads.alert(target, thing.id));
  if (!there) return undefined;
  const { target, found: alert } = there;
  const [dashboard, [latest]] = await Promise.all([
    dashboardOf(alert, (id) => reads.dashboard(target, id)),
    incidentsOf(alert, target, context, 1),
  ]);
  const webhooks = await rememberedWebhooks(alert, latest?.incident, target, context);
  const text = [
    `${stateLine(alert, context.now(), "*")} · ${kindOf("alert rule", target.name)}`,
    firesAndNotifies(
      formatAlertRule(alert, dashboard && tileOf(alert, [dashboard])),
      formatNotifies(alert, webhooks),
    ),
    formatIncident(latest),
  ].join("\n");
  // A firing incident can be acknowledged from the card.
  const second =
    latest?.incident.state === "firing"
      ? button({ text: labels.acknowledge, actionId: actionIds.acknowledge, value: latest.incident.id })
      : commandButton(labels.openAlerts, { call: "alerts_open" });
  return reply(text, [section(text), actions([showAlertButton(thing.id, target), second])]);
}

function formatIncident(latest: AlertIncident | undefined): string {
  if (!latest) return noAlerts;
  const { incident, messageUrl } = latest;
  const way = messageUrl === undefined ? "" : ` (${link(messageUrl, labels.message)})`;
  return `${formatState(incident)}${way}.`;
}

function formatState({ state, openedAtMs, resolved, channelId }: Incident): string {
  const [where, since] = [formatChannel({ channelId }), at(openedAtMs)];
  if (state !== "resolved") return `Open ${where} since ${since}, ${openStates[state]}`;
  return `Last open ${where} from ${since}${resolved ? ` to ${at(resolved.atMs)}` : ""}`;
}

const openStates = { firing: notAcknowledged, acknowledged: "acknowledged", snoozed: "snoozed" };

/**
 * The card of a saved search: the alerts that watch it, because the API does not serve searches. Undefined if it may be
 * on several targets and no alert names one of them.
 */
export async function searchCard(
  thing: LinkedThing,
  reads: SharedReads,
  { now }: Pick<ObservabilityContext, "now">,
): Promise<Reply | undefined> {
  const there = await foundIn(thing, async (target) => {
    const listed = await reads.alerts(target);
    const readable = listed?.readable.filter((alert) => alertSavedSearchId(alert) === thing.id) ?? [];
    const alerts = listed && { ...listed, readable };
    return thing.targets.length === 1 || readable.length > 0 ? { alerts } : undefined;
  });
  if (!there) return undefined;
  const { target, found } = there;
  const watching = found.alerts ? alertLines(found.alerts, "search", now()) : [];
  const text = [savedSearch(target.name), ...watching].join("\n");
  const worst = worstFirst(found.alerts?.readable ?? [], now()).find(({ id }) => isSendableId(id));
  const first = worst ? showAlertButton(worst.id, target, labels.showRule) : createAlertButton(target);
  return reply(text, [section(text), actions([first, alertsButton(target)])]);
}

/**
 * The card for people who may not see the state of things: it names the link's kind and target, and its buttons answer
 * only the person who clicks. Undefined if several targets are possible.
 */
export function quietCard({ kind, id, targets }: LinkedThing): Reply | undefined {
  const [target, another] = targets;
  if (!target || another) return undefined;
  const buttons = quietly[kind](id, target);
  const text = quiet[kind](target.name, buttons[0].text.text);
  return reply(text, [section(text), actions(buttons)]);
}

type Quietly = (id: string, target: NamedTarget) => readonly [Button, Button];

const quietly: Record<LinkedThing["kind"], Quietly> = {
  dashboard: (id, target) => [showDashboardButton(id, target), alertsButton(target)],
  alert: (id, target) => [showAlertButton(id, target), alertsButton(target)],
  search: (_id, target) => [alertsButton(target), createAlertButton(target)],
};

function showDashboardButton(id: string, target: NamedTarget): Button {
  return targetButton(target, labels.show, { call: "dashboards_show", args: { dashboard: id } });
}

function showAlertButton(id: string, target: NamedTarget, text = labels.show): Button {
  return targetButton(target, text, { call: "alert_rules_show", args: { rule: id } });
}

function alertsButton(target: NamedTarget): Button {
  return targetButton(target, labels.rules, { call: "alert_rules_list" });
}

function createAlertButton(target: NamedTarget, tile?: { dashboard: string; tile: string }): Button {
  return targetButton(target, labels.create, { call: "alert_rules_create", args: { ...tile } });
}

import { actionIds } from "../../alerts/index.ts";
import type { Button } from "@slack/types";
import { actions, button } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { type Alert, alertDashboardId } from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import type { ObservabilityContext } from "../context.ts";
import { stateOf } from "../alert-rules/state.ts";
import { type AlertIncident, incidentsOf } from "../alert-rules/incidents-of.ts";
import { notifiesInWords } from "../alert-rules/format-notifies.ts";
import { rememberedWebhooks } from "../alert-rules/webhooks/remembered.ts";
import { ruleInWords } from "../alert-rules/format-rule.ts";
import { tileOf } from "../alert-rules/tile-of.ts";
import { ifReadable } from "../if-readable.ts";
import type { NamedPlace } from "../target.ts";
import { showAlertButton } from "./card-buttons.ts";
import { incidentInWords } from "./format-incident.ts";
import { type Looks, foundIn } from "./read-shared.ts";
import type { LinkedThing } from "./shared-links.ts";

/** The card of an alert: how it stands, its rule, whom it tells, and its last incident here; undefined where it is gone. */
export async function alertCard(
  thing: LinkedThing,
  looks: Looks,
  context: ObservabilityContext,
): Promise<Reply | undefined> {
  const there = await foundIn(thing, (place) => looks.alert(place, thing.id));
  if (!there) return undefined;
  const { place, found: alert } = there;
  const [dashboard, [latest]] = await Promise.all([
    dashboardOf(alert, place, looks),
    incidentsOf(alert, place, context, 1),
  ]);
  const webhooks = await rememberedWebhooks(alert, latest?.incident, place, context);
  const text = [
    stateLine(alert, place, context.now()),
    `Fires ${ruleInWords(alert, dashboard && tileOf(alert, [dashboard]))}. Tells ${notifiesInWords(alert, webhooks)}.`,
    incidentInWords(latest),
  ].join("\n");
  return reply(text, [section(text), actions([showAlertButton(thing.id, place), secondButton(latest)])]);
}

function stateLine(alert: Alert, place: NamedPlace, now: Date): string {
  const { emoji, words } = stateOf(alert, now);
  return `${emoji} *${escapeName(words)}: ${escapeName(alert.name || alert.id)}* · alert of ${escapeName(place.name)}`;
}

/** What nobody has taken yet can be taken here. */
function secondButton(latest: AlertIncident | undefined): Button {
  if (latest?.incident.state !== "firing") return commandButton("Open incidents", "alerts");
  return button({ text: "Acknowledge", actionId: actionIds.acknowledge, value: latest.incident.id });
}

async function dashboardOf(alert: Alert, place: NamedPlace, looks: Looks): Promise<Dashboard | undefined> {
  const id = alertDashboardId(alert);
  return id === undefined ? undefined : ifReadable(looks.dashboard(place, id));
}

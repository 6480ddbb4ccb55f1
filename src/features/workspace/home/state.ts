import type { KnownBlock } from "@slack/types";
import { headline } from "../../alerts/message/headline.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { placeInMrkdwn } from "../../../platform/blocks/place.ts";
import { packed } from "../../../platform/blocks/packed.ts";
import { context as smallPrint, header, section } from "../../../platform/blocks/text.ts";
import { deploymentOf, healthOf } from "../../connections/manage/list.ts";
import { plural } from "../../../lib/text.ts";
import type { KnownService } from "../../connections/known-services.ts";
import type { CloudFacts, HomeFacts } from "./facts.ts";
import { type Offer, row } from "./offer.ts";

const shownConnections = 8;

/** What is connected, and how that worked last. */
export function connectionBlocks({ connections, standard }: HomeFacts): KnownBlock[] {
  if (connections.length === 0) return [];
  const lines = connections.slice(0, shownConnections).map(({ connection, health }) => {
    const standing = connection.name === standard && connections.length > 1 ? " (the default)" : "";
    return `• ${code(connection.name)}${standing}: ${deploymentOf(connection)}. ${healthOf(health)}`;
  });
  return [header("Connected"), ...packed([...lines, ...more(connections.length - shownConnections)])];
}

const shownIncidents = 5;

/** The alerts that are open, the newest few with a line each. */
export function incidentBlocks(
  { incidents: { incidents, total, hasHooks } }: HomeFacts,
  offer: Offer,
): KnownBlock[] {
  if (!hasHooks) return [];
  if (total === 0) return [header("Open alerts"), section("No alert is open.")];
  const newest = incidents.toSorted((a, b) => b.openedAtMs - a.openedAtMs).slice(0, shownIncidents);
  const lines = newest.map(
    (incident) =>
      `${headline(incident)}\nsince ${slackDate(new Date(incident.openedAtMs))} ${placeInMrkdwn(incident)}`,
  );
  const title = `*${plural(total, "alert")}* ${total === 1 ? "is" : "are"} open.`;
  return [
    header("Open alerts"),
    section(title),
    ...lines.map((line) => section(line)),
    ...row(offer(total > shownIncidents ? `Show all ${total}` : "Show details", "alerts")),
  ];
}

/** What this month costs; nothing before that is known. */
export function monthBlocks({ month }: CloudFacts, offer: Offer): KnownBlock[] {
  if (month === undefined) return [];
  return [header("Costs this month"), section(month), ...row(offer("By service", "costs this month"))];
}

// A view holds 100 blocks, and these leave room for the rest.
const shownServices = 30;

/** The services that are known by name, with their state once the cloud told it. */
export function serviceBlocks(
  { services }: HomeFacts,
  clouds: CloudFacts | undefined,
  offer: Offer,
): KnownBlock[] {
  if (services.length === 0) {
    const hint = "No service is known here yet. Add one with `/db services add <service id> <name>`.";
    return [header("Services"), section(hint)];
  }
  const shown = services.slice(0, shownServices).map((service): KnownBlock => {
    const [button] = offer("Backups", `backups ${service.name}`);
    return { ...section(serviceLine(service, clouds)), ...(button ? { accessory: button } : {}) };
  });
  const left = services.length - shownServices;
  return [
    header("Services"),
    ...shown,
    ...(left > 0 ? [smallPrint(`And ${plural(left, "more service")}: ${code("/db services")}.`)] : []),
  ];
}

function serviceLine({ name, serviceId, connection }: KnownService, clouds: CloudFacts | undefined): string {
  const title = `*${escapeName(name)}*`;
  if (!clouds) return title;
  const state = clouds.states.get(serviceId);
  if (state !== undefined) return `${title}\n${escapeName(state.replaceAll("_", " "))}`;
  return clouds.told.has(connection)
    ? `${title}\n:warning: The cloud does not list it.`
    : `${title}\nIts state could not be read just now.`;
}

function more(count: number): string[] {
  return count > 0 ? [`and ${count} more`] : [];
}

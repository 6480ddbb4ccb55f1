import {
  type Hook,
  type Incident,
  type KnownAlert,
  type WebhookTarget,
  knownAlert,
} from "../../../alerts/index.ts";
import { type Alert, alertChannels } from "../../../../platform/cloud/observability/alert.ts";
import type { ObservabilityContext } from "../../context.ts";
import { type ObservabilityTarget, isSameTarget } from "../../target.ts";
import type { ToldWebhook } from "../format-rule.ts";
import { isIncidentOf, isNamed, mayObserve, originsOf } from "../is-incident-of.ts";

/** A webhook that alerts of a place post to. */
export interface KnownWebhook {
  webhookId: string;
  /** The hook of ours that it reaches, with its name and channel, where that is known. */
  hookId?: string;
  hookName?: string;
  channelId?: string;
  /** How many of the alerts post to it. */
  usedBy: number;
}

type Context = Pick<ObservabilityContext, "hooks" | "incidents" | "webhookTargets">;

/** More alerts than these are not looked at for where their webhooks lead: the others tell enough. */
const mostChecked = 300;
/** Of each alert the latest tell. */
const mostIncidents = 3;

/**
 * The webhooks that a place's alerts name, those that most alerts use first. Which hook of ours one reaches was said when an
 * alert was created from here, or is learned from incidents that name an alert with this webhook alone, and is kept. The
 * alerts need not be all of the place.
 */
export async function knownWebhooks(
  target: ObservabilityTarget,
  alerts: readonly Alert[],
  context: Context,
): Promise<KnownWebhook[]> {
  const hooks = new Map((await context.hooks.list()).map((hook) => [hook.id, hook]));
  await context.webhookTargets.remember(await learned(target, alerts, hooks, context));
  const targets = (await context.webhookTargets.list()).filter((one) => isSameTarget(one, target));
  const hookIds = new Map(targets.map(({ webhookId, hookId }) => [webhookId, hookId]));
  return [...usesOf(alerts)]
    .map(([webhookId, usedBy]) => withHook(webhookId, usedBy, hooks.get(hookIds.get(webhookId) ?? "")))
    .toSorted((a, b) => b.usedBy - a.usedBy || a.webhookId.localeCompare(b.webhookId));
}

function webhooksOf(alert: Alert): string[] {
  return alertChannels(alert).flatMap(({ type, webhookId }) =>
    webhookId && (type ?? "webhook") === "webhook" ? [webhookId] : [],
  );
}

function usesOf(alerts: readonly Alert[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const alert of alerts)
    for (const webhookId of new Set(webhooksOf(alert))) uses.set(webhookId, (uses.get(webhookId) ?? 0) + 1);
  return uses;
}

function withHook(webhookId: string, usedBy: number, hook: Hook | undefined): KnownWebhook {
  if (!hook) return { webhookId, usedBy };
  return { webhookId, hookId: hook.id, hookName: hook.name, channelId: hook.channelId, usedBy };
}

/** Where webhooks lead, as the latest incidents tell. */
async function learned(
  { connection, serviceId }: ObservabilityTarget,
  alerts: readonly Alert[],
  hooks: ReadonlyMap<string, Hook>,
  { incidents }: Context,
): Promise<WebhookTarget[]> {
  const all = alerts.map(knownAlert);
  const responder = alerts.filter((alert) => alertChannels(alert).length === 1).slice(0, mostChecked);
  const latest = await latestOf(responder.map(knownAlert), incidents);
  return responder.flatMap((alert, index) => {
    const [webhookId] = webhooksOf(alert);
    const isItsOwn = (incident: Incident) =>
      mayObserve(hooks.get(incident.hookId), { connection, serviceId }) &&
      isIncidentOf(alert.id, incident, all) &&
      // What is kept has to be certain: another alert, not among these, may stand on the same tile.
      isNamed(incident, knownAlert(alert));
    const incident = latest[index]?.find(isItsOwn);
    if (webhookId === undefined || !incident) return [];
    const at = { connection, ...(serviceId !== undefined && { serviceId }) };
    return [{ webhookId, ...at, hookId: incident.hookId, atMs: incident.lastSeenAtMs }];
  });
}

async function latestOf(
  alerts: readonly KnownAlert[],
  incidents: Context["incidents"],
): Promise<Incident[][]> {
  const origins = alerts.map(originsOf);
  const ids = await incidents.recentOf(origins.flat());
  const wanted = ids.map((ofOrigin) => ofOrigin.slice(0, mostIncidents));
  const found = new Map((await incidents.many([...new Set(wanted.flat())])).map((each) => [each.id, each]));
  let next = 0;
  return origins.map((ofAlert) => {
    const ofIt = wanted.slice(next, (next += ofAlert.length)).flat();
    const known = ofIt.map((id) => found.get(id)).filter((incident) => incident !== undefined);
    return known.toSorted((a, b) => b.lastSeenAtMs - a.lastSeenAtMs);
  });
}

/**
 * Which hooks of ours an alert's webhooks reach, as far as that is remembered, or its latest incident tells of its only
 * one; nothing is kept by it.
 */
export async function rememberedWebhooks(
  alert: Alert,
  latest: Incident | undefined,
  target: ObservabilityTarget,
  { hooks, webhookTargets }: Pick<ObservabilityContext, "hooks" | "webhookTargets">,
): Promise<ToldWebhook[]> {
  const [known, targets] = await Promise.all([hooks.list(), webhookTargets.list()]);
  const byId = new Map(known.map((hook) => [hook.id, hook]));
  const remembered = targets
    .filter((one) => isSameTarget(one, target))
    .flatMap(({ webhookId, hookId }) => told(webhookId, byId.get(hookId)));
  const [only, ...more] = alertChannels(alert);
  if (!latest || !only?.webhookId || more.length > 0) return remembered;
  return [...remembered, ...told(only.webhookId, byId.get(latest.hookId))];
}

function told(webhookId: string, hook: Hook | undefined): ToldWebhook[] {
  return hook ? [{ webhookId, hookName: hook.name, channelId: hook.channelId }] : [];
}

/** The id of the one webhook that an alert tells; undefined where it tells nobody, several, or somebody else. */
export function theWebhookOf(alert: Alert): string | undefined {
  const [channel, ...others] = alertChannels(alert);
  if (!channel?.webhookId || others.length > 0) return undefined;
  return !channel.type || channel.type === "webhook" ? channel.webhookId : undefined;
}

import {
  type Hook,
  type Incident,
  type KnownAlert,
  type WebhookTarget,
  knownAlert,
} from "../../alerts/index.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { type Alert, alertChannels } from "../../../platform/cloud/observability/alert.ts";
import type { ObservabilityContext } from "../context.ts";
import { type ObservabilityTarget, isSameTarget } from "../target.ts";
import type { WebhookHook } from "./format-rule.ts";
import { isIncidentOf, isNamed, mayObserve, originsOf } from "./incidents.ts";

/** A webhook to which alerts of a target post, with our hook that it reaches, if that is known. */
export interface KnownWebhook extends WebhookHook {
  hookId?: string;
  /** How many of the alerts post to it. */
  usedBy: number;
}

type Context = Pick<ObservabilityContext, "hooks" | "incidents" | "webhookTargets">;

/** The webhooks of more alerts than these are not read. */
const mostChecked = 300;
/** The latest incidents of each alert suffice. */
const mostIncidents = 3;

/**
 * The webhooks of a target's alerts, by use. Their hooks come from alerts that were created here, or are learned from
 * incidents of an alert with this webhook alone, and are remembered. The alerts need not be all of the target.
 */
export async function knownWebhooks(
  target: ObservabilityTarget,
  alerts: readonly Alert[],
  context: Context,
): Promise<KnownWebhook[]> {
  return (await allWebhooks(target, alerts, context)).filter(({ usedBy }) => usedBy > 0);
}

/**
 * The webhooks for a target's next alert: first those that reach a hook of this channel, then of any, then the others
 * by use. Remembered ones are among them, because some servers list no alerts.
 */
export async function choosableWebhooks(
  target: ObservabilityTarget,
  alerts: readonly Alert[],
  channelId: string | undefined,
  context: Context,
): Promise<KnownWebhook[]> {
  const rank = (webhook: KnownWebhook) =>
    Number(webhook.hookId === undefined) + Number(channelId === undefined || webhook.channelId !== channelId);
  return (await allWebhooks(target, alerts, context))
    .filter(({ webhookId }) => webhookId.length <= limits.option.value)
    .toSorted((a, b) => rank(a) - rank(b));
}

async function allWebhooks(
  target: ObservabilityTarget,
  alerts: readonly Alert[],
  context: Context,
): Promise<KnownWebhook[]> {
  const hooks = new Map((await context.hooks.list()).map((hook) => [hook.id, hook]));
  await context.webhookTargets.remember(await learned(target, alerts, hooks, context));
  const reached = await hooksReached(target, hooks, context);
  const uses = alerts.flatMap((alert) => [...new Set(webhooksOf(alert))]);
  const usedBy = Map.groupBy(uses, (webhookId) => webhookId);
  return [...new Set([...usedBy.keys(), ...reached.keys()])]
    .map((webhookId) => ({
      ...withHook(webhookId, reached.get(webhookId)),
      usedBy: usedBy.get(webhookId)?.length ?? 0,
    }))
    .toSorted((a, b) => b.usedBy - a.usedBy || a.webhookId.localeCompare(b.webhookId));
}

/** Our hooks that a target's webhooks reach, as far as remembered, by the webhook's id. */
async function hooksReached(
  target: ObservabilityTarget,
  hooks: ReadonlyMap<string, Hook>,
  { webhookTargets }: Pick<Context, "webhookTargets">,
): Promise<Map<string, Hook>> {
  const targets = (await webhookTargets.list()).filter((one) => isSameTarget(one, target));
  return new Map(
    targets.flatMap(({ webhookId, hookId }) => {
      const hook = hooks.get(hookId);
      return hook ? [[webhookId, hook] as const] : [];
    }),
  );
}

function withHook(webhookId: string, hook: Hook | undefined) {
  return hook
    ? { webhookId, hookId: hook.id, hookName: hook.name, channelId: hook.channelId }
    : { webhookId };
}

function webhooksOf(alert: Alert): string[] {
  return alertChannels(alert).flatMap(({ type, webhookId }) =>
    webhookId && (type ?? "webhook") === "webhook" ? [webhookId] : [],
  );
}

/** The hooks of webhooks by their latest incidents. */
async function learned(
  { connection, serviceId }: ObservabilityTarget,
  alerts: readonly Alert[],
  hooks: ReadonlyMap<string, Hook>,
  { incidents }: Context,
): Promise<WebhookTarget[]> {
  const all = alerts.map(knownAlert);
  const checked = alerts.filter((alert) => alertChannels(alert).length === 1).slice(0, mostChecked);
  const latest = await latestOf(checked.map(knownAlert), incidents);
  return checked.flatMap((alert, index) => {
    const [webhookId] = webhooksOf(alert);
    const isItsOwn = (incident: Incident) =>
      mayObserve(hooks.get(incident.hookId), { connection, serviceId }) &&
      isIncidentOf(alert.id, incident, all) &&
      // What is remembered has to be certain: an alert that is not among these may watch the same tile.
      isNamed(incident, knownAlert(alert));
    const incident = latest[index]?.find(isItsOwn);
    if (webhookId === undefined || !incident) return [];
    return [{ webhookId, connection, serviceId, hookId: incident.hookId, atMs: incident.lastSeenAtMs }];
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

/** The remembered hooks of a target's webhooks, and the hook of the alert's latest incident if it has one webhook. */
export async function rememberedWebhooks(
  alert: Alert,
  latest: Incident | undefined,
  target: ObservabilityTarget,
  context: Pick<ObservabilityContext, "hooks" | "webhookTargets">,
): Promise<WebhookHook[]> {
  const hooks = new Map((await context.hooks.list()).map((hook) => [hook.id, hook]));
  const reached = await hooksReached(target, hooks, context);
  const [only, ...more] = alertChannels(alert);
  const hook = latest && hooks.get(latest.hookId);
  if (hook && only?.webhookId && more.length === 0 && !reached.has(only.webhookId))
    reached.set(only.webhookId, hook);
  return [...reached].map(([webhookId, one]) => withHook(webhookId, one));
}

/** The id of an alert's only webhook; undefined if it has none, several, or another channel. */
export function onlyWebhookOf(alert: Alert): string | undefined {
  const [channel, ...others] = alertChannels(alert);
  if (!channel?.webhookId || others.length > 0) return undefined;
  return !channel.type || channel.type === "webhook" ? channel.webhookId : undefined;
}

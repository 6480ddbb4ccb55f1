import { explain, formatUnreadable } from "../../../../platform/blocks/explain.ts";
import { type Alert, alertSavedSearchId } from "../../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../../platform/cloud/observability/dashboard.ts";
import type { ObservabilityContext } from "../../context.ts";
import { AppError } from "../../../../lib/errors.ts";
import type { Finding, FormState } from "../../../../platform/forms/form.ts";
import { textIn } from "../../../../platform/forms/state.ts";
import { type ObservabilityClient, observabilityClientOf } from "../../observability-client.ts";
import { shownName } from "../../shown-name.ts";
import { type AlertFormFacts, factsOf } from "./facts.ts";
import { limits } from "../../../../platform/blocks/limits.ts";
import { type ObservabilityTarget, isSameTarget } from "../../target.ts";
import { type KnownWebhook, knownWebhooks } from "../webhooks/known.ts";
import { ifReadable } from "../../readable.ts";

/** What a place has that an alert can be made of. */
export interface TargetRead {
  dashboards: readonly Dashboard[];
  /** The one that is changed or copied. */
  alert: Alert | undefined;
}

/** What such a form begins with, of what was read. */
type Fill = (read: TargetRead, facts: AlertFormFacts) => Partial<FormState>;

/** What a form reads once it is open: all there is, and after a choice the tiles of the dashboard. */
export async function fetchFacts(
  about: string,
  state: FormState,
  context: ObservabilityContext,
  fill: Fill,
): Promise<Finding | undefined> {
  const facts = factsOf(state);
  if (!facts.isRead) return finding(() => readPlace(facts, context, fill));
  return about === "dashboardId" ? readTiles(state, facts, context) : undefined;
}

async function readPlace(facts: AlertFormFacts, context: ObservabilityContext, fill: Fill): Promise<Finding> {
  const { target, given, channelId } = facts;
  const observabilityClient = observabilityClientOf(target, context);
  // An alert can be changed without its dashboard; it cannot be made.
  const listing = observabilityClient.surveyDashboards();
  const [survey, listed, alert] = await Promise.all([
    given.alertId === undefined ? listing : ifReadable(listing),
    listedAlerts(observabilityClient),
    given.alertId === undefined ? undefined : observabilityClient.getAlert(given.alertId),
  ]);
  const dashboards = survey?.readable ?? [];
  const [unread] = formatUnreadable("dashboard", survey?.unreadable ?? []);
  const filled = fill({ dashboards, alert }, facts);
  const alerts = withAlert(listed.alerts, alert);
  const webhooks = await choosableWebhooks(target, alerts, channelId, context);
  const facing = dashboards.map(({ id, name }) => ({ id, name: shownName(name, id) }));
  return {
    facts: {
      dashboards: facing.toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true })),
      tiles: tilesOf(dashboards, textIn(filled.values ?? {}, "dashboardId")),
      searches: searchesOf(alerts),
      webhooks,
      isRead: true,
      ...filled.facts,
      trouble: allOf(filled.facts?.["trouble"], listed.trouble, unread),
    },
    values: { webhook: webhooks[0]?.webhookId, ...filled.values },
    counts: (now) => !factsOf(now).isRead,
  };
}

/** Not every server has the list; where it has and fails, what stands in the form is not all there is. */
async function listedAlerts(
  observabilityClient: ObservabilityClient,
): Promise<{ alerts: Alert[]; trouble?: string }> {
  try {
    const { readable, unreadable } = await observabilityClient.surveyAlerts();
    const [unread] = formatUnreadable("alert", unreadable);
    return {
      alerts: readable,
      ...(unread && { trouble: `${unread} Webhooks and saved searches may be missing here.` }),
    };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    return error.unserved ? { alerts: [] } : { alerts: [], trouble: `${notListed} ${explain(error)}` };
  }
}

const notListed =
  "The alerts could not be listed just now, so webhooks and saved searches may be missing here.";

function allOf(...troubles: unknown[]): string | undefined {
  return troubles.filter((trouble) => typeof trouble === "string").join(" ") || undefined;
}

/** The list may not be served, and what this alert has is offered all the same. */
function withAlert(listed: readonly Alert[], alert: Alert | undefined): readonly Alert[] {
  return !alert || listed.some(({ id }) => id === alert.id) ? listed : [...listed, alert];
}

function tilesOf(dashboards: readonly Dashboard[], dashboardId: string): AlertFormFacts["tiles"] {
  const dashboard = dashboards.find(({ id }) => id === dashboardId);
  return dashboard && { dashboardId, tiles: dashboard.tiles ?? [] };
}

/** The API does not list saved searches: those are known that alerts watch. */
function searchesOf(alerts: readonly Alert[]): AlertFormFacts["searches"] {
  const names = new Map<string, string>();
  for (const alert of alerts) {
    const id = alertSavedSearchId(alert);
    if (id !== undefined && id.length <= 64 && !names.has(id)) names.set(id, shownName(alert.name, alert.id));
  }
  return [...names].map(([id, name]) => ({ id, name }));
}

async function readTiles(
  { values }: FormState,
  { target, tiles }: AlertFormFacts,
  context: ObservabilityContext,
): Promise<Finding | undefined> {
  const dashboardId = textIn(values, "dashboardId");
  if (dashboardId === "" || dashboardId === tiles?.dashboardId) return undefined;
  const found = await finding(async () => {
    const dashboard = await observabilityClientOf(target, context).getDashboard(dashboardId);
    return { facts: { tiles: { dashboardId, tiles: dashboard.tiles ?? [] }, trouble: undefined } };
  });
  return { ...found, counts: (now) => textIn(now.values, "dashboardId") === dashboardId };
}

/** That it could not be read is a finding too. */
async function finding(read: () => Promise<Finding>): Promise<Finding> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    return { facts: { trouble: explain(error) } };
  }
}

type Context = Pick<ObservabilityContext, "hooks" | "incidents" | "webhookTargets">;

/**
 * The webhooks that an alert of a place can tell, the likeliest first: those that reach a hook of this channel, then of
 * any, then the others by use. Those that only we remember are among them, for some servers list no alerts.
 */
export async function choosableWebhooks(
  target: ObservabilityTarget,
  alerts: readonly Alert[],
  channelId: string | undefined,
  context: Context,
): Promise<KnownWebhook[]> {
  const used = await knownWebhooks(target, alerts, context);
  const all = [...used, ...(await remembered(target, used, context))];
  const rank = (webhook: KnownWebhook) =>
    Number(webhook.hookId === undefined) + Number(channelId === undefined || webhook.channelId !== channelId);
  return all
    .filter(({ webhookId }) => webhookId.length <= limits.option.value)
    .toSorted((a, b) => rank(a) - rank(b));
}

async function remembered(
  target: ObservabilityTarget,
  used: readonly KnownWebhook[],
  { hooks, webhookTargets }: Context,
): Promise<KnownWebhook[]> {
  const [targets, ours] = await Promise.all([webhookTargets.list(), hooks.list()]);
  const usedIds = new Set(used.map(({ webhookId }) => webhookId));
  return targets
    .filter((known) => isSameTarget(known, target) && !usedIds.has(known.webhookId))
    .flatMap(({ webhookId, hookId }) => {
      const hook = ours.find(({ id }) => id === hookId);
      return hook ? [{ webhookId, hookId, hookName: hook.name, channelId: hook.channelId, usedBy: 0 }] : [];
    });
}

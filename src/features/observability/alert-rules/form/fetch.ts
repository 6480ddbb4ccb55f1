import { explain, formatUnreadable } from "../../../../platform/blocks/explain.ts";
import { type Alert, alertSavedSearchId } from "../../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../../platform/cloud/observability/dashboard.ts";
import type { ObservabilityContext } from "../../context.ts";
import { AppError, attempt } from "../../../../lib/errors.ts";
import type { Finding, FormState } from "../../../../platform/forms/form.ts";
import { textIn } from "../../../../platform/forms/state.ts";
import { type ObservabilityClient, observabilityClientOf } from "../../observability-client.ts";
import { compareNames, shownName } from "../../names.ts";
import { type AlertFormFacts, factsOf } from "./facts.ts";
import { choosableWebhooks } from "../webhooks.ts";
import * as texts from "../texts.ts";
import { ifReadable } from "../../readable.ts";

/** What was read for an alert's form. */
export interface TargetRead {
  dashboards: readonly Dashboard[];
  /** The alert to change or copy. */
  alert: Alert | undefined;
}

/** Makes a form's first state of what was read. */
type Fill = (read: TargetRead, facts: AlertFormFacts) => Partial<FormState>;

/** What a form reads once it is open: everything, and after a choice the tiles of the dashboard. */
export async function fetchFacts(
  about: string,
  state: FormState,
  context: ObservabilityContext,
  fill: Fill,
): Promise<Finding | undefined> {
  const facts = factsOf(state);
  if (!facts.isRead) return finding(() => readTarget(facts, context, fill));
  return about === "dashboardId" ? readTiles(state, facts, context) : undefined;
}

async function readTarget(
  facts: AlertFormFacts,
  context: ObservabilityContext,
  fill: Fill,
): Promise<Finding> {
  const { target, given, channelId } = facts;
  const client = observabilityClientOf(target, context);
  // An alert can be changed without its dashboard, but not created.
  const listing = client.dashboards.survey();
  const [survey, listed, alert] = await Promise.all([
    given.alertId === undefined ? listing : ifReadable(listing),
    listedAlerts(client),
    given.alertId === undefined ? undefined : client.alerts.get(given.alertId),
  ]);
  const dashboards = survey?.readable ?? [];
  const [unread] = formatUnreadable("dashboard", survey?.unreadable ?? []);
  const filled = fill({ dashboards, alert }, facts);
  const alerts = withAlert(listed.alerts, alert);
  const webhooks = await choosableWebhooks(target, alerts, channelId, context);
  return {
    facts: {
      dashboards: dashboards
        .map(({ id, name }) => ({ id, name: shownName(name, id) }))
        .toSorted((a, b) => compareNames(a.name, b.name)),
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

/** Not every server has the list. If it fails, the form does not have everything. */
async function listedAlerts({ alerts }: ObservabilityClient): Promise<{ alerts: Alert[]; trouble?: string }> {
  const listed = await attempt(() => alerts.survey());
  if (listed instanceof AppError)
    return listed.unserved
      ? { alerts: [] }
      : { alerts: [], trouble: `${texts.notListed} ${explain(listed)}` };
  const [unread] = formatUnreadable("alert rule", listed.unreadable);
  return {
    alerts: listed.readable,
    ...(unread && { trouble: `${unread} ${texts.someUnread}` }),
  };
}

function allOf(...troubles: unknown[]): string | undefined {
  return troubles.filter((trouble) => typeof trouble === "string").join(" ") || undefined;
}

/** Adds the alert itself, because the list may not be served. */
function withAlert(listed: readonly Alert[], alert: Alert | undefined): readonly Alert[] {
  return !alert || listed.some(({ id }) => id === alert.id) ? listed : [...listed, alert];
}

function tilesOf(dashboards: readonly Dashboard[], dashboardId: string): AlertFormFacts["tiles"] {
  const dashboard = dashboards.find(({ id }) => id === dashboardId);
  return dashboard && { dashboardId, tiles: dashboard.tiles ?? [] };
}

/** The saved searches that alerts watch. The API does not list others. */
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
    const dashboard = await observabilityClientOf(target, context).dashboards.get(dashboardId);
    return { facts: { tiles: { dashboardId, tiles: dashboard.tiles ?? [] }, trouble: undefined } };
  });
  return { ...found, counts: (now) => textIn(now.values, "dashboardId") === dashboardId };
}

/** A failed read is a finding too. */
async function finding(read: () => Promise<Finding>): Promise<Finding> {
  const found = await attempt(read);
  return found instanceof AppError ? { facts: { trouble: explain(found) } } : found;
}

import { z } from "zod";
import { AppError, attempt } from "../../../../lib/errors.ts";
import type { Person } from "../../../../platform/access/effective-role.ts";
import { explain, formatUnreadable } from "../../../../platform/blocks/explain.ts";
import { limits } from "../../../../platform/blocks/limits.ts";
import { Alert, alertChannels, alertSavedSearchId } from "../../../../platform/cloud/observability/alert.ts";
import { Dashboard } from "../../../../platform/cloud/observability/dashboard.ts";
import type { Choice, Finding, FormFacts, FormState, FormValues } from "../../../../platform/forms/form.ts";
import { readOnce, textIn } from "../../../../platform/forms/state.ts";
import type { ObservabilityContext } from "../../context.ts";
import { compareNames } from "../../../../lib/names.ts";
import { shownName } from "../../names.ts";
import { type ObservabilityClient, observabilityClientOf } from "../../observability-client.ts";
import { ifReadable } from "../../readable.ts";
import { NamedTarget, consoleOfTarget } from "../../target.ts";
import * as texts from "../texts.ts";
import { choosableWebhooks } from "../webhooks.ts";

/** The choice of a webhook that is not known here yet. */
export const anotherWebhook = "another";

/** False for an alert that notifies several, or something other than a webhook: the console changes that. */
export function canChooseWebhook({ isRead, seen }: AlertFormFacts): boolean {
  if (!isRead || seen === undefined) return isRead;
  const channels = alertChannels(seen);
  return channels.length <= 1 && channels.every(({ type }) => !type || type === "webhook");
}

/** True if an unknown webhook is to be named. */
export function isAnotherWebhook(state: FormState): boolean {
  const facts = factsOf(state);
  if (!canChooseWebhook(facts)) return false;
  return facts.webhooks.length === 0 || textIn(state.values, "webhook") === anotherWebhook;
}

/** The given ids of an alert's form. Nothing is checked yet. */
export const AlertFormStart = z.object({
  target: NamedTarget,
  dashboardId: z.string().optional(),
  tileId: z.string().optional(),
  /** The alert to change or copy. */
  alertId: z.string().optional(),
});
export type AlertFormStart = z.output<typeof AlertFormStart>;

/** The first state of such a form. The rest is read once it is open. */
export async function begin(
  start: FormValues,
  context: ObservabilityContext,
  { channelId }: Person,
): Promise<FormState> {
  const { target, ...given } = AlertFormStart.parse(start);
  const [hooks, console] = await Promise.all([ourHooks(context), consoleOfTarget(target, context)]);
  const facts: z.input<typeof AlertFormFacts> = {
    target,
    given,
    hooks,
    publicUrl: context.publicUrl,
    channelId,
    consoleUrl: console?.addressOf({ kind: "alerts" }),
  };
  return { values: {}, facts };
}

/** The workspace's hooks, as the form lists them. */
export async function ourHooks({
  hooks,
}: Pick<ObservabilityContext, "hooks">): Promise<AlertFormFacts["hooks"]> {
  return (await hooks.list()).map(({ id, name, channelId }) => ({ id, name, channelId }));
}

const Named = z.object({ id: z.string(), name: z.string() });
const Webhook = z.object({
  webhookId: z.string(),
  hookId: z.string().optional(),
  hookName: z.string().optional(),
  channelId: z.string().optional(),
  usedBy: z.number(),
});

/** The facts of an alert's form. */
const AlertFormFacts = z.object({
  target: NamedTarget,
  given: AlertFormStart.omit({ target: true }),
  /** True once the server's dashboards and alerts are read. */
  isRead: z.boolean().default(false),
  /** Why not all of it is read, in mrkdwn. */
  trouble: z.string().optional(),
  dashboards: z.array(Named).default([]),
  /** The tiles of the chosen dashboard. */
  tiles: z.object({ dashboardId: z.string(), tiles: Dashboard.shape.tiles.unwrap().unwrap() }).optional(),
  /** Saved searches that alerts watch; the name is that of the alert. */
  searches: z.array(Named).default([]),
  webhooks: z.array(Webhook).default([]),
  /** Our hooks. */
  hooks: z.array(Named.extend({ channelId: z.string() })).default([]),
  publicUrl: z.string(),
  /** The channel of the command. */
  channelId: z.string().optional(),
  /** The page of the alerts in the server's console. */
  consoleUrl: z.string().optional(),
  /** The name that was filled in for its person, which another tile may replace. */
  filledName: z.string().optional(),
  /** The alert to change, as it was read. */
  seen: Alert.optional(),
  /** The alert to copy, as it was read. */
  copied: Alert.optional(),
});
export type AlertFormFacts = z.output<typeof AlertFormFacts>;

/** The facts of one of these forms. */
export function factsOf({ facts }: { facts: FormFacts }): AlertFormFacts {
  return read(facts);
}

const read = readOnce((facts) => AlertFormFacts.parse(facts));

/** True for a stand-alone server. Its alerts have more than the specification's nine fields. */
export function isStandalone({ target }: Pick<AlertFormFacts, "target">): boolean {
  return target.serviceId === undefined;
}

/** Keeps the chosen option among those that Slack shows. */
export function withChosen(choices: readonly Choice[], chosen: string): Choice[] {
  const beyond = choices.slice(limits.select.options).filter(({ value }) => value === chosen);
  return [...beyond, ...choices];
}

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

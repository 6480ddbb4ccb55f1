import { z } from "zod";
import { Alert, alertChannels } from "../../../../platform/cloud/observability/alert.ts";
import { Dashboard } from "../../../../platform/cloud/observability/dashboard.ts";
import type { Choice, FormFacts, FormState, FormValues } from "../../../../platform/forms/form.ts";
import { NamedTarget } from "../../target.ts";
import { limits } from "../../../../platform/blocks/limits.ts";
import { readOnce, textIn } from "../../../../platform/forms/state.ts";
import type { Person } from "../../../../platform/access/effective-role.ts";
import type { ObservabilityContext } from "../../context.ts";
import { consoleOfTarget } from "../../console.ts";

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

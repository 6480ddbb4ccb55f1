import { z } from "zod";
import { Alert, alertChannels } from "../../../../platform/cloud/observability/alert.ts";
import { Dashboard } from "../../../../platform/cloud/observability/dashboard.ts";
import type { Choice, FormFacts, FormState, FormValues } from "../../../../platform/forms/form.ts";
import { ObservabilityTarget } from "../../target.ts";
import { limits } from "../../../../platform/blocks/limits.ts";
import { textIn } from "../../../../platform/forms/state.ts";
import type { Person } from "../../../../platform/access/effective-role.ts";
import type { ObservabilityContext } from "../../context.ts";
import { consoleOfTarget } from "../../console.ts";

/** The entry of the webhooks that stands for one that is not known here yet. */
export const anotherWebhook = "another";

/** An alert that tells several, or somebody else than a webhook, goes on doing so: that is chosen in the console. */
export function canChooseWebhook({ isRead, seen }: AlertFormFacts): boolean {
  if (!isRead || seen === undefined) return isRead;
  const channels = alertChannels(seen);
  return channels.length <= 1 && channels.every(({ type }) => !type || type === "webhook");
}

/** True where a webhook is to be named that is not known here. */
export function isAnotherWebhook(state: FormState): boolean {
  const facts = factsOf(state);
  if (!canChooseWebhook(facts)) return false;
  return facts.webhooks.length === 0 || textIn(state.values, "webhook") === anotherWebhook;
}

/** What a form of an alert is opened with; ids, and no truth. */
export const AlertFormStart = z.object({
  target: ObservabilityTarget.extend({ name: z.string() }),
  dashboardId: z.string().optional(),
  tileId: z.string().optional(),
  /** The alert to change, or to copy. */
  alertId: z.string().optional(),
});
export type AlertFormStart = z.output<typeof AlertFormStart>;

/** What such a form begins with: all else is read once it is open. */
export async function begin(
  start: FormValues,
  context: ObservabilityContext,
  { channelId }: Person,
): Promise<FormState> {
  const { target, ...given } = AlertFormStart.parse(start);
  const [hooks, console] = await Promise.all([ourHooks(context), consoleOfTarget(target, context)]);
  const facts: NewAlertFormFacts = {
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

/** What the forms of an alert are drawn from. */
const AlertFormFacts = z.object({
  target: ObservabilityTarget.extend({ name: z.string() }),
  /** What its opener came with: a tile to watch, or the alert to change or copy. */
  given: z.object({
    dashboardId: z.string().optional(),
    tileId: z.string().optional(),
    alertId: z.string().optional(),
  }),
  /** True once the server has said what there is. */
  isRead: z.boolean().default(false),
  /** Why it could not be read, or not all of it, in mrkdwn. */
  trouble: z.string().optional(),
  dashboards: z.array(Named).default([]),
  /** The tiles of the dashboard that is chosen. */
  tiles: z.object({ dashboardId: z.string(), tiles: Dashboard.shape.tiles.unwrap().unwrap() }).optional(),
  /** Saved searches that alerts watch; the name is that of the alert. */
  searches: z.array(Named).default([]),
  webhooks: z.array(Webhook).default([]),
  /** Our hooks. */
  hooks: z.array(Named.extend({ channelId: z.string() })).default([]),
  publicUrl: z.string(),
  /** Where the form was asked for. */
  channelId: z.string().optional(),
  /** The page of the alerts in the server's console. */
  consoleUrl: z.string().optional(),
  /** The name that was filled in for its person, which may go when they choose another tile. */
  filledName: z.string().optional(),
  /** The alert that is changed, as it was read. */
  seen: Alert.optional(),
  /** The alert that is copied, as it was read. */
  copied: Alert.optional(),
});
export type AlertFormFacts = z.output<typeof AlertFormFacts>;
/** The same as they are put there. */
type NewAlertFormFacts = z.input<typeof AlertFormFacts>;

/** The facts of one of these forms. */
export function factsOf({ facts }: { facts: FormFacts }): AlertFormFacts {
  return AlertFormFacts.parse(facts);
}

/** True for the API of a stand-alone server, whose alerts are made of more than the specification's nine fields. */
export function isStandalone({ target }: Pick<AlertFormFacts, "target">): boolean {
  return target.serviceId === undefined;
}

/** What is chosen stays among those that Slack shows, however many there are. */
export function withChosen(choices: readonly Choice[], chosen: string): Choice[] {
  const beyond = choices.slice(limits.select.options).filter(({ value }) => value === chosen);
  return [...beyond, ...choices];
}

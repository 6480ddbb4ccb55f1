import { z } from "zod";
import { Alert } from "../../../../platform/cloud/observability/alert.ts";
import { Dashboard } from "../../../../platform/cloud/observability/dashboard.ts";
import type { FormFacts } from "../../../../platform/forms/form.ts";
import { ObservabilityPlace } from "../../target.ts";

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
  place: ObservabilityPlace.extend({ name: z.string() }),
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
export type NewAlertFormFacts = z.input<typeof AlertFormFacts>;

/** The facts of one of these forms. */
export function factsOf({ facts }: { facts: FormFacts }): AlertFormFacts {
  return AlertFormFacts.parse(facts);
}

/** True for the API of a stand-alone server, whose alerts are made of more than the specification's nine fields. */
export function isStandalone({ place }: Pick<AlertFormFacts, "place">): boolean {
  return place.serviceId === undefined;
}

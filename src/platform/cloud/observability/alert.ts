import { z } from "zod";
import { dayMs, hourMs, minuteMs } from "../../../lib/duration.ts";
import { asRead } from "../answer-fields.ts";
import { orUnreadable } from "../lists.ts";
import { managed, resourceOperations, standalone } from "./resource.ts";

/** The evaluation intervals seen on running servers. Others are accepted. */
export const alertIntervals = ["1m", "5m", "15m", "30m", "1h", "6h", "12h", "1d"] as const;

/** The threshold types seen on running servers. Others are accepted. */
export const alertThresholdTypes = [
  "above",
  "below",
  "above_exclusive",
  "below_or_equal",
  "equal",
  "not_equal",
  "between",
  "not_between",
] as const;

const AlertChannel = z.looseObject({ type: z.string().nullish(), webhookId: z.string().nullish() });

/** An alert as servers answer it. Older and newer servers name some of its fields differently. */
export const Alert = z.looseObject({
  id: z.string(),
  name: z.string().nullish(),
  message: z.string().nullish(),
  threshold: z.number().nullish(),
  /** The upper threshold for `between` and `not_between`. */
  thresholdMax: z.number().nullish(),
  interval: z.string().nullish(),
  thresholdType: z.string().nullish(),
  source: z.string().nullish(),
  state: z.string().nullish(),
  channel: AlertChannel.nullish(),
  channels: z.array(AlertChannel).nullish(),
  team: z.string().nullish(),
  teamId: z.string().nullish(),
  tileId: z.string().nullish(),
  dashboard: z.string().nullish(),
  dashboardId: z.string().nullish(),
  savedSearchId: z.string().nullish(),
  /** ISO 8601 with milliseconds, as is `updatedAt`. */
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
});

export type Alert = z.output<typeof Alert>;

/** The dashboard of an alert, under either of its names. */
export function alertDashboardId({ dashboard, dashboardId }: Alert): string | undefined {
  return dashboard ?? dashboardId ?? undefined;
}

/** The saved search of an alert, under either of its names. */
export function alertSavedSearchId({ savedSearch, savedSearchId }: Alert): string | undefined {
  return savedSearchId ?? (typeof savedSearch === "string" ? savedSearch : undefined);
}

/** True if an alert is silenced at a time. Newer servers give the end of the silence, or only say that there is one. */
export function isAlertSilenced({ silenced }: Alert, now: Date): boolean {
  const until = AlertSilence.safeParse(silenced).data?.until;
  if (until === undefined || until === null) return silenced === true || isFilledObject(silenced);
  return new Date(until).getTime() > now.getTime();
}

// Not in the specification.
const AlertSilence = z.looseObject({ until: z.union([z.string(), z.number()]).nullish() });

function isFilledObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/** The evaluation interval in milliseconds; undefined if it is not a number and a unit. */
export function alertIntervalMs({ interval }: Pick<Alert, "interval">): number | undefined {
  const [, count, unit = ""] = /^(\d{1,6})\s*([smhd])$/i.exec(interval ?? "") ?? [];
  const ms = Number(count) * (unitsMs[unit.toLowerCase()] ?? 0);
  return ms > 0 ? ms : undefined;
}

const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: minuteMs, h: hourMs, d: dayMs };

/** The channels of an alert: the list of newer servers, or the single channel of the specification. */
export function alertChannels({ channel, channels }: Alert): z.output<typeof AlertChannel>[] {
  if (channels) return channels;
  return channel ? [channel] : [];
}

/** The body that replaces an alert: everything that was read, with the changes. */
export const AlertUpdate = Alert.partial();

/** An alert as a server sends it. Odd dates and owners do not make it unreadable. */
const SentAlert = z.preprocess(
  (sent) =>
    asRead(sent, {
      numbers: ["threshold", "thresholdMax"],
      texts: ["id", "name", "tileId", "dashboard", "dashboardId", "savedSearchId", "team", "teamId"],
      asides: ["createdAt", "updatedAt", "team", "teamId", "state"],
    }),
  Alert,
);

const resource = { item: SentAlert, listed: orUnreadable(SentAlert), update: AlertUpdate } as const;

/** The body that creates an alert on a tile: exactly the nine fields of the specification. */
export const AlertCreation = z.strictObject({
  dashboardId: z.string("Dashboard must be a dashboard's id"),
  tileId: z.string("Tile must be a tile's id"),
  threshold: z.number("Threshold must be a number"),
  interval: z.string().regex(/^\d+[A-Za-z]$/, "Interval must be a number and a unit, such as 5m or 1h"),
  source: z.string("Source must be text, such as tile"),
  thresholdType: z.string("Threshold type must be text, such as above"),
  channel: z.strictObject(
    {
      type: z.string("Channel type must be text, such as webhook"),
      webhookId: z.string("Give a webhook's id"),
    },
    "Channel must have a type and a webhook id",
  ),
  name: z.string("Name must be text"),
  message: z.string("Message must be text"),
});

interface Range {
  threshold: number;
  thresholdMax?: number | undefined;
  thresholdType: string;
}

/** False for an alert between two thresholds that lacks the upper one, or has it below the other. */
export function hasItsRange({ threshold, thresholdMax, thresholdType }: Range): boolean {
  if (thresholdType !== "between" && thresholdType !== "not_between") return true;
  return thresholdMax !== undefined && thresholdMax > threshold;
}

const range = { error: "Upper threshold must be a number above the threshold", path: ["thresholdMax"] };

// Not in the specification, but seen on running servers, as are alerts on a saved search.
const thresholdMax = z.number("Upper threshold must be a number").optional();

// Stand-alone servers refuse an empty message, and take `null` for none.
const message = z.string("Message must be text").nullable();

const TileAlertCreation = AlertCreation.extend({ thresholdMax, message }).refine(hasItsRange, range);

const SavedSearchAlertCreation = AlertCreation.omit({ dashboardId: true, tileId: true })
  .extend({
    source: z.literal("saved_search", "Source of an alert on a saved search must be saved_search"),
    savedSearchId: z.string("Saved search must be a saved search's id"),
    thresholdMax,
    message,
    groupBy: z.string("Group by must be text").optional(),
  })
  .refine(hasItsRange, range);

/**
 * The body that creates an alert on a stand-alone server. It has the nine fields; a saved search has its id in place of
 * dashboard and tile, and `groupBy` if it has groups; `between` and `not_between` need `thresholdMax`.
 */
export const StandaloneAlertCreation = z.union([TileAlertCreation, SavedSearchAlertCreation]);

/** The alerts of a managed service. The specification shows how to create one. */
export const managedAlerts = resourceOperations(managed("alerts"), {
  ...resource,
  creation: AlertCreation,
  documented: ["create"],
});

/** The alerts of a stand-alone server. The specification shows how to read one. */
export const standaloneAlerts = resourceOperations(standalone("alerts"), {
  ...resource,
  creation: StandaloneAlertCreation,
  documented: ["get"],
});

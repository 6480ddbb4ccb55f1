import { z } from "zod";
import {
  Alert,
  AlertUpdate,
  alertChannels,
  alertDashboardId,
  alertSavedSearchId,
  hasItsRange,
} from "../contract.ts";
import { standaloneTarget } from "./observability.ts";
import type { AlertRecord, ObservedTarget } from "./target.ts";
import { readAs } from "./read-body.ts";
import { refuseWithMessage } from "./refusals.ts";

/** The required fields of a PUT. It replaces the whole alert, so old values fill no gap. */
const AlertReplacement = AlertUpdate.extend({
  name: z.string(),
  threshold: z.number(),
  interval: z.string(),
  thresholdType: z.string(),
  source: z.string(),
});

/** The alert after a PUT. An optional field that is not sent is removed. */
export function replacement(body: unknown, target: ObservedTarget): Omit<AlertRecord, keyof OfTheServer> {
  const read = readAs(AlertReplacement, body);
  requireMessage(target, read);
  const sent = { ...read, id: "" };
  const [channel, ...moreChannels] = alertChannels(sent).map(({ type, webhookId, ...others }) => ({
    type: type ?? "webhook",
    webhookId: webhookId ?? "",
    ...others,
  }));
  const { name, threshold, interval, thresholdType, source, note } = read;
  return {
    name,
    threshold,
    interval,
    thresholdType,
    source,
    moreChannels,
    channel: channel ?? refuseWithMessage(400, "channel: must be a channel's type and webhook id"),
    message: sent.message ?? "",
    thresholdMax: sent.thresholdMax ?? undefined,
    tileId: sent.tileId ?? undefined,
    dashboardId: alertDashboardId(sent),
    savedSearchId: alertSavedSearchId(sent),
    note: typeof note === "string" ? note : undefined,
    others: Object.fromEntries(Object.entries(read).filter(([field]) => !knownFields.has(field))),
  };
}

/** Fields that only the server sets. */
type OfTheServer = Pick<
  AlertRecord,
  | "id"
  | "createdAt"
  | "updatedAt"
  | "breaching"
  | "firing"
  | "evaluatedToMs"
  | "lines"
  | "silenced"
  | "saidState"
>;

/** The known fields of an alert, in the names of older and newer servers. */
const knownFields = new Set([...Object.keys(Alert.shape), "savedSearch", "silenced", "note"]);

type Watching = Pick<
  AlertRecord,
  "name" | "interval" | "source" | "threshold" | "thresholdMax" | "thresholdType"
> & { dashboardId?: string | undefined; tileId?: string | undefined; savedSearchId?: string | undefined };

/** Refuses with a 400 what a running server could not watch. Any id of a saved search is accepted. */
export function requireSound({ dashboards }: ObservedTarget, wanted: Watching): void {
  const problem = rules.find(({ isBroken }) => isBroken(wanted))?.message;
  if (problem !== undefined) refuseWithMessage(400, problem);
  if (wanted.source !== "tile") return;
  const dashboard = dashboards.get(wanted.dashboardId ?? "");
  if (!dashboard) refuseWithMessage(400, "Dashboard not found");
  if (!dashboard.tiles?.some(({ id }) => id === wanted.tileId)) refuseWithMessage(400, "Tile not found");
}

/** Stand-alone servers accept an alert without a message, but refuse an empty one. */
export function requireMessage({ id }: ObservedTarget, { message }: { message?: string | null | undefined }) {
  if (id === standaloneTarget && message === "") refuseWithMessage(400, "message: must not be empty");
}

const rules: readonly { isBroken: (alert: Watching) => boolean; message: string }[] = [
  { isBroken: ({ name }) => name.trim() === "", message: "name: must not be empty" },
  {
    isBroken: ({ interval }) => !/^[1-9]\d{0,5}[mhd]$/.test(interval),
    message: "interval: must be a number and a unit (m, h or d), such as 5m",
  },
  {
    isBroken: (alert) => !hasItsRange(alert),
    message: "thresholdMax: must be a number above the threshold",
  },
  {
    isBroken: ({ source }) => source !== "tile" && source !== "saved_search",
    message: "source: must be tile or saved_search",
  },
  {
    isBroken: ({ source, savedSearchId }) => source === "saved_search" && !savedSearchId,
    message: "savedSearchId: must be the saved search's id",
  },
];

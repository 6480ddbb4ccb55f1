import type { z } from "zod";
import type { AlertCreation } from "../../../platform/cloud/observability/alert-creation.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import type { listManagedSources } from "../../../platform/cloud/observability/source.ts";
import { minuteMs } from "../../../lib/duration.ts";

type Created = z.output<typeof AlertCreation>;

/** An alert as the reference server keeps it, in the newer servers' names; what it does at the moment is the sender's. */
export interface AlertRecord extends Omit<Created, "dashboardId" | "tileId"> {
  readonly id: string;
  /** Those of a PUT behind the first: newer servers answer them, and this one posts to none. */
  moreChannels?: Created["channel"][] | undefined;
  dashboardId?: string | undefined;
  tileId?: string | undefined;
  savedSearchId?: string | undefined;
  thresholdMax?: number | undefined;
  note?: string | undefined;
  readonly createdAt: string;
  updatedAt: string;
  /** Fields of a PUT that this server does not know: it answers them as it got them. */
  others: Record<string, unknown>;
  /** By group, "" for an alert without groups: what breaches the threshold at the moment. */
  breaching: Map<string, number>;
  /** The log lines that a saved search found; one of the usual kind without them. */
  lines?: string[] | undefined;
  /** The groups that the last evaluation found breaching. */
  firing: Set<string>;
  /** The end of the last window that was evaluated, in Unix milliseconds. */
  evaluatedToMs: number;
  silenced?: { by: string; at: string; until: string } | undefined;
  /** What the API says in place of the state, for trying others. */
  saidState?: string | undefined;
}

/** The observability of one service, or of the stand-alone server. */
export interface ObservedPlace {
  readonly id: string;
  readonly teamId: string;
  readonly dashboards: Map<string, Dashboard>;
  readonly alerts: Map<string, AlertRecord>;
  readonly sources: readonly z.output<typeof listManagedSources.result>[number][];
}

/** An alert with nothing that breaches. */
export function newAlert(
  created: Omit<AlertRecord, "others" | "breaching" | "firing" | "evaluatedToMs" | "createdAt" | "updatedAt">,
  now: Date,
): AlertRecord {
  const at = now.toISOString();
  const still = { others: {}, breaching: new Map(), firing: new Set<string>(), evaluatedToMs: 0 };
  return { ...created, ...still, createdAt: at, updatedAt: at };
}

/** An alert that was there before the server started: an evaluation a minute ago found nothing. */
export function evaluatedAlert(created: Parameters<typeof newAlert>[0], now: Date): AlertRecord {
  return { ...newAlert(created, now), evaluatedToMs: now.getTime() - minuteMs };
}

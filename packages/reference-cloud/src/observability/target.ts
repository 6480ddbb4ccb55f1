import type { z } from "zod";
import type { AlertCreation, Dashboard, listManagedSources } from "../contract.ts";
import { minuteMs } from "../duration.ts";

type Created = z.output<typeof AlertCreation>;

/** An alert in the reference server, in the newer servers' names, with its state for the sender. */
export interface AlertRecord extends Omit<Created, "dashboardId" | "tileId"> {
  readonly id: string;
  /** A PUT's channels after the first. Newer servers return them, and this one posts to none. */
  moreChannels?: Created["channel"][] | undefined;
  dashboardId?: string | undefined;
  tileId?: string | undefined;
  savedSearchId?: string | undefined;
  thresholdMax?: number | undefined;
  note?: string | undefined;
  readonly createdAt: string;
  updatedAt: string;
  /** Unknown fields of a PUT, which are returned unchanged. */
  others: Record<string, unknown>;
  /** The values that breach the threshold now, by group. "" for an alert without groups. */
  breaching: Map<string, number>;
  /** The log lines that a saved search found. By default one usual line. */
  lines?: string[] | undefined;
  /** The groups that the last evaluation found breaching. */
  firing: Set<string>;
  /** The end of the last window that was evaluated, in Unix milliseconds. */
  evaluatedToMs: number;
  silenced?: { by: string; at: string; until: string } | undefined;
  /** A state that the API returns in place of the real one, for trying others. */
  saidState?: string | undefined;
}

/** The observability of one service, or of the stand-alone server. */
export interface ObservedTarget {
  readonly id: string;
  readonly teamId: string;
  readonly dashboards: Map<string, Dashboard>;
  readonly alerts: Map<string, AlertRecord>;
  readonly sources: readonly z.output<typeof listManagedSources.result>[number][];
}

/** An alert without breaches. */
export function newAlert(
  created: Omit<AlertRecord, "others" | "breaching" | "firing" | "evaluatedToMs" | "createdAt" | "updatedAt">,
  now: Date,
): AlertRecord {
  const at = now.toISOString();
  const still = { others: {}, breaching: new Map(), firing: new Set<string>(), evaluatedToMs: 0 };
  return { ...created, ...still, createdAt: at, updatedAt: at };
}

/** An alert from before the server's start, with an evaluation a minute ago that found nothing. */
export function evaluatedAlert(created: Parameters<typeof newAlert>[0], now: Date): AlertRecord {
  return { ...newAlert(created, now), evaluatedToMs: now.getTime() - minuteMs };
}

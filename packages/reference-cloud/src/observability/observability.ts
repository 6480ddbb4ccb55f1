import type { Clock } from "../clock.ts";
import type { AlertRecord, ObservedTarget } from "./target.ts";
import { seededTarget } from "./seeded-target.ts";

/** The id of the stand-alone server's target. A managed target has its service's id. */
export const standaloneTarget = "standalone";

/** All dashboards, alerts and sources of a reference server, by target. */
export interface Observability {
  /** The naming of fields of alerts and tiles. */
  naming: "older" | "newer";
  /** The served operations: all, or only those of the specification. */
  offers: "everything" | "documented";
  /** A target. It starts with its seed when it is first read. */
  target(id: string): ObservedTarget;
  /** Every alert with its target, among the targets that were read. */
  alerts(): { target: ObservedTarget; alert: AlertRecord }[];
}

/** The targets of one reference server. The stand-alone one exists from the start. */
export function createObservability(clock: Clock): Observability {
  const targets = new Map<string, ObservedTarget>();

  function target(id: string): ObservedTarget {
    const known = targets.get(id) ?? seededTarget(id, clock.now());
    targets.set(id, known);
    return known;
  }

  target(standaloneTarget);
  return {
    naming: "older",
    offers: "everything",
    target,
    alerts: () =>
      [...targets.values()].flatMap((at) => [...at.alerts.values()].map((alert) => ({ target: at, alert }))),
  };
}

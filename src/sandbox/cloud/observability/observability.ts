import type { Clock } from "../clock.ts";
import type { AlertRecord, ObservedPlace } from "./place.ts";
import { seededPlace } from "./seeded-place.ts";

/** The name of the stand-alone server's place; a managed one goes by its service's id. */
export const standalonePlace = "standalone";

/** All dashboards, alerts and sources of a reference server, by place. */
export interface Observability {
  /** Which names the fields of alerts and tiles go by. */
  naming: "older" | "newer";
  /** Which operations are served: all, or those alone that the specification shows. */
  offers: "everything" | "documented";
  /** A place as it is by now; one that nobody looked at yet begins with its seed. */
  place(id: string): ObservedPlace;
  /** Every alert with its place, of those places that somebody looked at. */
  alerts(): { place: ObservedPlace; alert: AlertRecord }[];
}

/** The places of one reference server; the stand-alone one is there from the start. */
export function createObservability(clock: Clock): Observability {
  const places = new Map<string, ObservedPlace>();

  function place(id: string): ObservedPlace {
    const known = places.get(id) ?? seededPlace(id, clock.now());
    places.set(id, known);
    return known;
  }

  place(standalonePlace);
  return {
    naming: "older",
    offers: "everything",
    place,
    alerts: () =>
      [...places.values()].flatMap((at) => [...at.alerts.values()].map((alert) => ({ place: at, alert }))),
  };
}

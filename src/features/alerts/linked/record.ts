import { z } from "zod";
import { minuteMs } from "../../../lib/duration.ts";

/** The service that an incident is about, by the name that it had when the incident began. */
export const IncidentService = z.object({ serviceId: z.string(), name: z.string() });
export type IncidentService = z.output<typeof IncidentService>;

/** Incidents of a service that began at most this far apart are linked. */
export const linkedWithinMs = 5 * minuteMs;

/** A message counts this many others. With more, which is a storm, it says so and changes no more. */
export const mostOthers = 10;

/** The other open incidents of the same service that began at about the same time. */
export interface Linked {
  name: string;
  others: number;
  /** The begin of the first of all, in Unix milliseconds. */
  sinceMs: number;
}

import { z } from "zod";
import { Severity } from "../incident/event-record.ts";
import { Incident } from "../incident/record.ts";

/** A digest: the one message of a storm's incidents. Times are in Unix milliseconds. */
export const Digest = z.object({
  id: z.string(),
  channelId: z.string(),
  startedAtMs: z.number(),
  /** When the last incident joined it. */
  lastNewAtMs: z.number(),
  /** When the storm was over; its incidents go on. */
  endedAtMs: z.number().optional(),
});
export type Digest = z.output<typeof Digest>;

/** An incident in a digest, in short. */
export const DigestMember = z.object({
  incidentId: z.string(),
  title: z.string(),
  alertName: z.string(),
  group: z.string().optional(),
  severity: Severity.optional(),
  state: Incident.shape.state,
  times: z.int(),
  sinceMs: z.number(),
  link: z.string().optional(),
});
export type DigestMember = z.output<typeof DigestMember>;

/** What a digest keeps of an incident. */
export function memberOf({ id, latest, severity, state, times, openedAtMs }: Incident): DigestMember {
  const { title, alertName, group, link } = latest;
  return {
    incidentId: id,
    title,
    alertName,
    state,
    times,
    sinceMs: openedAtMs,
    ...(group === undefined ? {} : { group }),
    ...(severity === undefined ? {} : { severity }),
    ...(link === undefined ? {} : { link }),
  };
}

import { z } from "zod";
import { kept, timeZone } from "../../../lib/kinds.ts";
import { declareSchedule, settings } from "../../../platform/as-code/declare-schedule.ts";
import { scheduleFacts } from "../../../platform/jobs/schedules/kept-schedules.ts";
import * as texts from "../texts.ts";

/** The schedule of one person's message on Mondays. Its channel is their id, for direct messages. */
export const ConcernsSchedule = z.object({
  ...scheduleFacts,
  kind: z.literal("concerns"),
  /** The person's zone when it was last read. */
  timeZone: kept(timeZone),
  state: z.object({
    /** The Monday, at 9:00, that was last done. */
    doneAt: z.iso.datetime().optional(),
  }),
});
export type ConcernsSchedule = z.output<typeof ConcernsSchedule>;

/** Messages on Mondays, as a kind of schedule. It needs no connection. */
export const concernsKind = declareSchedule({
  kind: "concerns",
  record: ConcernsSchedule,
  subject: () => texts.digestSubject,
  command: () => "/db services owner digest on",
  settings: settings({ timeZone: ConcernsSchedule.shape.timeZone }),
});

/** A person has one. */
export function concernsId(userId: string): string {
  return `concerns-${userId}`;
}

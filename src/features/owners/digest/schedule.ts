import { z } from "zod";
import { kept, timeZone, unfitText } from "../../../lib/kinds.ts";
import { mondaysAround } from "../../../lib/mondays.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { declareSchedule, settings } from "../../../platform/as-code/declare-schedule.ts";
import { addSchedule, changeSchedule, removeSchedule } from "../../../platform/audit/schedule-changes.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import { scheduleFacts } from "../../../platform/jobs/schedules/kept-schedules.ts";
import type { OwnersContext } from "../context.ts";
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

/** Turns a person's own message on Mondays on or off. */
export async function setDigest(isOn: boolean, context: OwnersContext, { userId }: Asker): Promise<Reply> {
  const present = (await context.schedules.list(ConcernsSchedule)).find(
    ({ createdBy }) => createdBy === userId,
  );
  if (!isOn) {
    if (present) await removeSchedule(concernsKind, present, context);
    return say(present ? texts.digestOff : texts.digestWasOff);
  }
  const isFit = present && unfitText(ConcernsSchedule, present) === undefined;
  const timeZone = isFit ? present.timeZone : ((await zoneOf({ userId }, context)) ?? "UTC");
  if (present && !isFit)
    await changeSchedule(concernsKind, present, context, (one) => ({ ...one, timeZone }));
  const now = context.now();
  if (!present) {
    const schedule: ConcernsSchedule = {
      kind: "concerns",
      id: concernsId(userId),
      channelId: userId,
      connection: "",
      createdBy: userId,
      createdAt: now.toISOString(),
      timeZone,
      state: {},
    };
    await addSchedule(concernsKind, schedule, context);
  }
  return say(texts.digestOn(mondaysAround(now, timeZone).next, timeZone));
}

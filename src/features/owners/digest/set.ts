import { unfitText } from "../../../lib/kinds.ts";
import { addSchedule, changeSchedule, removeSchedule } from "../../../platform/audit/schedule-changes.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import type { OwnersContext } from "../context.ts";
import * as texts from "../texts.ts";
import { mondaysAround } from "../../../lib/mondays.ts";
import { ConcernsSchedule, concernsId, concernsKind } from "./schedule.ts";

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

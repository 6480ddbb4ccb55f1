import { AppError } from "../../../lib/errors.ts";
import { z } from "zod";
import { unfitText } from "../../../lib/kinds.ts";
import type { ContextOf } from "../../context.ts";
import type { Step } from "../worker.ts";
import type { JobDeclaration } from "../workers.ts";
import { type ScheduleSteps, ensureSchedule, schedulesQueue } from "./schedules.ts";
import { minuteMs } from "../../../lib/duration.ts";

/** A schedule's job: where to find the schedule. */
const Item = z.object({ workspaceId: z.string(), scheduleId: z.string() });

/** Takes a schedule's next step. A removed schedule is done. No wait is longer than `longestWaitMs`. */
export function runSchedule(contextOf: ContextOf, kinds: readonly ScheduleSteps[], longestWaitMs: number) {
  return async (_id: string, item: unknown): Promise<Step> => {
    const { workspaceId, scheduleId } = Item.parse(item);
    const context = contextOf(workspaceId);
    const schedule = await context.schedules.find(scheduleId);
    if (!schedule) return "done";
    const kind = kinds.find((each) => each.kind === schedule.kind);
    if (!kind) throw new AppError("bug", `No feature knows schedules of the kind ${schedule.kind}.`);
    const unfit = unfitText(kind.record, schedule);
    if (unfit !== undefined) throw new AppError("user", unfit);
    const step = await kind.advance(schedule, context);
    return step === "done" ? step : { againInMs: Math.min(Math.max(0, step.againInMs), longestWaitMs) };
  };
}

/** How soon a schedule without a job is found. */
const roundMs = 10 * minuteMs;

/** The queue of all schedules. */
export function schedulesJob(kinds: readonly ScheduleSteps[]): JobDeclaration {
  return {
    name: schedulesQueue,
    subject: "Something that was set up to happen at set times",
    async about(item, _id, context) {
      const schedule = await context.schedules.find(Item.parse(item).scheduleId);
      const kind = kinds.find((each) => each.kind === schedule?.kind);
      return schedule && kind && { subject: kind.subject(schedule), userId: schedule.createdBy };
    },
    waiting: "schedules",
    work: ({ contextOf, store, queueOf, longestWaitMs, isClockLeft }) => ({
      advance: runSchedule(contextOf, kinds, longestWaitMs),
      isLeftToOthers: isClockLeft,
      round: {
        everyMs: roundMs,
        // Every schedule gets a job, even if its job was given up or Redis lost it.
        run: async () => {
          for (const workspaceId of await store.schedulingWorkspaces()) {
            // By id, because an unreadable schedule must not stop the others.
            const ids = await store.workspace(workspaceId).schedules.ids();
            for (const id of ids) await ensureSchedule(queueOf("schedules"), workspaceId, id);
          }
        },
      },
    }),
  };
}

import { AppError } from "../../../lib/errors.ts";
import { z } from "zod";
import type { ContextOf } from "../../context.ts";
import type { JobQueue } from "../queue.ts";
import type { Step } from "../worker.ts";
import type { JobDeclaration, WorkerParts } from "../workers.ts";
import { type ScheduleKind, ensureSchedule } from "./schedules.ts";

/** What is carried from step to step of a schedule: where to find it. */
const Item = z.object({ workspaceId: z.string(), scheduleId: z.string() });

/** Takes a step of the order that an item names; one that was taken back is done. No step is more than `longestWaitMs` away. */
export function runSchedule(contextOf: ContextOf, kinds: readonly ScheduleKind[], longestWaitMs: number) {
  return async (_id: string, item: unknown): Promise<Step> => {
    const { workspaceId, scheduleId } = Item.parse(item);
    const context = contextOf(workspaceId);
    const schedule = await context.schedules.find(scheduleId);
    if (!schedule) return "done";
    const kind = kinds.find((each) => each.kind === schedule.kind);
    if (!kind) throw new AppError("bug", `No feature knows schedules of the kind ${schedule.kind}.`);
    const step = await kind.advance(schedule, context);
    return step === "done" ? step : { againInMs: Math.min(Math.max(0, step.againInMs), longestWaitMs) };
  };
}

/** Within how long a schedule is found that no worker carries any more. */
const roundMs = 10 * 60_000;

/** The queue of all schedules. */
export function schedulesJob(kinds: readonly ScheduleKind[]): JobDeclaration {
  return {
    name: "schedules",
    waiting: "schedules",
    work: ({ contextOf, store, queueOf, longestWaitMs }) => ({
      advance: runSchedule(contextOf, kinds, longestWaitMs),
      round: { everyMs: roundMs, run: () => ensureAllSchedules(store, queueOf("schedules")) },
    }),
  };
}

/** Ensures that every schedule has a job, though its job was given up or Redis lost it. */
async function ensureAllSchedules(
  store: WorkerParts["store"],
  scheduleQueue: Pick<JobQueue, "ensure">,
): Promise<void> {
  for (const workspaceId of await store.schedulingWorkspaces()) {
    // By their ids, since one that cannot be read must not keep the others from being carried on.
    const ids = await store.workspace(workspaceId).schedules.ids();
    for (const id of ids) await ensureSchedule(scheduleQueue, workspaceId, id);
  }
}

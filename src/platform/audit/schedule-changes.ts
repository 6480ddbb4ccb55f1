import type { WorkspaceContext } from "../context.ts";
import type { Schedule, ScheduleKind } from "../jobs/schedules/kept-schedules.ts";
import { wakeSchedule } from "../jobs/schedules/schedules.ts";
import { added, changeBetween, removed } from "./recorder.ts";

type ScheduleContext = Pick<WorkspaceContext, "schedules" | "scheduleQueue" | "workspaceId" | "audit">;

/** Adds a schedule, records it and starts it. If the process dies before the start, a round starts it within minutes. */
export async function addSchedule<S extends Schedule>(
  kind: ScheduleKind<S>,
  schedule: S,
  context: ScheduleContext,
): Promise<void> {
  const { subject, facts } = kind.audited(schedule);
  await context.audit.change(
    { action: `${kind.kind}.set`, subject },
    () => context.schedules.add(schedule),
    () => added(facts),
  );
  // An earlier schedule with this id may have left a job that waits.
  await wakeSchedule(context, schedule);
}

/** Changes a schedule atomically, records what changed, and takes its next step now. Undefined if it is gone. */
export async function changeSchedule<S extends Schedule>(
  kind: ScheduleKind<S>,
  schedule: S,
  context: ScheduleContext,
  change: (present: S) => S,
): Promise<S | undefined> {
  let before: S | undefined;
  const changed = await context.audit.change(
    { action: `${kind.kind}.set`, subject: kind.audited(schedule).subject },
    () => context.schedules.change<S>(schedule, (present) => change((before = present))),
    (after) => before && after && changeBetween(kind.audited(before).facts, kind.audited(after).facts),
  );
  if (changed) await wakeSchedule(context, changed);
  return changed;
}

/** Removes a schedule and records it. False if it is gone already. */
export async function removeSchedule<S extends Schedule>(
  kind: ScheduleKind<S>,
  schedule: S,
  { schedules, audit }: Pick<WorkspaceContext, "schedules" | "audit">,
): Promise<boolean> {
  const { subject, facts } = kind.audited(schedule);
  return audit.change(
    { action: `${kind.kind}.remove`, subject },
    () => schedules.remove(schedule.id),
    (isRemoved) => (isRemoved ? removed(facts) : undefined),
  );
}

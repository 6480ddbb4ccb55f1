import type { WorkspaceContext } from "../context.ts";
import type { Schedule } from "../jobs/schedules/kept-schedules.ts";
import { ensureSchedule, wakeSchedule } from "../jobs/schedules/schedules.ts";
import type { Summary } from "./log.ts";
import { added, changeBetween, removed } from "./recorder.ts";

/** What the audit log keeps of a schedule: the name that people call it by, and what was asked for, without its progress. */
export type AuditedFacts<Kind extends Schedule> = (schedule: Kind) => { subject?: string; facts: Summary };

type ScheduleContext = Pick<WorkspaceContext, "schedules" | "scheduleQueue" | "workspaceId" | "audit">;

/** Adds a schedule, records it and starts it. If the process dies before the start, a round starts it within minutes. */
export async function addSchedule<Kind extends Schedule>(
  schedule: Kind,
  audited: AuditedFacts<Kind>,
  { schedules, scheduleQueue, workspaceId, audit }: ScheduleContext,
): Promise<void> {
  const { subject, facts } = audited(schedule);
  await audit.change(
    { action: `${schedule.kind}.set`, subject },
    () => schedules.add(schedule),
    () => added(facts),
  );
  await ensureSchedule(scheduleQueue, workspaceId, schedule.id);
}

/** Changes a schedule atomically, records what changed, and takes its next step now. Undefined if it is gone. */
export async function changeSchedule<Kind extends Schedule>(
  schedule: Kind,
  audited: AuditedFacts<Kind>,
  context: ScheduleContext,
  change: (present: Kind) => Kind,
): Promise<Kind | undefined> {
  let before: Kind | undefined;
  const changed = await context.audit.change(
    { action: `${schedule.kind}.set`, subject: audited(schedule).subject },
    () => context.schedules.change<Kind>(schedule, (present) => change((before = present))),
    (after) => before && after && changeBetween(audited(before).facts, audited(after).facts),
  );
  if (changed) await wakeSchedule(context, changed);
  return changed;
}

/** Removes a schedule and records it. False if it is gone already. */
export async function removeSchedule<Kind extends Schedule>(
  schedule: Kind,
  audited: AuditedFacts<Kind>,
  { schedules, audit }: Pick<WorkspaceContext, "schedules" | "audit">,
): Promise<boolean> {
  const { subject, facts } = audited(schedule);
  return audit.change(
    { action: `${schedule.kind}.remove`, subject },
    () => schedules.remove(schedule.id),
    (isRemoved) => (isRemoved ? removed(facts) : undefined),
  );
}

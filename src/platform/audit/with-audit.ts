import { isAppError } from "../../lib/errors.ts";
import { nameAtStart } from "../../lib/names.ts";
import type { WorkspaceContext } from "../context.ts";
import type { ScheduleKind } from "../jobs/schedules/schedules.ts";
import { type Doing, type Recorder, recorder } from "./recorder.ts";
import type { Schedule } from "../jobs/schedules/kept-schedules.ts";
import { difference, plain } from "./log.ts";

/** What features declare for the audit log. */
export interface Audited {
  schedules: readonly ScheduleKind[];
  /** The parts of a context that write down each change that is made through them. */
  recording(context: WorkspaceContext, record: Recorder): Partial<WorkspaceContext>;
  /** The things of each kind that have a name. */
  subjects(context: WorkspaceContext): Subjects;
}

/** By kind, as in "hook", what lists the things with their names. */
export type Subjects = Readonly<
  Record<string, { list(): Promise<readonly { name: string; id?: string }[]> }>
>;

/**
 * Does something and writes into the audit log each change that it makes to what is kept, a change whose write broke off,
 * and a role that was too little. What changes nothing leaves no entry, whatever it is called.
 */
export async function withAudit<T, Context extends WorkspaceContext>(
  doing: Doing,
  context: Context,
  audited: Audited,
  run: (context: Context) => Promise<T>,
): Promise<T> {
  const record = recorder(doing, context);
  try {
    return await run({
      ...context,
      audit: { ...context.audit, record: (entry) => record.record(entry) },
      access: recordingAccess(context, record, () => knownSubject(doing, context, audited)),
      ...recordingSchedules(context, audited.schedules, record),
      ...audited.recording(context, record),
    });
  } catch (error) {
    await record.brokenOff(error);
    throw error;
  }
}

function recordingAccess(
  { access }: Pick<WorkspaceContext, "access">,
  record: Recorder,
  subjectOf: () => Promise<string | undefined>,
): WorkspaceContext["access"] {
  return {
    ...access,
    async demand(...asked) {
      try {
        await access.demand(...asked);
      } catch (error) {
        if (!isAppError(error, "forbidden")) throw error;
        const subject = await subjectOf();
        const detail = `It takes the role ${asked[1]}.`;
        await record.notDone({ result: "refused", detail, ...(subject === undefined ? {} : { subject }) });
        throw error;
      }
    },
  };
}

/** The name of the thing that the typed words begin with, if there is such a thing: other words may be anything. */
async function knownSubject(
  { action, about }: Doing,
  context: WorkspaceContext,
  audited: Audited,
): Promise<string | undefined> {
  if (about === undefined) return undefined;
  const [kind = ""] = action.split(".");
  try {
    const things = (await audited.subjects(context)[kind]?.list()) ?? [];
    const byId = things.find(({ id }) => id !== undefined && about.split(/\s/)[0] === id);
    return byId?.name ?? nameAtStart(about, things)?.thing.name;
  } catch (err) {
    context.log.warn({ err, action }, "the name of what was refused could not be looked up");
    return undefined;
  }
}

/** Schedules, whose changes are written down; how far an order has come is no change of it. */
function recordingSchedules(
  { schedules }: Pick<WorkspaceContext, "schedules">,
  kinds: readonly ScheduleKind[],
  record: Recorder,
): Pick<WorkspaceContext, "schedules"> {
  const audited = (schedule: Schedule) =>
    kinds.find(({ kind }) => kind === schedule.kind)?.audited(schedule) ?? { facts: {} };
  const subjectOf = (schedule: Schedule) => {
    const { subject } = audited(schedule);
    return subject === undefined ? {} : { subject };
  };

  async function recordChange(before: Schedule, after: Schedule): Promise<void> {
    const changed = difference(audited(before).facts, audited(after).facts);
    if (Object.keys(changed.after).length === 0) return;
    await record.done({ action: `${after.kind}.set`, ...subjectOf(after), ...changed });
  }

  return {
    schedules: {
      ...schedules,
      async add(schedule) {
        const what = { action: `${schedule.kind}.set`, ...subjectOf(schedule) } as const;
        record.begin(what);
        await schedules.add(schedule);
        await record.done({ ...what, after: plain(audited(schedule).facts) });
      },
      async change<Order extends Schedule>(schedule: Order, change: (present: Order) => Order) {
        let before: Order | undefined;
        record.begin({ action: `${schedule.kind}.set`, ...subjectOf(schedule) });
        const changed = await schedules.change<Order>(schedule, (present) => change((before = present)));
        if (before && changed) await recordChange(before, changed);
        return changed;
      },
      async remove(id) {
        const schedule = await schedules.find(id);
        if (!schedule) return schedules.remove(id);
        const what = { action: `${schedule.kind}.remove`, ...subjectOf(schedule) } as const;
        record.begin(what);
        const removed = await schedules.remove(id);
        if (removed) await record.done({ ...what, before: plain(audited(schedule).facts) });
        return removed;
      },
    },
  };
}

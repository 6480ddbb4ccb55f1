import type { Logger } from "pino";
import { extended } from "../../lib/cache.ts";
import { RoleRefusal } from "../access/access.ts";
import { keepTrying } from "../jobs/keep-trying.ts";
import { AppError, isAppError } from "../../lib/errors.ts";
import { nameAtStart } from "../../lib/names.ts";
import type { AuditEntry, AuditLog, Summary } from "./log.ts";
import type { AuditAction } from "./phrases.ts";

/** The ways in to what can be asked for: typed as a command or clicked, said in plain words, or called by a program. */
export type Door = NonNullable<AuditEntry["door"]>;

/** Who does something, where, and its name in the audit log. */
export interface Doing {
  userId: string;
  userName?: string | undefined;
  channelId?: string | undefined;
  action: AuditAction;
  /** The way in. Without it, a click. */
  door?: Door | undefined;
  /** The words that name the subject, as typed. They may hold anything, so the log does not keep them as they are. */
  about?: string | undefined;
}

/** The outcome of something, without who did it. */
type Outcome = Omit<AuditEntry, "at" | "userId" | "userName" | "action" | "subject"> & {
  action?: AuditAction;
  userId?: string;
  subject?: string | undefined;
};

/** A change by its name in the audit log. */
export interface Change {
  action: AuditAction;
  subject?: string | undefined;
}

/** What the log keeps of a change. Its subject is the change's, unless this names another. */
export type Recorded = Pick<Outcome, "subject" | "before" | "after" | "detail">;

/** Makes changes and records them. */
export interface Changes {
  /**
   * Makes a change and records what `recordedOf` says of its result: nothing if it is undefined. A write that broke off is
   * recorded as failed, because it may have changed something. Fails in words that say so if the change was made but not
   * recorded.
   */
  change<Result>(
    change: Change,
    write: () => Promise<Result>,
    recordedOf: (result: Result) => Recorded | undefined,
  ): Promise<Result>;
  /** The person's own action if it is on this kind of thing, as in "hook.rotate". Otherwise the usual one. */
  actionOn(kind: string, usual: string): AuditAction;
}

/** The audit log as a handler has it. */
export type Audit = AuditLog & Changes;

/** The changes of jobs, which the audit log leaves out. */
export const unrecorded: Changes = {
  change: (_, write) => write(),
  actionOn: (kind, usual) => `${kind}.${usual}`,
};

/** Records what one person does at one time. */
export interface Recorder extends Changes {
  /** Fails in words that say that the change was made nevertheless. */
  done(outcome: Omit<Outcome, "result">): Promise<void>;
  /** Never fails, because nothing was changed. If Redis is away, the process's log has the entry. */
  notDone(outcome: Outcome): Promise<void>;
  /** Records a finished entry. Adds the person's name and channel if it is their own. */
  record(entry: AuditEntry): Promise<void>;
}

/** How long Redis may take to keep an entry about a change that was made. */
const waitPolicy = { everyMs: 250, forMs: 1_000 };

/** What recording takes. */
interface Recording {
  audit: AuditLog;
  now: () => Date;
  log: Logger;
}

/** Records in a workspace's audit log what this person does. */
export function recorder(
  { userId, userName, channelId, action, door }: Doing,
  { audit, now, log }: Recording,
): Recorder {
  const who = {
    userId,
    ...(userName && { userName }),
    ...(channelId && { channelId }),
    ...(door && { door }),
  };
  const entryOf = ({ subject, ...outcome }: Outcome): AuditEntry => {
    const named = subject === undefined ? {} : { subject };
    return { at: now().toISOString(), ...who, action, ...named, ...outcome };
  };

  async function done(outcome: Omit<Outcome, "result">): Promise<void> {
    const entry = entryOf({ ...outcome, result: "done" });
    try {
      await keepTrying(() => audit.record(entry), waitPolicy);
    } catch (error) {
      throw new AppError(
        "upstream",
        "Done, but I couldn't write it to the audit log. Tell an admin of this app: it is in the app's own log.",
        { cause: error },
      );
    }
  }

  async function notDone(outcome: Outcome): Promise<void> {
    try {
      await audit.record(entryOf(outcome));
    } catch (err) {
      log.warn({ err, action }, "couldn't record in the audit log what wasn't done");
    }
  }

  return {
    done,
    notDone,
    record: (entry) => audit.record(entry.userId === userId ? { ...who, ...entry } : entry),
    async change(change, write, recordedOf) {
      let result;
      try {
        result = await write();
      } catch (error) {
        if (mayHaveWritten(error)) await notDone({ ...change, result: "failed", ...reasonOf(error) });
        throw error;
      }
      const recorded = recordedOf(result);
      if (recorded) await done({ ...change, ...recorded, subject: recorded.subject ?? change.subject });
      return result;
    },
    actionOn: (kind, usual) => (action.startsWith(`${kind}.`) ? action : `${kind}.${usual}`),
  };
}

/** What differs between two summaries, to be recorded. Undefined if nothing does. */
export function changeBetween(before: Summary, after: Summary): Recorded | undefined {
  const names = Object.keys({ ...before, ...after });
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const pick = (summary: Summary) => Object.fromEntries(changed.map((name) => [name, summary[name] ?? null]));
  return changed.length === 0 ? undefined : { before: pick(before), after: pick(after) };
}

/** A summary as what there is after a change. */
export function added(summary: Summary): Recorded {
  return { after: changeBetween({}, summary)?.after ?? {} };
}

/** A summary as what there was before a change. */
export function removed(summary: Summary): Recorded {
  return { before: changeBetween(summary, {})?.before ?? {} };
}

/** What a change, an addition or a removal is recorded as. */
export function between(before: Summary | undefined, after: Summary | undefined): Recorded | undefined {
  if (before && after) return changeBetween(before, after);
  return after ? added(after) : before && removed(before);
}

/** False for what the store refused, which it did not write. */
function mayHaveWritten(error: unknown): boolean {
  return !(error instanceof AppError) || isAppError(error, "upstream", "bug");
}

/** Our own errors' words may hold anything, so they stay out. */
function reasonOf(error: unknown): Pick<Outcome, "detail" | "requestId"> {
  if (!isAppError(error, "upstream")) return { detail: "Something went wrong in the app itself." };
  const { message, requestId } = error;
  return { detail: message, ...(requestId ? { requestId } : {}) };
}

/** By kind, as in "hook", what lists the things with their names, for entries about refusals. */
export type Subjects = Readonly<
  Record<string, { list(): Promise<readonly { name: string; id?: string }[]> }>
>;

/** The things of a workspace that have a name. */
export type SubjectsOf<Context> = (context: Context) => Subjects;

/** Runs what a person asked for, with an audit log that records it as theirs. Also records a role that was too little. */
export async function withAudit<T, Context extends Recording & { recordsGuardedByFile: () => object }>(
  doing: Doing,
  context: Context,
  subjectsOf: SubjectsOf<Context>,
  run: (context: Context) => Promise<T>,
): Promise<T> {
  const record = recorder(doing, context);
  try {
    const audit = { ...context.audit, ...record };
    return await run(extended(extended(context, context.recordsGuardedByFile()), { audit }));
  } catch (error) {
    if (error instanceof RoleRefusal) {
      const subject = await knownSubject(doing, context, subjectsOf);
      await record.notDone({ result: "refused", subject, detail: `Needs the ${error.needed} role.` });
    }
    throw error;
  }
}

/** The thing's name at the start of the typed words. Undefined if there is no such thing: other words may be anything. */
async function knownSubject<Context extends Recording>(
  { action, about }: Doing,
  context: Context,
  subjectsOf: SubjectsOf<Context>,
): Promise<string | undefined> {
  if (about === undefined) return undefined;
  const [kind = ""] = action.split(".");
  try {
    const things = (await subjectsOf(context)[kind]?.list()) ?? [];
    const byId = things.find(({ id }) => id !== undefined && about.split(/\s/)[0] === id);
    return byId?.name ?? nameAtStart(about, things)?.thing.name;
  } catch (err) {
    context.log.warn({ err, action }, "couldn't look up the name of what was refused");
    return undefined;
  }
}

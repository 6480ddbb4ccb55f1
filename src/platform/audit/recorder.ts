import type { WorkspaceContext } from "../context.ts";
import { keepTrying } from "../jobs/keep-trying.ts";
import { AppError, isAppError } from "../../lib/errors.ts";
import { type AuditEntry, type AuditLog, type Summary, difference, plain } from "./log.ts";
import type { AuditAction } from "./phrases.ts";

/** Who does something, where, and its name in the audit log. */
export interface Doing {
  userId: string;
  userName?: string | undefined;
  channelId?: string | undefined;
  action: AuditAction;
  /** The words that name the subject, as typed. They may hold anything, so the log does not keep them as they are. */
  about?: string | undefined;
}

/** The outcome of something, without who did it. */
type Outcome = Omit<AuditEntry, "at" | "userId" | "userName" | "action"> & {
  action?: AuditAction;
  userId?: string;
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

/** Records in a workspace's audit log what this person does. */
export function recorder(
  { userId, userName, channelId, action }: Doing,
  { audit, now, log }: { audit: AuditLog } & Pick<WorkspaceContext, "now" | "log">,
): Recorder {
  const who = { userId, ...(userName ? { userName } : {}), ...(channelId ? { channelId } : {}) };
  const entryOf = (outcome: Outcome): AuditEntry => ({ at: now().toISOString(), ...who, action, ...outcome });

  async function done(outcome: Omit<Outcome, "result">): Promise<void> {
    const entry = entryOf({ ...outcome, result: "done" });
    try {
      await keepTrying(() => audit.record(entry), waitPolicy);
    } catch (error) {
      throw doneUnrecorded(error);
    }
  }

  async function notDone(outcome: Outcome): Promise<void> {
    try {
      await audit.record(entryOf(outcome));
    } catch (err) {
      log.warn({ err, action }, "what was not done is not in the audit log");
    }
  }

  return {
    done,
    notDone,
    record: (entry) => audit.record(entry.userId === userId ? { ...who, ...entry } : entry),
    async change({ subject, ...named }, write, recordedOf) {
      const about = { ...named, ...(subject === undefined ? {} : { subject }) };
      let result;
      try {
        result = await write();
      } catch (error) {
        if (mayHaveWritten(error)) await notDone({ ...about, result: "failed", ...reasonOf(error) });
        throw error;
      }
      const recorded = recordedOf(result);
      if (recorded) await done({ ...about, ...recorded });
      return result;
    },
    actionOn: (kind, usual) => (action.startsWith(`${kind}.`) ? action : `${kind}.${usual}`),
  };
}

/** What differs between two summaries, to be recorded. Undefined if nothing does. */
export function changeBetween(before: Summary, after: Summary): Recorded | undefined {
  const changed = difference(before, after);
  return Object.keys(changed.after).length === 0 ? undefined : changed;
}

/** A summary as what there is after a change. */
export function added(summary: Summary): Recorded {
  return { after: plain(summary) };
}

/** A summary as what there was before a change. */
export function removed(summary: Summary): Recorded {
  return { before: plain(summary) };
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

function doneUnrecorded(cause: unknown): AppError {
  return new AppError(
    "upstream",
    "This was done, but could not be written into the audit log. Please tell an admin of this app; its own log has it.",
    { cause },
  );
}

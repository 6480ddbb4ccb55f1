import type { WorkspaceContext } from "../context.ts";
import { keepTrying } from "../jobs/keep-trying.ts";
import { AppError, isAppError } from "../../lib/errors.ts";
import type { AuditEntry } from "./log.ts";
import type { AuditAction } from "./phrases.ts";

/** Somebody doing something: who, where, and what it is called in the audit log. */
export interface Doing {
  userId: string;
  userName?: string | undefined;
  channelId?: string | undefined;
  action: AuditAction;
  /** The words that name what it is about, as they were typed; they may hold anything, so they are not recorded as they are. */
  about?: string | undefined;
}

/** What came of it, beside who did it. */
type Outcome = Omit<AuditEntry, "at" | "userId" | "userName" | "action"> & {
  action?: AuditAction;
  userId?: string;
};

/** Writes down what one person does at one time. */
export interface Recorder {
  /** Fails in words that say that it was done nevertheless. */
  done(outcome: Omit<Outcome, "result">): Promise<void>;
  /** Never fails, since nothing was changed: the process's log has it where Redis does not. */
  notDone(outcome: Outcome): Promise<void>;
  /** An entry of somebody else's making, with its person's name where it is this one. */
  record(entry: AuditEntry): Promise<void>;
  /** The action that its person gave, where it is about that kind of thing; else the usual one for it. */
  doingWith(kind: string, usual: string): { action: AuditAction };
  /** Says which change is written next, until that is recorded as done. */
  begin(change: Pick<Outcome, "action" | "subject">): void;
  /** Records a change that was begun and may have failed with this error; the person's own mistakes are not recorded. */
  brokenOff(error: unknown): Promise<void>;
}

/** Redis is given this long to take what was done already. */
const patience = { everyMs: 250, forMs: 1_000 };

/** Writes into a workspace's audit log what this person does. */
export function recorder(
  { userId, userName, channelId, action }: Doing,
  { audit, now, log }: Pick<WorkspaceContext, "audit" | "now" | "log">,
): Recorder {
  let begun: Pick<Outcome, "action" | "subject"> | undefined;
  const who = { userId, ...(userName ? { userName } : {}), ...(channelId ? { channelId } : {}) };
  const entryOf = (outcome: Outcome): AuditEntry => ({
    at: now().toISOString(),
    ...who,
    action,
    ...outcome,
  });
  async function notDone(outcome: Outcome): Promise<void> {
    begun = undefined;
    try {
      await audit.record(entryOf(outcome));
    } catch (err) {
      log.warn({ err, action }, "what was not done is not in the audit log");
    }
  }

  return {
    async done(outcome) {
      begun = undefined;
      const entry = entryOf({ ...outcome, result: "done" });
      try {
        await keepTrying(() => audit.record(entry), patience);
      } catch (error) {
        throw doneUnrecorded(error);
      }
    },
    notDone,
    async record(entry) {
      begun = undefined;
      await audit.record(entry.userId === userId ? { ...who, ...entry } : entry);
    },
    doingWith: (kind, usual) => ({
      action: action.startsWith(`${kind}.`) ? action : `${kind}.${usual}`,
    }),
    begin(change) {
      begun = change;
    },
    async brokenOff(error) {
      if (begun && mayHaveWritten(error)) await notDone({ ...begun, result: "failed", ...reasonOf(error) });
    },
  };
}

/** False for what the store refused, which it did not write. */
function mayHaveWritten(error: unknown): boolean {
  return !(error instanceof AppError) || isAppError(error, "upstream", "bug");
}

/** The words of a mistake of ours may hold anything. */
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

import type { WorkspaceContext } from "../context.ts";
import { keepTrying } from "../delivery/keep-trying.ts";
import { AppError } from "../errors.ts";
import type { AuditEntry } from "../store/audit.ts";
import type { Action } from "./actions.ts";

/** Somebody doing something: who, where, and what it is called in the audit log. */
export interface Doing {
  userId: string;
  userName?: string | undefined;
  channelId?: string | undefined;
  action: Action;
}

/** What came of it, beside who did it. */
type Outcome = Omit<AuditEntry, "at" | "userId" | "userName" | "action"> & {
  action?: Action;
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
  doingWith(kind: string, usual: string): { action: Action };
  /** True once anything was recorded. */
  hasRecorded(): boolean;
}

/** Redis is given this long to take what was done already. */
const patience = { everyMs: 250, forMs: 1_000 };

/** Writes into a workspace's audit log what this person does. */
export function recorder(
  { userId, userName, channelId, action }: Doing,
  { audit, now, log }: Pick<WorkspaceContext, "audit" | "now" | "log">,
): Recorder {
  let recorded = false;
  const who = { userId, ...(userName ? { userName } : {}), ...(channelId ? { channelId } : {}) };
  const entryOf = (outcome: Outcome): AuditEntry => ({
    at: now().toISOString(),
    ...who,
    action,
    ...outcome,
  });
  return {
    async done(outcome) {
      recorded = true;
      const entry = entryOf({ ...outcome, result: "done" });
      try {
        await keepTrying(() => audit.record(entry), patience);
      } catch (error) {
        throw doneUnrecorded(error);
      }
    },
    async notDone(outcome) {
      recorded = true;
      try {
        await audit.record(entryOf(outcome));
      } catch (err) {
        log.warn({ err, action }, "what was not done is not in the audit log");
      }
    },
    async record(entry) {
      recorded = true;
      await audit.record(entry.userId === userId ? { ...who, ...entry } : entry);
    },
    doingWith: (kind, usual) => ({
      action: action.startsWith(`${kind}.`) ? action : `${kind}.${usual}`,
    }),
    hasRecorded: () => recorded,
  };
}

function doneUnrecorded(cause: unknown): AppError {
  return new AppError(
    "upstream",
    "This was done, but could not be written into the audit log. Please tell an admin of this app; its own log has it.",
    { cause },
  );
}

import type { Logger } from "pino";
import type { AlertAccount } from "./account.ts";
import type { AlertStore } from "../context.ts";

/** Where the numbers are shown. */
interface Meters {
  /** Events that were accepted and have no end yet, in all workspaces. */
  eventsWaiting(count: number): void;
  /** Accepted events less those with an end and those that wait, in all workspaces. */
  accountingDifference(count: number): void;
  /** How many bytes of whole bodies are kept, in all workspaces. */
  alertBodyBytes(count: number): void;
}

interface Accounting {
  store: Pick<AlertStore, "alertingWorkspaces" | "workspace">;
  metrics: Meters;
  log: Pick<Logger, "warn">;
}

/** Accepted events that nothing is known of any more, or, below 0, those that were counted twice. */
export function differenceOf(account: AlertAccount): number {
  const { accepted, posted, merged, suppressed, dead, waiting } = account;
  const notTold = Object.values(suppressed).reduce((sum, count) => sum + count, 0);
  return accepted - posted - merged - notTold - dead - waiting;
}

/**
 * Makes a round that holds every workspace to its account: what was accepted was posted, merged, suppressed or given up,
 * or waits. A difference is a metric at once, and one line of the log where it is the same twice in a row.
 */
export function accountant({ store, metrics, log }: Accounting): () => Promise<void> {
  const before = new Map<string, Seen>();

  return async () => {
    let [waiting, difference, bodyBytes] = [0, 0, 0];
    for (const workspaceId of await store.alertingWorkspaces()) {
      const workspace = store.workspace(workspaceId);
      bodyBytes += (await workspace.alertBodies.usage()).bytes;
      const account = await workspace.alertAccount();
      if (!account) continue;
      waiting += account.waiting;
      difference += differenceOf(account);
      const seen = compared(before.get(workspaceId), account);
      if (seen.isToTell)
        log.warn(
          { workspaceId, ...account, difference: differenceOf(account) },
          "alert events are unaccounted for",
        );
      before.set(workspaceId, seen);
    }
    metrics.eventsWaiting(waiting);
    metrics.accountingDifference(difference);
    metrics.alertBodyBytes(bodyBytes);
  };
}

interface Seen {
  account: string;
  isToTell: boolean;
  isTold: boolean;
}

/** What is on its way at one moment may be somewhere else at the next; what does not move any more is lost. */
function compared(before: Seen | undefined, present: AlertAccount): Seen {
  const account = JSON.stringify(present);
  const isSame = before?.account === account;
  const isTold = isSame && (before.isTold || before.isToTell);
  return { account, isToTell: isSame && !isTold && differenceOf(present) !== 0, isTold };
}

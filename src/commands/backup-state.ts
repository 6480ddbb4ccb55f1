import type { Backup } from "../cloud/backup.ts";
import { humanDuration, parseTime } from "../lib/time.ts";

/** How a backup stands, as far as its server's words are known. */
export type BackupState = "done" | "failed" | "running" | "unknown";

const stateByStatus: Record<string, BackupState> = {
  done: "done",
  error: "failed",
  failed: "failed",
  in_progress: "running",
  running: "running",
};

/** A backup's state; the specification has no status, so without one a backup that has ended counts as done. */
export function stateOf({ status, finishedAt }: Backup): BackupState {
  if (status === undefined || status === "") return finishedAt === undefined ? "unknown" : "done";
  const known = status.toLowerCase();
  return Object.hasOwn(stateByStatus, known) ? (stateByStatus[known] ?? "unknown") : "unknown";
}

/** A backup's status as people say it; a word that is not known is shown as it is. */
export function stateInWords(backup: Backup, now: Date): string {
  const state = stateOf(backup);
  if (state === "running") return runningInWords(parseTime(backup.startedAt), now);
  return state === "unknown" ? backup.status || "Not finished" : words[state];
}

const words = { done: "Done", failed: "Failed" };

function runningInWords(startedAt: Date | undefined, now: Date): string {
  const seconds = startedAt ? (now.getTime() - startedAt.getTime()) / 1000 : -1;
  return seconds < 0 ? "Running" : `Running for ${humanDuration(seconds)}`;
}

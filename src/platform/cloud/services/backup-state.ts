import type { Backup } from "./backup.ts";

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

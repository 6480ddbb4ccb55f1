import { type Backup, stateOf } from "../../../platform/cloud/services/backup.ts";
import { humanBytes } from "../../../lib/text.ts";
import { parseTime } from "../../../lib/time.ts";
import { humanDuration } from "../../../lib/duration.ts";
import { durationOf, isAmount } from "./facts.ts";

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

/** A backup's kind as people say it: the server's word, with a capital letter. */
export function kindInWords({ type = "" }: Backup): string {
  return type.charAt(0).toUpperCase() + type.slice(1).replaceAll("_", " ");
}

/** How long it took, or nothing. */
export function durationInWords(backup: Backup): string {
  const seconds = durationOf(backup);
  return seconds === undefined ? "" : humanDuration(seconds);
}

/** How large it is, or nothing. */
export function sizeInWords({ sizeInBytes }: Backup): string {
  return isAmount(sizeInBytes) ? humanBytes(sizeInBytes) : "";
}

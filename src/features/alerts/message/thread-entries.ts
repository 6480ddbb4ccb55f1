import type { ThreadEntry, ThreadFile } from "../../../platform/jobs/outbox/source.ts";
import type { HistoryEntry, Incident } from "../incident/record.ts";
import { shortBody } from "./body.ts";
import { historyLine } from "./history-line.ts";
import { withoutRepeats } from "./without-repeats.ts";

/**
 * What an incident's thread holds, in the order it happened; before all else the text that its message has no room for.
 * `readWhole` reads that text if the incident has only its beginning.
 */
export function threadEntries(
  incident: Pick<Incident, "latest" | "history">,
  readWhole = async () => incident.latest.body,
): (ThreadEntry | ThreadFile)[] {
  const told = incident.history.filter(({ isQuiet }) => !isQuiet).map(lineOf);
  return [...wholeText(incident, readWhole), ...told];
}

function wholeText({ latest }: Pick<Incident, "latest">, readWhole: () => Promise<string>): ThreadFile[] {
  const { body, isUnreadable, wholeBody } = latest;
  if (body.trim() === "" || !(isUnreadable || shortBody(withoutRepeats(latest)).isShortened)) return [];
  const title = isUnreadable ? "As it came" : "The whole text";
  return [{ n: 0, name: "alert.txt", title, text: body, ...(wholeBody && { readWhole }) }];
}

function lineOf(entry: HistoryEntry): ThreadEntry {
  const { n, isBroadcast } = entry;
  return { n, mrkdwn: historyLine(entry, "name"), ...(isBroadcast ? { isBroadcast } : {}) };
}

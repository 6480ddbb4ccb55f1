import type { ThreadEntry, ThreadFile } from "../../delivery/lanes/source.ts";
import type { HistoryEntry, Incident } from "../../store/alerts/incident.ts";
import { shortBody } from "./body.ts";
import { historyLine } from "./history-line.ts";
import { withoutRepeats } from "./without-repeats.ts";

/** What an incident's thread holds, in the order it happened; before all else the text that its message has no room for. */
export function threadEntries(incident: Pick<Incident, "latest" | "history">): (ThreadEntry | ThreadFile)[] {
  const told = incident.history.filter(({ isQuiet }) => !isQuiet).map(lineOf);
  return [...wholeText(incident), ...told];
}

function wholeText({ latest }: Pick<Incident, "latest">): ThreadFile[] {
  const { body, isUnreadable } = latest;
  if (body.trim() === "" || !(isUnreadable || shortBody(withoutRepeats(latest)).isShortened)) return [];
  return [{ n: 0, name: "alert.txt", title: isUnreadable ? "As it came" : "The whole text", text: body }];
}

function lineOf(entry: HistoryEntry): ThreadEntry {
  const { n, isBroadcast } = entry;
  return { n, mrkdwn: historyLine(entry, "name"), ...(isBroadcast ? { isBroadcast } : {}) };
}

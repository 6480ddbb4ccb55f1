import { codeBlock, escapeMrkdwn } from "../../blocks/escape.ts";
import { limits } from "../../blocks/limits.ts";
import { type Reply, reply } from "../../blocks/reply.ts";
import { section } from "../../blocks/text.ts";
import { truncate } from "../../../lib/text.ts";
import type { Shown } from "./shown.ts";
import type { ThreadEntry, ThreadFile } from "./source.ts";

/** The next post in an item's thread. */
export type ThreadPost =
  | { kind: "thread"; fromN: number; upTo: number; isBroadcast: boolean; reply: Reply }
  | { kind: "file"; upTo: number; file: ThreadFile };

// Leaves space for what a message adds itself.
const mostText = 8_000;
const mostEntries = 40;

/** The next post of a thread: one file, or as many entries as a message holds. Undefined if all are posted. */
export function nextThreadPost(
  thread: readonly (ThreadEntry | ThreadFile)[],
  { threadUpTo, refusesFiles }: Pick<Shown, "threadUpTo" | "refusesFiles">,
): ThreadPost | undefined {
  const unsaid = thread.filter(({ n }) => n > threadUpTo);
  const [first] = unsaid;
  if (!first) return undefined;
  if (!("mrkdwn" in first))
    return refusesFiles
      ? said([{ n: first.n, mrkdwn: asText(first) }])
      : { kind: "file", upTo: first.n, file: first };
  return said(together(unsaid));
}

/** A broadcast entry is a post of its own, or the channel would see the others too. */
function together(unsaid: readonly (ThreadEntry | ThreadFile)[]): ThreadEntry[] {
  const entries: ThreadEntry[] = [];
  let length = 0;
  for (const entry of unsaid) {
    if (!("mrkdwn" in entry) || entry.isBroadcast !== (entries[0] ?? entry).isBroadcast) break;
    length += entry.mrkdwn.length;
    if (entries.length > 0 && (length > mostText || entries.length === mostEntries)) break;
    entries.push(entry);
  }
  return entries;
}

function said(entries: readonly ThreadEntry[]): ThreadPost {
  const texts = entries.map(({ mrkdwn }) => mrkdwn);
  return {
    kind: "thread",
    fromN: entries[0]?.n ?? 0,
    upTo: entries.at(-1)?.n ?? 0,
    isBroadcast: entries[0]?.isBroadcast ?? false,
    reply: reply(texts.join("\n"), texts.map(section)),
  };
}

// Escaped, one character may take up to five.
const startLength = limits.text / 6;

/** The start of a file's text, for channels that take no files. */
function asText({ title, text }: ThreadFile): string {
  const note = text.length > startLength ? ", from its start; Slack did not take all of it as a file" : "";
  return `${escapeMrkdwn(title)}${note}:\n${codeBlock(truncate(text, startLength))}`;
}

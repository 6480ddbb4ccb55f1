import { codeBlock, escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import { unquoted } from "./notes.ts";
import type { AlertsContext } from "../context.ts";
import type { Incident } from "../incident/record.ts";
import type { AlertEvent } from "../incident/event-record.ts";

const fence = "```";
const window = /^Time Range \(UTC\): \[.*\)$/;
const isOver = "The alert has been resolved.";

/**
 * A body without what its message says in other places: how the title ends, that it is over, and the window in UTC, which
 * the details have by the reader's own clocks. Between fences nothing is left out.
 */
export function withoutRepeats(
  event: Pick<AlertEvent, "title" | "body" | "startsAtMs" | "endsAtMs">,
): string {
  const [words = "", ...fenced] = event.body.split(fence);
  const left = words
    .split("\n")
    .filter((line) => !isRepeat(line.trim(), event))
    .join("\n");
  return [left, ...fenced].join(fence);
}

/** True if a text is the title, or all of it that follows the rule's name. */
export function isOfTitle(text: string, title: string): boolean {
  return title === text || title.endsWith(`: ${text}`);
}

function isRepeat(
  line: string,
  { title, startsAtMs, endsAtMs }: Pick<AlertEvent, "title" | "startsAtMs" | "endsAtMs">,
): boolean {
  if (line === "") return false;
  const isWindowKnown = startsAtMs !== undefined && endsAtMs !== undefined;
  return (
    line === isOver ||
    isOfTitle(line, title) ||
    title.endsWith(` - ${line}`) ||
    (isWindowKnown && window.test(line))
  );
}

/** A body as it stands in a message. */
interface ShortBody {
  mrkdwn: string;
  /** True where there is more of it. */
  isShortened: boolean;
}

/** What a reader takes in at once. */
const mostLines = 12;
const mostCharacters = 700;
// A section of a message takes 3,000, and the message has more to say.
const mostEscaped = 1_800;

/** The beginning of a body: words as words, and what stands between fences as blocks of code. */
export function shortBody(body: string): ShortBody {
  return shortened(body, passages);
}

/** The same for a text that nobody could read: all of it as code. */
export function shortRawText(text: string): ShortBody {
  return shortened(text, (raw) => [{ isCode: true, text: raw }]);
}

/** One stretch of a body, on lines of its own. */
interface Passage {
  isCode: boolean;
  text: string;
}

function shortened(body: string, split: (text: string) => Passage[]): ShortBody {
  const whole = body.trim();
  // Text full of signs grows as it is escaped, and then less of it fits.
  for (let room = mostCharacters; ; room = Math.floor(room / 2)) {
    const beginning = beginningOf(whole, room);
    const isShortened = beginning.length < whole.length;
    const mrkdwn = split(beginning).map(shown).join("\n");
    if (mrkdwn.length <= mostEscaped) return { mrkdwn: isShortened ? `${mrkdwn}\n…` : mrkdwn, isShortened };
  }
}

/** At the end of a line where there is one not far before, and never inside a character. */
function beginningOf(text: string, room: number): string {
  const lines = text.slice(0, room + 1).split("\n");
  const beginning = lines.slice(0, mostLines).join("\n");
  if (beginning.length <= room) return beginning;
  const lineEnd = beginning.lastIndexOf("\n", room);
  const cut = beginning.slice(0, lineEnd > room / 2 ? lineEnd : room);
  return cut.replace(/[\ud800-\udbff]$/, "");
}

/** A fence that nothing closes lasts to the end: senders cut bodies in the middle of one. */
function passages(text: string): Passage[] {
  return text
    .split("```")
    .map((part, index) => ({ isCode: index % 2 === 1, text: part.replace(/^\s*\n|\s+$/g, "") }))
    .filter((passage) => passage.text !== "");
}

function shown({ isCode, text }: Passage): string {
  return isCode ? codeBlock(text) : unquoted(escapeMrkdwn(text));
}

/** An alert's text, and whether that is all of it. */
export interface WholeText {
  text: string;
  /** How long all of it was, if only the beginning is still kept. */
  wholeBytes?: number;
}

/** Reads the whole text of an incident's latest event, or the beginning if no more of it is kept. */
export async function wholeText(
  { hookId, latest }: Pick<Incident, "hookId" | "latest">,
  { alertBodies }: Pick<AlertsContext, "alertBodies">,
): Promise<WholeText> {
  const text = await alertBodies.whole(hookId, latest);
  return text === undefined ? { text: latest.body, wholeBytes: latest.wholeBody?.bytes ?? 0 } : { text };
}

/** Says that the rest of a text is gone; undefined for a whole text. */
export function goneNotice({ wholeBytes }: WholeText): string | undefined {
  if (wholeBytes === undefined) return undefined;
  const kilobytes = Math.ceil(wholeBytes / 1024);
  return `This is the beginning of a text of ${kilobytes} KB. The rest is no longer kept: whole texts of long alerts are kept for a day at most.`;
}

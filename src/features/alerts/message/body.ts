import { codeBlock, escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import { withoutQuoteBlocks } from "./notes.ts";
import { noMoreKept } from "./texts.ts";
import { isOfMeasure } from "./title.ts";
import type { AlertsContext } from "../context.ts";
import type { Incident } from "../incident/record.ts";
import type { AlertEvent } from "../incident/event-record.ts";

const fence = "```";
const window = /^Time Range \(UTC\): \[.*\)$/;
const runbookLine = /^(?:run|play)book(?:[ _-]?(?:url|link))?\s*[:=]\s*(\S+)$/i;
const isOver = "The alert has been resolved.";

type Repeated = Pick<
  AlertEvent,
  "title" | "body" | "value" | "threshold" | "runbook" | "startsAtMs" | "endsAtMs"
>;

/**
 * Removes the lines of a body that its message repeats: the end of the title, the value against the limit, the link to
 * the runbook, the sentence that it is over, and the window in UTC. Text between fences stays as it is.
 */
export function withoutRepeats(event: Repeated): string {
  const [words = "", ...fenced] = event.body.split(fence);
  const left = words
    .split("\n")
    .filter((line) => !isRepeat(line.trim(), event))
    .join("\n");
  return [left, ...fenced].join(fence);
}

/** True if a text is the title, or the title after the rule's name. */
export function isOfTitle(text: string, title: string): boolean {
  return title === text || title.endsWith(`: ${text}`);
}

function isRepeat(line: string, event: Repeated): boolean {
  const { title, runbook, startsAtMs, endsAtMs } = event;
  if (line === "") return false;
  if (line === isOver || isOfTitle(line, title) || title.endsWith(` - ${line}`)) return true;
  if (isOfMeasure(line, event) || (runbook !== undefined && runbookLine.exec(line)?.[1] === runbook))
    return true;
  return startsAtMs !== undefined && endsAtMs !== undefined && window.test(line);
}

/** The part of a body that a message shows, and whether the body is longer. */
interface ShortBody {
  mrkdwn: string;
  isShortened: boolean;
}

/** As much as a reader takes in at a glance. */
const mostLines = 12;
const mostCharacters = 700;
// A section takes 3,000 characters, and the message holds other text too.
const mostEscaped = 1_800;

/** The beginning of a body in mrkdwn, with fenced text as code blocks. */
export function shortBody(body: string): ShortBody {
  return shortened(body, passages);
}

/** The beginning of an unreadable text, as a code block. */
export function shortRawText(text: string): ShortBody {
  return shortened(text, (raw) => [{ isCode: true, text: raw }]);
}

/** One stretch of a body: plain text or code. */
interface Passage {
  isCode: boolean;
  text: string;
}

function shortened(body: string, split: (text: string) => Passage[]): ShortBody {
  const whole = body.trim();
  // Escaping may make the text longer. Then less of it fits.
  for (let most = mostCharacters; ; most = Math.floor(most / 2)) {
    const beginning = beginningOf(whole, most);
    const isShortened = beginning.length < whole.length;
    const mrkdwn = split(beginning)
      .map(({ isCode, text }) => (isCode ? codeBlock(text) : withoutQuoteBlocks(escapeMrkdwn(text))))
      .join("\n");
    if (mrkdwn.length <= mostEscaped) return { mrkdwn: isShortened ? `${mrkdwn}\n…` : mrkdwn, isShortened };
  }
}

/** The beginning of a text. It ends at the end of a line if one is near, and never inside a character. */
function beginningOf(text: string, most: number): string {
  const lines = text.slice(0, most + 1).split("\n");
  const beginning = lines.slice(0, mostLines).join("\n");
  if (beginning.length <= most) return beginning;
  const lineEnd = beginning.lastIndexOf("\n", most);
  const cut = beginning.slice(0, lineEnd > most / 2 ? lineEnd : most);
  return cut.replace(/[\ud800-\udbff]$/, "");
}

/** Splits a body at its fences. An open fence lasts to the end, because senders may cut a body inside one. */
function passages(text: string): Passage[] {
  return text
    .split(fence)
    .map((part, index) => ({ isCode: index % 2 === 1, text: part.replace(/^\s*\n|\s+$/g, "") }))
    .filter((passage) => passage.text !== "");
}

/** An alert's text, whole or cut. */
export interface WholeText {
  text: string;
  /** The length of the whole text in bytes, if only the beginning is kept. */
  wholeBytes?: number;
}

/** Reads the whole text of an incident's latest event, or its beginning if no more is kept. */
export async function wholeText(
  { hookId, latest }: Pick<Incident, "hookId" | "latest">,
  { alertBodies }: Pick<AlertsContext, "alertBodies">,
): Promise<WholeText> {
  const text = await alertBodies.whole(hookId, latest);
  return text === undefined ? { text: latest.body, wholeBytes: latest.wholeBody?.bytes ?? 0 } : { text };
}

/** The notice that the rest of a text is gone; undefined for a whole text. */
export function goneNotice({ wholeBytes }: WholeText): string | undefined {
  if (wholeBytes === undefined) return undefined;
  return noMoreKept(Math.ceil(wholeBytes / 1024));
}

import { codeBlock, escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import { unquoted } from "./from-elsewhere.ts";

/** A body as it stands in a message. */
export interface ShortBody {
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

import { unescape } from "./marks.ts";

/** A run of lines of one kind. Code keeps its text, the others hold mrkdwn. */
export interface Passage {
  kind: "text" | "quote" | "bullet" | "code";
  text: string;
}

/** Splits mrkdwn into code fences, quotes, bulleted lines and the text between them. */
export function parsePassages(mrkdwn: string): Passage[] {
  const parts = mrkdwn.split(/```([\s\S]*?)```/);
  return parts.flatMap((part, position) => {
    if (position % 2 === 1) return [{ kind: "code", text: codeText(part) } satisfies Passage];
    return linePassages(betweenFences(part, position > 0, position < parts.length - 1));
  });
}

/** The line breaks next to a fence belong to the fence. */
function betweenFences(text: string, afterFence: boolean, beforeFence: boolean): string {
  const start = afterFence ? text.replace(/^\n/, "") : text;
  return beforeFence ? start.replace(/\n$/, "") : start;
}

function codeText(fenced: string): string {
  const withoutLinks = fenced.replaceAll(/<(?:[^<>|\n]*\|)?([^<>|\n]+)>/g, "$1");
  return unescape(withoutLinks.replace(/^\n/, "").replace(/\n$/, ""));
}

function linePassages(text: string): Passage[] {
  if (text === "") return [];
  const passages: Passage[] = [];
  for (const passage of text.split("\n").map(linePassage)) {
    const last = passages.at(-1);
    if (last?.kind === passage.kind && passage.kind !== "bullet") last.text += `\n${passage.text}`;
    else passages.push(passage);
  }
  return passages;
}

function linePassage(line: string): Passage {
  const quoted = /^(?:>|&gt;)\s?(.*)$/.exec(line);
  if (quoted) return { kind: "quote", text: quoted[1] ?? "" };
  const bulleted = /^\s*[•◦▪]\s+(.*)$/.exec(line);
  return bulleted ? { kind: "bullet", text: bulleted[1] ?? "" } : { kind: "text", text: line };
}

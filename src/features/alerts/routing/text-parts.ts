// https://docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element
const longestPart = 3_000;
// So that a part can be added to before the rest must move on.
const aim = 2_700;

/** How many inputs a long text can be spread over: as much as the settings of any sensible hook. */
export const mostParts = 8;

/** A text cut between its lines into parts that inputs take; undefined where it needs more than there may be. */
export function partsOf(text: string): string[] | undefined {
  const parts: string[] = [""];
  for (const line of text.trimEnd().split("\n")) {
    if (line.length > longestPart) return undefined;
    const last = parts.at(-1) ?? "";
    if (last !== "" && last.length + 1 + line.length > aim) parts.push(line);
    else parts[parts.length - 1] = last === "" ? line : `${last}\n${line}`;
  }
  return parts.length > mostParts ? undefined : parts;
}

/** Parts as one text again. */
export function textOfParts(parts: readonly string[]): string {
  return parts.join("\n");
}

/** Which part a line of the whole is in, and the line's number there; all from 1. */
export function placeInParts(line: number, parts: readonly string[]): { part: number; line: number } {
  let rest = line;
  for (const [index, part] of parts.entries()) {
    const lines = part.split("\n").length;
    if (rest <= lines) return { part: index + 1, line: rest };
    rest -= lines;
  }
  return { part: parts.length, line: parts.at(-1)?.split("\n").length ?? 1 };
}

/** True where somebody who goes on writing soon has no room left. */
export function isNearlyFull(part: string): boolean {
  return part.length > aim;
}

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

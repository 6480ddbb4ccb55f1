import { dayMs, hourMs, minuteMs } from "../../../lib/duration.ts";
import { AppError } from "../../../lib/errors.ts";
import { type ArgumentKind, markPattern } from "./kind.ts";

const units = [
  { name: /^m(in(ute)?s?)?$/i, ms: minuteMs },
  { name: /^h(ours?|rs?)?$/i, ms: hourMs },
  { name: /^d(ays?)?$/i, ms: dayMs },
  { name: /^w(eeks?)?$/i, ms: 7 * dayMs },
];

/** A span such as "26h", "2 days" or "90 min" in milliseconds, to the minute. Undefined if it isn't one. */
export function spanMsIn(words: string): number | undefined {
  const [, count = "", name = ""] = /^(\d{1,6}(?:\.\d{1,3})?)\s*([a-z]+)$/i.exec(words.trim()) ?? [];
  const unit = units.find((each) => each.name.test(name));
  return unit && Math.round((Number(count) * unit.ms) / minuteMs) * minuteMs;
}

/** A span as people type it: "26h", "2d", "90min". */
export function spanAsTyped(ms: number): string {
  if (ms % dayMs === 0) return `${ms / dayMs}d`;
  return ms % hourMs === 0 ? `${ms / hourMs}h` : `${Math.round(ms / minuteMs)}min`;
}

/** A span in hours, anywhere after its mark, or without the mark at the end. `problem` says that it can't be read. */
export function hoursKind(problem: (typed: string) => string): ArgumentKind {
  return {
    slot: "hours",
    usage: ["26h"],
    take(words, mark) {
      const marked = new RegExp(String.raw`^(.*?)(?:^|\s)${markPattern(mark)}(?:[\s=:]+|$)(.*)$`, "i").exec(
        words,
      );
      const [, before = "", after = ""] = marked ?? [];
      const [, first = after, behind = ""] = /^([\d.]+\s*[a-z]+)(?:\s+(.*))?$/i.exec(after) ?? [];
      const [, name = "", bare] = /^(.*\S)\s+(\d[\d.]*\s?(?:h|hours?|d|days?))$/i.exec(words) ?? [];
      if (!marked && bare === undefined) return undefined;
      const typed = marked ? first : (bare ?? "");
      const ms = spanMsIn(typed);
      if (ms === undefined) throw new AppError("user", problem(typed.trim()));
      return { value: ms / hourMs, rest: marked ? `${before} ${behind}`.trim() : name };
    },
    write: (hours) => spanAsTyped(Number(hours) * hourMs),
  };
}

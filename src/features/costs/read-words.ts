import { AppError } from "../../lib/errors.ts";
import { nearest, oneLine } from "../../lib/text.ts";
import { type CostRange, parseCostRange, withoutRange } from "../../lib/period/range.ts";
import { isRangeWord, looksLikeRange, mistypedIn } from "../../lib/period/likeness.ts";
import { unreadable } from "../../lib/period/problems.ts";
import { plainSpelling } from "../../lib/period/spelling.ts";
import * as texts from "./texts.ts";

/** What costs are listed by. */
export const costViews = ["service", "team", "metric", "day"] as const;
export type CostView = (typeof costViews)[number];

/** A question about costs. */
export interface CostWords {
  range: CostRange;
  by: CostView;
  /** A service's name or id as typed; undefined for all services. */
  service?: string;
  /** True if the service was in quotes, so it is nothing else. */
  isQuoted?: boolean;
}

/**
 * Reads "[range] [by service|team|metric|day] [service]" in any sensible order. The longest run of words at the beginning or
 * the end that reads as a range is the range. The rest is a service. Quotes around a service's name keep it apart.
 * Fails as `user`.
 */
export function parseCostWords(words: string, today: Date): CostWords {
  const { rest, quoted } = withoutQuoted(oneLine(words));
  const { by, parts } = withoutView(rest);
  const { range, left } = withoutRange(parts, today);
  const service = quoted ?? serviceIn(left, range !== undefined);
  if (quoted !== undefined && !/^(?:for|of|in|on)?$/i.test(left)) throw unreadable(plainSpelling(left));
  return {
    range: range ?? parseCostRange("", today),
    by,
    service,
    ...(quoted !== undefined && { isQuoted: true }),
  };
}

/** Writes a question so it reads back as the same on any later day. */
export function writeCostWords({ range, by, service }: CostWords): string {
  const line = `${range.words} by ${by}`;
  if (service === undefined) return line;
  const name = oneLine(service);
  return `${line} ${/["\u201c-\u201f]/.test(name) || name.split(" ").some(isRangeWord) ? `"${name}"` : name}`;
}

// Replaces a quoted name, so the words around it are not read as one run.
const gap = '"';
// Runs on text with single spaces only, so a line full of quotes cannot make it slow.
const quotedName = /(?<!\S)["\u201c-\u201f]( ?\S.*)["\u201c-\u201f](?!\S)/;

function withoutQuoted(line: string): { rest: string; quoted?: string } {
  const quoted = quotedName.exec(line)?.[1]?.trim();
  return { rest: line.replace(quotedName, gap), quoted };
}

const views: Record<string, CostView> = {
  service: "service",
  services: "service",
  team: "team",
  teams: "team",
  metric: "metric",
  metrics: "metric",
  day: "day",
  days: "day",
};

/** The view after "by", and the words around it. */
function withoutView(line: string): { by: CostView; parts: string[][] } {
  const words = line.split(" ").filter((word) => word !== "");
  const at = words.findIndex((word) => word.toLowerCase() === "by");
  if (at === -1) return { by: "service", parts: apart(words) };
  const after = words.slice(at + 2);
  if (after.some((word) => word.toLowerCase() === "by")) throw oneViewOnly();
  return { by: viewNamed(words[at + 1] ?? ""), parts: [...apart(words.slice(0, at)), ...apart(after)] };
}

function apart(words: string[]): string[][] {
  const at = words.indexOf(gap);
  return at === -1 ? [words] : [words.slice(0, at), ...apart(words.slice(at + 1))];
}

function viewNamed(word: string): CostView {
  const name = plainSpelling(word);
  const view = Object.hasOwn(views, name) ? views[name] : undefined;
  if (view) return view;
  const near = nearest(name, ["service", "metric", "day"]);
  throw new AppError("user", texts.unknownView(near));
}

function oneViewOnly(): AppError {
  return new AppError("user", texts.oneViewOnly);
}

function serviceIn(words: string, withRange: boolean): string | undefined {
  const name = words.replace(/^(?:for|of|in|on) (?=\S)/i, "");
  if (looksLikeRange(name)) throw unreadable(plainSpelling(name));
  const mistyped = withRange ? undefined : mistypedIn(name);
  if (mistyped !== undefined) throw unreadable(mistyped);
  return name === "" ? undefined : name;
}

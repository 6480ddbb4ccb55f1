import type { AlertEvent } from "../incident/event-record.ts";

/** What a title is made of. */
type Titled = Pick<AlertEvent, "title" | "body" | "value" | "threshold" | "isTest" | "isUnreadable">;

/** An alert's title as people read it, as plain text. */
export interface ReadableTitle {
  title: string;
  /** The dashboard of its tile, if the sender's title names it. */
  dashboard?: string | undefined;
  /** False if the value or the threshold is known but not in the title. */
  isWhole: boolean;
}

const number = String.raw`[-+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?`;
const unit = String.raw`(?:%|ms|µs|us|ns|s|sec|min|h|[kmgtp]i?b|b|bytes|rps|qps|req\/s)`;

/** The observability system's own title. */
const wrapped = /^Alert for ["“](.+?)["”](?: in ["“](.+)["”])?(?:(?:\s+[-–—]|:)\s+(.*))?$/i;
/** A title that ends in its measure, as in "Errors - 7 exceeds 5". */
const withTail = new RegExp(`^(.+?)\\s+[-–—]\\s+(${number} .*)$`, "i");
/** "12 lines found", "2432 meets or exceeds 2000", "7 falls between 5 and 10". */
const measureTail = new RegExp(
  `^(${number})(?: (lines) found| [a-z ]{4,30} ${number}(?: and ${number})?)$`,
  "i",
);
/** "p95 latency (ms)". */
const withUnit = new RegExp(`^(.*\\S)\\s*\\((${unit})\\)$`, "i");
const plainValue = new RegExp(`^${number}\\s?${unit}?$`, "i");
const plainLimit = new RegExp(
  `^(?:[<>=≥≤]{1,2}\\s?)?${number}\\s?${unit}?(?: to ${number}\\s?${unit}?)?$`,
  "i",
);
const isMinimum = /\b(?:falls (?:to or )?below|is at or below|expected greater)\b/i;
const longestMeasure = 30;

/**
 * The name of an alert, and its value against its limit, as in "p95 latency of checkout 2,432 ms, limit 2,000". A
 * resolved alert has the name alone, because its value says nothing any more.
 */
export function readableTitle(event: Titled, isOver = false): ReadableTitle {
  const { title, value, threshold } = event;
  if (event.isTest || event.isUnreadable) return { title, isWhole: true };
  const { name, dashboard, tail } = partsOf(title, value);
  const [, bare = name, unitOfName = ""] = withUnit.exec(name) ?? [];
  if (isOver) return { title: withRest(bare, tail.rest), dashboard, isWhole: false };
  const held = numbersIn(name);
  const [holdsValue, holdsLimit] = [holds(held, value), holds(held, threshold)];
  const shownValue = !holdsValue && isShort(value, plainValue) ? value : "";
  const shownLimit = !holdsLimit && isShort(threshold, plainLimit) ? threshold : "";
  const limit = shownLimit === "" ? "" : `, ${limitWord(event, tail.rest)} ${grouped(shownLimit)}`;
  const isWhole =
    (value === undefined || shownValue !== "" || holdsValue) &&
    (threshold === undefined || shownLimit !== "" || holdsLimit);
  const measured = shownValue === "" ? name : withValue(bare, shownValue, unitOfName, tail.unit);
  return { title: withRest(`${measured}${limit}`, tail.rest), dashboard, isWhole };
}

function limitWord({ body, title }: Titled, rest: string): string {
  return [rest, body.slice(0, 300), title].some((words) => isMinimum.test(words)) ? "minimum" : "limit";
}

/** Splits a title into the alert's name, its dashboard, and what follows: a measure that is known already, or more. */
function partsOf(title: string, value: string | undefined) {
  const [isWrapped, quoted = "", dashboard, after = ""] = wrapped.exec(title) ?? [];
  const [, before = title, end = ""] = isWrapped === undefined ? (withTail.exec(title) ?? []) : [];
  const [name, rest] = isWrapped === undefined ? [before, end] : [quoted, after];
  const [, measured, lines = ""] = measureTail.exec(rest) ?? [];
  if (measured !== undefined && measured === value)
    return { name, dashboard, tail: { rest: "", unit: lines } };
  return isWrapped === undefined
    ? { name: title, dashboard, tail: { rest: "", unit: "" } }
    : { name, dashboard, tail: { rest, unit: "" } };
}

function withRest(text: string, rest: string): string {
  return rest === "" ? text : `${text}: ${rest}`;
}

/** The unit tells where the name ends; without one, a colon does. */
function withValue(name: string, value: string, unitOfName: string, unitOfValue: string): string {
  if (unitOfName === "%") return `${name} ${grouped(value)}%`;
  if (unitOfName !== "") return `${name} ${grouped(value)} ${unitOfName}`;
  return `${name}: ${grouped(value)}${unitOfValue === "" ? "" : ` ${unitOfValue}`}`;
}

const measureLine = new RegExp(
  `^(${number})(?: lines found)?,?(?: [a-z]+){1,9} (${number})(?: lines)?(?: and (${number}))?\\.?$`,
  "i",
);

/** True if a line of a body says only what the title of the alert says already: its value and its limit. */
export function isOfMeasure(line: string, event: Titled): boolean {
  if (line.length > 200) return false;
  const [, value, from = "", to] = measureLine.exec(line) ?? [];
  const threshold = to === undefined ? from : `${from} to ${to}`;
  return (
    value !== undefined &&
    value === event.value &&
    threshold === event.threshold &&
    readableTitle(event).isWhole
  );
}

function isShort(text: string | undefined, pattern: RegExp): text is string {
  return text !== undefined && text.length <= longestMeasure && pattern.test(text);
}

const anyNumber = new RegExp(number, "gi");

/** True if these numbers hold all those of a measure. */
function holds(numbers: readonly string[], measure = ""): boolean {
  if (numbers.length === 0) return false;
  const wanted = numbersIn(measure);
  return wanted.length > 0 && wanted.every((one) => numbers.includes(one));
}

function numbersIn(text: string): string[] {
  return (text.match(anyNumber) ?? []).map((found) => found.replaceAll(",", ""));
}

/** Groups the digits before the decimal point by thousands. */
function grouped(measure: string): string {
  return measure.replaceAll(/(?<![\d.,])\d{4,}(?!,)/g, (digits) =>
    digits.replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, ","),
  );
}

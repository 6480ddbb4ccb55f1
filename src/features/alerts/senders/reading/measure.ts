import type { Reading } from "../sender.ts";
import { plainLine } from "./plain.ts";

/** What was measured, and what it was held against. */
export interface Measure {
  value?: string;
  threshold?: string;
}

/** Two of them and what stands between fit into an event; in words, a longer one is nothing that was measured. */
const longestNumber = 45;
const number = String.raw`([-+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?)`;
const comparison = String.raw`(?:meets or exceeds|exceeds|falls to or below|falls below|equals|does not equal|falls between|falls outside)`;
const compared = phrase(
  String.raw`(?<![\w.])${number}(?: lines found, which)? ${comparison}(?: the threshold of)? ${number}(?: and ${number})?`,
);
const expected = phrase(
  String.raw`(?<![\w.])${number} lines found, expected (?:less|greater) than ${number}`,
);
const found = phrase(String.raw`(?<![\w.])${number} lines found`);

/** The first one that fits is found at a fraction of the cost of all. */
function phrase(pattern: string) {
  return { first: new RegExp(pattern, "i"), all: new RegExp(pattern, "gi") };
}

/** The value and the threshold of an alert: from its fields, else from the words of its body, else of its title. */
export function measureOf(reading: Reading, title: string, body: string): Measure {
  const value = plainLine(reading.value, 100);
  const threshold = range(
    plainLine(reading.threshold, longestNumber),
    plainLine(reading.thresholdMax, longestNumber),
  );
  if (value !== "" && threshold !== undefined) return { value, threshold };
  const words = wordsOf(headOf(body), "first") ?? wordsOf(title.slice(-300), "last") ?? {};
  return { value: value || words.value, threshold: threshold ?? words.threshold };
}

/** What follows may be lines of a log, which compare other things. */
function headOf(body: string): string {
  return body.slice(0, 300).split("```", 1)[0] ?? "";
}

/** In a title the name comes first, and may compare something itself. */
function wordsOf(text: string, which: "first" | "last"): Measure | undefined {
  for (const pattern of [compared, expected, found]) {
    const match = which === "first" ? pattern.first.exec(text) : [...text.matchAll(pattern.all)].at(-1);
    const [, value = "", from = "", to = ""] = match ?? [];
    if (match && [value, from, to].every(({ length }) => length <= longestNumber))
      return { value, threshold: range(from, to) };
  }
  return undefined;
}

function range(from: string, to: string): string | undefined {
  if (from === "") return to === "" ? undefined : to;
  return to === "" ? from : `${from} to ${to}`;
}

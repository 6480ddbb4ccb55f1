import { plural } from "../../../lib/text.ts";
import { code } from "../../../platform/blocks/escape.ts";

const units: Readonly<Record<string, string>> = { s: "second", m: "minute", h: "hour", d: "day" };

/** An alert's interval such as "5m" as people say it, "5 minutes"; one that is written otherwise as it is, in code. */
export function intervalInWords(interval: string): string {
  const [, count = "", letter = ""] = /^\s*(\d{1,6})\s*([a-z])\s*$/i.exec(interval) ?? [];
  const unit = units[letter.toLowerCase()];
  return unit === undefined ? code(interval.slice(0, 40)) : plural(Number(count), unit);
}

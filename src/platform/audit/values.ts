import { slackDate } from "../blocks/date.ts";
import { code } from "../blocks/escape.ts";
import { amountInWords } from "../../lib/money.ts";
import { plural, truncate } from "../../lib/text.ts";
import type { Value } from "./fields.ts";
import { userInWords } from "./names.ts";

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+Z$/;
const amount = /^\d+(?:\.\d+)?$/;
const slackId = /^[A-Z][A-Z0-9]+$/;
const longestText = 80;

/** A field's value in mrkdwn, as people read it: who and where by name, times in the reader's zone, sizes with their unit. */
export function valueInWords(name: string, value: Value, mentions: boolean): string {
  return (
    sizeInWords(name, value) ??
    timesInWords(value) ??
    namedInWords(name, value, mentions) ??
    code(truncate(plainWords(value), longestText))
  );
}

function sizeInWords(name: string, value: Value): string | undefined {
  if (/credits/i.test(name) && typeof value !== "object" && amount.test(String(value)))
    return amountInWords(String(value));
  if (typeof value === "boolean") return plainWords(value);
  if (typeof value !== "number") return undefined;
  if (name.endsWith("Minutes")) return plural(value, "minute");
  if (name.endsWith("Hours")) return plural(value, "hour");
  return `${value.toLocaleString("en-US")}${name.endsWith("Gb") ? " GB" : ""}`;
}

function timesInWords(value: Value): string | undefined {
  const texts = [value].flat();
  const times = texts.filter((text) => typeof text === "string").filter((text) => time.test(text));
  if (times.length === 0 || times.length < texts.length) return undefined;
  return times.map((text) => slackDate(new Date(text))).join(", ");
}

function namedInWords(name: string, value: Value, mentions: boolean): string | undefined {
  if (typeof value !== "string" || !slackId.test(value)) return undefined;
  if (/channelId$/i.test(name)) return `<#${value}>`;
  if (/(?:user|owner)Id$/i.test(name)) return userInWords({ userId: value }, mentions);
  return mentions && /groupId$/i.test(name) ? `<!subteam^${value}>` : undefined;
}

/** Without the names of what is in it. */
function plainWords(value: Value | null): string {
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(plainWords).join(", ");
  return typeof value === "object" ? Object.values(value).map(plainWords).join(" ") : String(value);
}

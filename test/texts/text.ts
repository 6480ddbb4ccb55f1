import { z } from "zod";
import { isJsonObject } from "@quartermaster/local-slack/person";

/** A text with where a person sees it, and the first test that produced it. */
export const SeenText = z.object({ surface: z.string(), text: z.string(), from: z.string() });
export type SeenText = z.output<typeof SeenText>;

/** Names of fields that hold text for people, directly or deeper. */
const textFields = new Set([
  "text",
  "alt_text",
  "title",
  "fallback",
  "caption",
  "initial_comment",
  "label",
  "submit",
  "close",
  "error",
]);

/** All texts for people in a message, a view or a part of one. */
export function textsIn(content: unknown): string[] {
  if (Array.isArray(content)) return content.flatMap(textsIn);
  if (!isJsonObject(content)) return [];
  return Object.entries(content).flatMap(([key, value]) => {
    if (typeof value === "string") return textFields.has(key) ? [value] : [];
    // The errors of a submission: a text for each block.
    if (key === "errors" && isJsonObject(value)) return Object.values(value).map(String);
    return textsIn(value);
  });
}

/** The lines with words, with moments, ids, addresses and numbers as signs, so the same sentence is read once. */
export function foldText(text: string): string[] {
  return text
    .split("\n")
    .map(foldLine)
    .filter((line) => /\p{L}{3}/u.test(line) && !hostile.test(line));
}

/** What lines with the hostile names of tests have in common. They repeat sentences that other tests show with a name. */
const hostile =
  /@\??channel @|\/steal|slanted|S0ABC|agnp\.exe|שלום|🛒|proto|lt;\??!|(?:&amp;){6}|(\S)\1{11}|\p{Co}/u;

function foldLine(line: string): string {
  return line
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, "?")
    .replaceAll(/<!date[^>]*>/g, "<date>")
    .replaceAll(/<@[^>]*>/g, "<person>")
    .replaceAll(/<#[^>]*>/g, "<channel>")
    .replaceAll(/https?:\/\/[^\s>|)”"`]+/g, "<address>")
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27,}\b/g, "<id>")
    .replaceAll(/\b(?=[a-z]*\d)[0-9a-f]{8,}\b/g, "<id>")
    .replaceAll(/[▁▂▃▄▅▆▇█]+/g, "▁▂▃")
    .replaceAll(/“[^”\n]*”/g, "“x”")
    .replaceAll(/\d+(?:[.,:]\d+)*/g, "0")
    .trim();
}

import type { z } from "zod";
import { formatList, plural, truncate } from "./text.ts";

// What people read about a value that doesn't fit a schema. Each follows the name of the value: "`from` is missing".

/** The problem with a value that must be something else: it is missing, or what it is instead. Not for secrets. */
export function missingOr(expected: string) {
  return ({ input }: { input?: unknown }): string =>
    input === undefined
      ? `is missing. It must be ${expected}`
      : `must be ${expected}, not ${truncate(JSON.stringify(input) ?? "that", 60)}`;
}

/** The same without the value, which may be a secret. */
function silently(expected: string, input: unknown): string {
  return input === undefined ? `is missing. It must be ${expected}` : `must be ${expected}`;
}

/** A setting with settings of its own. */
export const settings = "a list of settings, each on a line of its own as in `name: value`";

const types: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list, each entry begun with a dash",
  object: settings,
  record: settings,
  null: "null",
};

const formats: Readonly<Record<string, string>> = {
  datetime: "a time in UTC, such as 2026-12-24T18:00:00Z",
  date: "a day, such as 2026-12-24",
  uuid: "an id, such as 11111111-1111-4111-8111-111111111111",
  email: "an e-mail address, such as ada@example.com",
  url: "an address, such as https://example.com",
};

type Issue = z.core.$ZodRawIssue;

/** The problem that an issue of a schema stands for. */
function problemOf(issue: Issue): string {
  const { input } = issue;
  switch (issue.code) {
    case "invalid_type":
      return silently(types[issue.expected] ?? "something else", input);
    case "invalid_value":
      return silently(oneOf(issue.values), input);
    case "invalid_format":
      return silently(formats[issue.format] ?? "written in another form", input);
    case "too_small":
    case "too_big":
      return outOfRange(issue);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `has ${formatList(issue.keys.map((key) => `\`${key}\``))}, which I don't know here`;
    case "invalid_union":
      return silently(anyOf(issue), valueOf(issue));
    case "invalid_key":
      return "has a name that can't be one here";
    case "invalid_element":
      return "has an entry that can't be one here";
    default:
      return "isn't right";
  }
}

function oneOf(values: readonly unknown[]): string {
  const words = values.map((value) => (typeof value === "string" ? value : String(value)));
  return words.length === 1 && words[0] === "true" ? "true, or left out" : formatList(words, "or");
}

/** A union's options, if a field says which one it is. */
function anyOf(issue: Extract<Issue, { code?: "invalid_union" }>): string {
  const { options } = issue;
  return Array.isArray(options) && options.length > 0 ? oneOf(options) : "written in another form";
}

/** What says which option it is, if a field does. */
function valueOf({ input, discriminator }: Extract<Issue, { code?: "invalid_union" }>): unknown {
  if (discriminator === undefined || typeof input !== "object" || input === null) return input;
  return new Map<string, unknown>(Object.entries(input)).get(discriminator);
}

function outOfRange(issue: Extract<Issue, { code?: "too_small" | "too_big" }>): string {
  const isSmall = issue.code === "too_small";
  const bound = issue.code === "too_small" ? issue.minimum : issue.maximum;
  const limit = isSmall ? "at least" : "at most";
  switch (issue.origin) {
    case "string":
      return isSmall && bound === 1 ? "is empty" : `must have ${limit} ${plural(Number(bound), "character")}`;
    case "array":
    case "set":
    case "map":
      return `must have ${limit} ${plural(Number(bound), "entry", "entries")}`;
    default:
      if (issue.inclusive === false) return `must be ${isSmall ? "more" : "less"} than ${bound}`;
      return `must be ${limit} ${bound}`;
  }
}

/**
 * Makes a parse speak in these words: `schema.safeParse(value, inWords)`. A schema's own message still comes first.
 * Each parse asks for them, because a setting of the library would change the words of everything in the process.
 */
export const inWords: z.core.ParseContext<z.core.$ZodIssue> = { error: problemOf };

import { z } from "zod";
import { Credits } from "./money.ts";
import { missingOr } from "./problem-words.ts";
import { asSentences, nearest, oneLine, truncate } from "./text.ts";
import { timeOfDay } from "./time.ts";
import { findZone, isZone, zoneHint } from "./zone-names.ts";

/** What a text is: a time zone, a channel's id, an amount. It says what people may write, and how they mostly write it. */
export interface Kind {
  /** What it is, with an example, as in "a time zone, such as Europe/Berlin". */
  expected: string;
  /** The text in its usual form. Undefined if it isn't of this kind. */
  read(this: void, typed: string): string | undefined;
  /** What may have been meant instead, as a sentence. */
  hint?(this: void, typed: string): string | undefined;
  /**
   * For a kind that work goes by: a kept text as work reads it. Undefined if work can't go by it: then the record is kept
   * and not acted on.
   */
  readKept?(this: void, text: string): string | undefined;
}

/** The kind of each text schema that has one. A schema made of it by `describe`, `min` and the like has it too. */
const kinds = z.registry<{ kind: Kind; isKept: boolean }>();

/** A text of a kind, in its usual form. Its problems say what is expected. */
export function textOf(kind: Kind): z.ZodString {
  const { expected, read, hint } = kind;
  return z
    .string({ error: missingOr(expected) })
    .overwrite((typed) => read(typed) ?? typed)
    .superRefine((typed, issues) => {
      if (read(typed) !== undefined) return;
      const more = hint?.(typed);
      const message = missingOr(expected)({ input: typed });
      issues.addIssue({ code: "custom", message: more === undefined ? message : `${message}. ${more}` });
    })
    .register(kinds, { kind, isKept: false });
}

/**
 * A text in a record. It is read whatever it says, or as loosely as `readable` says, because an earlier version may have
 * kept another. What work goes by is read in its usual form, such as "Europe/Berlin" for "berlin".
 */
export function kept(kind: Kind, readable: z.ZodString = z.string()): z.ZodString {
  const { readKept } = kind;
  const schema = readKept ? readable.overwrite((text) => readKept(text) ?? text) : readable;
  return schema.register(kinds, { kind, isKept: true });
}

/** The kind of a text's schema. */
export function kindOf(schema: z.core.$ZodType): Kind | undefined {
  return kinds.get(schema)?.kind;
}

// Ids of Slack. They may be given as Slack writes them in messages: <#C0123ABCD|alerts>.

/** An id, as the first group of its pattern. */
export function idKind(what: string, example: string, pattern: RegExp): Kind {
  return {
    expected: `${what}, such as ${example}`,
    read: (typed) => pattern.exec(typed.trim())?.[1],
  };
}

export const channelId = idKind(
  "the id of a channel",
  "C0123ABCD, from the end of its details in Slack",
  /^(?:<#)?([CDG][A-Z0-9]{1,30})(?:\|[^>]*>|>)?$/,
);
export const userId = idKind(
  "the id of a person",
  "U0123ABCD, from their profile in Slack",
  /^(?:<@)?([UW][A-Z0-9]{1,30})(?:\|[^>]*>|>)?$/,
);
/** A person, or the one who asks. */
export const userIdOrMe: Kind = {
  expected: `${userId.expected}, or me`,
  read: (typed) => (/^(?:me|myself)$/i.test(typed.trim()) ? "me" : userId.read(typed)),
};
/** A person, by what they are called if only that is known. */
export const userIdOrName: Kind = {
  expected: `${userId.expected}, or their name after @`,
  read: (typed) => (/^@[^\s<>]{1,80}$/.test(typed.trim()) ? typed.trim() : userId.read(typed)),
};
export const groupId = idKind(
  "the id of a user group",
  "S0123ABCD",
  /^(?:<!subteam\^)?(S[A-Z0-9]{1,30})(?:\|[^>]*>|>)?$/,
);
/** Where something is posted: a channel, or a person for direct messages. */
export const placeId = idKind(
  "the id of a channel, or of a person for direct messages",
  "C0123ABCD",
  /^(?:<[#@])?([CDGUW][A-Z0-9]{1,30})(?:\|[^>]*>|>)?$/,
);

// Times.

export const timeZone: Kind = {
  expected: "a time zone, such as Europe/Berlin",
  read: zoneIn,
  hint(typed) {
    const found = findZone(typed);
    return "zone" in found ? undefined : zoneHint(found.nearestName);
  },
  // People must say which place they mean with CET, and clocks go by it all the same.
  readKept: (text) => zoneIn(text) ?? (isZone(text) ? text : undefined),
};
export const clockTime: Kind = {
  expected: 'a time of day, such as "22:00"',
  read: timeOfDay,
  readKept: timeOfDay,
};

function zoneIn(words: string): string | undefined {
  const found = findZone(words);
  return "zone" in found ? found.zone : undefined;
}

// Money.

const mostCredits = 1_000_000_000;

/** An amount of credits that people set, above 0. */
export const creditAmount: Kind = {
  expected: `an amount of credits above 0 with at most two decimals, such as "1500.50"`,
  read: (typed) => amountIn(typed, (amount) => amount.lte(mostCredits) && amount.decimalPlaces() <= 2),
};
export const positiveAmount: Kind = {
  expected: 'an amount above 0, such as "0.30"',
  read: (typed) => amountIn(typed, () => true),
};
export const currency: Kind = {
  expected: "a currency, such as EUR",
  read: (typed) => (Intl.supportedValuesOf("currency").includes(typed) ? typed : undefined),
};
/** What an amount is of. */
export const creditsOrCurrency: Kind = {
  expected: "credits, or a currency such as EUR",
  read: (typed) => (typed === "credits" ? typed : currency.read(typed)),
};

function amountIn(typed: string, isRight: (amount: InstanceType<typeof Credits>) => boolean) {
  if (!/^\d{1,15}(?:\.\d{1,20})?$/.test(typed)) return undefined;
  const amount = new Credits(typed);
  // As it was written, because an export shows it again.
  return amount.gt(0) && isRight(amount) ? typed : undefined;
}

// Names.

/** A text that fits a pattern. */
export function named(what: string, pattern: RegExp): Kind {
  return { expected: what, read: (typed) => (pattern.test(typed) ? typed : undefined) };
}

/** One of the known words. The nearest one is named for others. */
export function wordKind(what: string, words: readonly string[]): Kind {
  const example = words[0] ?? "";
  return {
    expected: `${what}, such as ${example}`,
    read: (typed) => words.find((word) => word === typed.toLowerCase()),
    hint(typed) {
      const near = nearest(typed, words);
      return near === undefined ? undefined : `Did you mean \`${near}\`?`;
    },
  };
}

/** One line of at most so many characters that says something. */
export function lineOf(what: string, longest = 200): Kind {
  return {
    expected: `${what}: one line of at most ${longest} characters`,
    read(typed) {
      const line = oneLine(typed);
      return line !== "" && line.length <= longest ? line : undefined;
    },
  };
}

/** A text that people read and nothing is done by. It may hold any characters. */
export function freeText(what: string, longest: number): Kind {
  return {
    expected: `${what}: a text of at most ${longest} characters`,
    read: (typed) => (typed.length <= longest ? typed : undefined),
  };
}

export const groupHandle = freeText("a user group's handle", 100);
export const teamName: Kind = {
  expected: "the name of a team, such as payments: letters or digits, at most 50 characters",
  read(typed) {
    const name = oneLine(typed);
    return /[\p{L}\p{N}]/u.test(name) && name.length <= 50 && !name.startsWith("@") ? name : undefined;
  },
};
export const connectionName = named(
  "the name of a connection, without spaces, such as default",
  /^\S{1,100}$/,
);
export const hookName = named(
  "the name of a hook, of letters, digits, . _ -, such as checkout",
  /^[\p{L}\p{M}\p{N}._-]{1,60}$/u,
);
export const serviceId = named(
  "the id of a service, such as 11111111-1111-4111-8111-111111111111",
  /^\S{1,200}$/,
);
export const serviceName = freeText("the name of a service", 200);
export const hostName = named(
  "a host, such as pager.example.com",
  /^[\p{L}\p{N}.-]{1,253}(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/iu,
);

/**
 * The schema for what is new of a record's shape: each kept text must be of its kind, in its usual form, and nothing
 * else may be beside the fields.
 */
export function strictly<S extends z.ZodObject>(schema: S): S {
  const shape = Object.entries(schema.shape).map(([name, field]) => [name, strictField(field)]);
  return schema.clone({ ...schema.def, shape: Object.fromEntries(shape), catchall: z.never() });
}

function strictField(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodObject) return strictly(schema);
  if (schema instanceof z.ZodOptional) return z.optional(strictField(schema.def.innerType));
  if (schema instanceof z.ZodDefault)
    return schema.clone({ ...schema.def, innerType: strictField(schema.def.innerType) });
  if (schema instanceof z.ZodArray)
    return schema.clone({ ...schema.def, element: strictField(schema.def.element) });
  if (schema instanceof z.ZodUnion)
    return schema.clone({ ...schema.def, options: schema.def.options.map(strictField) });
  const known = kinds.get(schema);
  return known?.isKept ? z.preprocess(numberAsText, textOf(known.kind)) : schema;
}

/** YAML reads 500 and "500" as different things, and people mean the same. */
export function numberAsText(value: unknown): unknown {
  return typeof value === "number" ? String(value) : value;
}

/**
 * The first text of a record that work goes by and that isn't of its kind, as a sentence in plain text. Undefined if
 * there is none. A record of an earlier version may have one.
 */
export function unfitText(schema: z.core.$ZodType, value: unknown): string | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return value === undefined ? undefined : unfitText(schema.def.innerType, value);
  if (schema instanceof z.ZodObject) {
    const fields = new Map<string, unknown>(Object.entries(typeof value === "object" ? (value ?? {}) : {}));
    return firstOf(Object.entries(schema.shape), ([name, field]) => unfitText(field, fields.get(name)));
  }
  if (schema instanceof z.ZodArray)
    return firstOf(Array.isArray(value) ? value : [], (each) => unfitText(schema.def.element, each));
  if (schema instanceof z.ZodUnion) {
    const option = schema.def.options.find((each) => z.safeParse(each, value).success);
    return option && unfitText(option, value);
  }
  const kind = kindOf(schema);
  if (!kind?.readKept || typeof value !== "string" || kind.readKept(value) !== undefined) return undefined;
  const hint = kind.hint?.(value);
  return asSentences([
    `It has “${truncate(oneLine(value), 60)}” in place of ${kind.expected}`,
    ...(hint === undefined ? [] : [hint]),
  ]);
}

function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

import { z } from "zod";
import { formatList, truncate } from "../../../../lib/text.ts";
import { timeOfDay } from "../../../../lib/time.ts";
import { findZone } from "../../../../lib/zone-names.ts";
import { severities } from "../../incident/event-record.ts";
import { daysIn } from "../../routing/rule-time.ts";

/** A zod error message: what was expected, and what came instead. */
export function instead(expected: string) {
  return ({ input }: { input?: unknown }): string => {
    if (input === undefined) return "is missing";
    return `must be ${expected}, not ${truncate(JSON.stringify(input) ?? "that", 60)}`;
  };
}

function asText(value: unknown): unknown {
  return typeof value === "number" ? String(value) : value;
}

/** A text of 1 to `longest` characters. A number counts as its text. */
export function text(what: string, longest = 200) {
  return z.preprocess(
    asText,
    z
      .string({ error: instead(what) })
      .trim()
      .min(1, `must be ${what}, and is empty`)
      .max(longest, `must have at most ${longest} characters`),
  );
}

/** A text that `reading` parses. Undefined from it is a problem. */
function read<Out>(expected: string, reading: (typed: string) => Out | undefined) {
  return text(expected).transform((typed, context): Out => {
    const found = reading(typed);
    if (found !== undefined) return found;
    context.addIssue(instead(expected)({ input: typed }));
    return z.NEVER;
  });
}

/** A channel's id, also in the form of a Slack mention. */
export const channel = read(
  "the id of a channel, such as C0123ABCD, from the end of its details in Slack",
  (typed) => {
    const [, id] = /^(?:<#)?([CDG][A-Z0-9]+)(?:\|[^>]*>|>)?$/.exec(typed) ?? [];
    return id;
  },
);
/** A user group's id. */
export const userGroup = read(
  "the id of a user group, such as S0123ABCD",
  (typed) => /^S[A-Z0-9]+$/.exec(typed)?.[0],
);
/** A time of day, as in "07:30". */
export const clock = read('a time of day, such as "22:00"', timeOfDay);
/** A severity by its name. */
export const severity = z.enum(severities, { error: instead(formatList([...severities], "or")) });
/** Either true or left out. */
export const on = z.literal(true, { error: instead("true, or left out") });
/** Days of the week, as a list or in words. */
export const days = z.preprocess(
  (value) => (Array.isArray(value) ? value.join(" ") : value),
  read("days, such as mon-fri, or [sat, sun]", (typed) => daysIn([typed])?.slice()),
);
/** A time zone by its IANA name. */
export const zone = read("a time zone, such as Europe/Berlin", (typed) => {
  const found = findZone(typed);
  return "zone" in found ? found.zone : undefined;
});

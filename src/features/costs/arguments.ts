import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import { lineOf, textOf } from "../../lib/kinds.ts";
import { looksLikeRange, mistypedIn, plainSpelling } from "../../lib/period/spelling.ts";
import { unreadable } from "../../lib/period/spans.ts";
import { type CostRange, isRange, parseCostRange } from "../../lib/period/range.ts";
import { againstIn, comparing, isAgainst, parseTwoRanges } from "../../lib/period/two-ranges.ts";
import { nearest, oneLine } from "../../lib/text.ts";
import { id, number, range as anyRange, service as anyService } from "../../platform/commands/arguments.ts";
import { fromKind, idKind, nameKind, rangeKind } from "../../platform/commands/arguments/kinds.ts";
import { type ArgumentKind, argument, gap, kindOf } from "../../platform/commands/arguments/kind.ts";
import type { Slot } from "../../platform/commands/entry.ts";
import * as texts from "./texts.ts";

/** Words that may stand around a wish for costs. */
export const aroundCosts = "trend ranking split amount people time";

/** What costs are listed by. */
export const costViews = ["service", "team", "metric", "day"] as const;
export type CostView = (typeof costViews)[number];

/** How a sentence says what costs are split by. */
const bySlot: Slot = {
  isOne: true,
  parts: [
    [
      /\b(?:by|per|each|every|for each|for every)[ -](?:single )?day\b|\bday[ -]by[ -]day\b|\bdaily\b|\bday[- ]?wise\b|\bday (?:to|over|after) day\b|\b(?:for|of) each (?:single )?day\b|\bdaily (?:view|figures|totals|split|numbers|overview)\b/i,
      "day",
    ],
    [
      /\b(?:which|(?:most|least) expensive|cheapest|costliest|priciest|dearest|highest|lowest|biggest|worst) (?:single )?days?\b/i,
      "day",
    ],
    [
      /\b(?:by|per|each) metrics?\b|\b(?:storage|compute|network|traffic|egress|metrics?)\b|\bwhat(?:'s| is| was|) (?:driving|drove|behind|caus(?:ing|ed)|made|making)\b|\bwhy\b|\bby (?:type|kind|category|component|resource)s?\b|\bbroken down by what\b/i,
      "metric",
    ],
    [
      /\b(?:by|per|each|every|which) (?:teams?|squads?|departments?|groups?)\b|\bteam[ -]by[ -]team\b|\bteams?\b/i,
      "team",
    ],
    [
      /\b(?:by|per|each) (?:services?|databases?|dbs?)\b|\b(?:service|database)[ -]by[ -](?:service|database)\b/i,
      "service",
    ],
  ],
};

/** A view behind its mark anywhere: "by metric", "by days". */
const byKind: ArgumentKind = {
  slot: bySlot,
  isApart: true,
  take(words, mark) {
    const all = words.split(" ");
    const isMark = (word: string) => word.toLowerCase() === mark;
    const at = all.findIndex(isMark);
    if (at === -1) return undefined;
    const after = all.slice(at + 2);
    if (after.some(isMark)) throw new AppError("user", texts.oneViewOnly);
    return { value: viewNamed(all[at + 1] ?? ""), rest: [...all.slice(0, at), gap, ...after].join(" ") };
  },
  write: String,
};

function viewNamed(word: string): CostView {
  const name = plainSpelling(word).replace(/s$/, "");
  const view = costViews.find((each) => each === name);
  if (view) return view;
  throw new AppError("user", texts.unknownView(nearest(name, ["service", "metric", "day"])));
}

const leading = /^(?:for|of|in|on) (?=\S)/i;

/** A name without the words and commas that join it to the others. */
function joinedKind(kind: ArgumentKind): ArgumentKind {
  return {
    ...kind,
    take(words, mark) {
      refuseChannel(words);
      const left = oneLine(words.replaceAll(gap, " ")).replace(/^[ ,;]+|[ ,;]+$/g, "");
      if (/^(?:vs\.?|versus) /i.test(left)) throw new AppError("user", texts.oneRangeOnly);
      return kind.take(left.replace(leading, ""), mark);
    },
  };
}

/** The days of a question about costs. What was meant as days and isn't one is refused, and not taken as a name. */
const daysKind: ArgumentKind = {
  ...rangeKind,
  isApart: true,
  take(words, mark) {
    refuseChannel(words);
    const taken = rangeKind.take(words, mark);
    const left = oneLine((taken?.rest ?? words).replaceAll(gap, " ")).replace(leading, "");
    if (looksLikeRange(left)) throw unreadable(plainSpelling(left));
    const mistyped = taken ? undefined : mistypedIn(left);
    if (mistyped !== undefined) throw unreadable(mistyped);
    return taken;
  },
};

/** Days to compare with: "vs september", or "with september" behind "compare october". */
const againstKind: ArgumentKind = {
  slot: "against",
  take(typed) {
    const words = typed.split(" ").filter(Boolean);
    const found = againstIn(words);
    if (!found) return undefined;
    const { from, second, to } = found;
    const behind = words.slice(second).filter((word) => word !== gap);
    const before = words.slice(comparing.test(words[0] ?? "") ? 1 : 0, from);
    if (to === second)
      throw new AppError(
        "user",
        behind.length > 0
          ? texts.unknownDays(behind.join(" "))
          : texts.compareWhat(before.filter((word) => word !== gap).join(" ")),
      );
    return {
      value: words
        .slice(second, to)
        .join(" ")
        .replace(/[ ,;]+$/, ""),
      rest: [...before, gap, ...words.slice(to)].join(" "),
    };
  },
  write: String,
};

/** Only cost reports may go to another channel. A person who shares costs must see who will read them. */
function refuseChannel(words: string): void {
  if (/<#|(?:^|\s)#\S/.test(words)) throw new AppError("user", texts.channelTyped);
}

export const range = argument(
  daysKind,
  anyRange.superRefine((words, issues) => {
    if (words === "" || isRange(words)) return;
    issues.addIssue({ code: "custom", message: unreadable(plainSpelling(words)).message });
  }),
);
const against = argument(
  againstKind,
  z
    .string()
    .trim()
    .max(100)
    .refine(isAgainst, { error: ({ input }) => texts.unknownDays(String(input)) }),
).describe("Other days to compare them with: september, the week before. By default the period before");
/** A connection as people type it. */
export const connection = argument(
  { ...joinedKind(nameKind("connection")), usage: ["<connection>"] },
  textOf(lineOf("the name of a connection", 100)),
).describe("The connection's name");
/** An item on the page, as buttons and programs of earlier versions have it. */
export const from = argument({ ...fromKind, isOld: true }, number).describe("The number of one on the page");
/** The id of a schedule in a list. Buttons have it, because its number changes. */
export const ownId = argument({ ...idKind, isForPeople: true }, id);

/** Words that want something each month. */
export const monthly = /(?:^|\s)(?:monthly|(?:every|each) month)(?=\s|$)/i;

/** An argument that leaves such words to another line. */
export function unless<Schema extends z.ZodType>(
  words: RegExp,
  schema: Schema,
  more: Pick<ArgumentKind, "usage"> = {},
): Schema {
  const kind = kindOf(schema);
  if (!kind) throw new Error("This argument has no kind.");
  const take: ArgumentKind["take"] = (typed, mark) =>
    words.test(typed) ? undefined : kind.take(typed, mark);
  return argument({ ...kind, ...more, take }, schema);
}

/** The arguments of a question about costs. */
export const asked = {
  range: range.optional(),
  by: argument(byKind, z.enum(costViews)).describe("What each row is about. By default a service").optional(),
  service: argument(joinedKind(nameKind("service")), anyService).optional(),
};
/** The same, and the days to compare with. */
export const compared = { ...asked, against: against.optional() };
type Asked = Partial<z.output<z.ZodObject<typeof compared>>>;

/** A question about costs. */
export interface Question {
  /** Its `previous` are the days of `against`, if that is there. */
  range: CostRange;
  /** Other days to compare with, if the person chose some. */
  against?: CostRange | undefined;
  by: CostView;
  /** A service's name or id. Undefined for all services. */
  service?: string | undefined;
}

/** The question of some arguments. Fails as `user`. */
export function questionOf(
  { range: days, against: others, by = "service", service }: Asked,
  now: Date,
): Question {
  if (others === undefined) return { range: parseCostRange(days ?? "", now), by, service };
  if (days === undefined) throw new AppError("user", texts.compareWhat(others));
  if (by === "day") throw new AppError("user", texts.notByDay);
  return { ...parseTwoRanges(days, others, now), by, service };
}

/** The arguments that ask for the same on any later day. */
export function argumentsOf({ range: days, against: others, by, service }: Question): Asked {
  return {
    range: days.words,
    ...(others && { against: others.words }),
    by,
    ...(service !== undefined && { service }),
  };
}

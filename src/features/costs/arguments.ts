import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import { lineOf, textOf } from "../../lib/kinds.ts";
import { looksLikeRange, mistypedIn, plainSpelling } from "../../lib/period/spelling.ts";
import { unreadable } from "../../lib/period/spans.ts";
import { type CostRange, isRange, parseCostRange } from "../../lib/period/range.ts";
import { nearest, oneLine } from "../../lib/text.ts";
import { id, number, range as anyRange, service as anyService } from "../../platform/commands/arguments.ts";
import { fromKind, idKind, nameKind, rangeKind } from "../../platform/commands/arguments/kinds.ts";
import { type ArgumentKind, argument, gap, kindOf } from "../../platform/commands/arguments/kind.ts";
import * as texts from "./texts.ts";

/** What costs are listed by. */
export const costViews = ["service", "team", "metric", "day"] as const;
export type CostView = (typeof costViews)[number];

/** A view behind its mark anywhere: "by metric", "by days". */
const byKind: ArgumentKind = {
  slot: "by",
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
/** A connection as people type it. In a sentence, a name is a service's. */
export const connection = argument(
  { ...joinedKind(nameKind()), usage: ["<connection>"] },
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
type Asked = z.output<z.ZodObject<typeof asked>>;

/** A question about costs. */
export interface Question {
  range: CostRange;
  by: CostView;
  /** A service's name or id. Undefined for all services. */
  service?: string | undefined;
}

/** The question of some arguments. Fails as `user`. */
export function questionOf({ range: days = "", by = "service", service }: Asked, now: Date): Question {
  return { range: parseCostRange(days, now), by, service };
}

/** The arguments that ask for the same on any later day. */
export function argumentsOf({ range: days, by, service }: Question): Asked {
  return { range: days.words, by, ...(service !== undefined && { service }) };
}

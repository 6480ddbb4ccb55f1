import { type CostRange, parseCostRange, rangeBefore } from "../../lib/period/range.ts";
import type { Before } from "./conversations.ts";
import type { Findings } from "./evidence.ts";
import {
  type Assumes,
  type Draft,
  type Meaning,
  type Reading,
  type Weighed,
  kindsOf,
  shownOf,
  wordsOfMatch,
} from "./meaning.ts";
import { draftOf, scoreOf } from "./draft.ts";
import { things } from "./groups.ts";
import { type Askable, asksForAction } from "./phrasebook.ts";
import { ordinals } from "./ranges.ts";
import type { Sentence } from "./words.ts";

/** How a sentence refers to what was said before. */
export interface FollowUp {
  /** True if it says that it goes on: "and", "what about", "it". */
  isCued: boolean;
  /** Words such as "it" and "there". */
  pronouns: readonly number[];
  /** "Make it" in "no wait, make it two weeks". */
  cues: readonly number[];
  /** The words for the time before the one that was asked about. */
  earlier: readonly number[];
  /** True if all are meant, and no longer one. */
  isAll: boolean;
  /** True if it says what to tell others: "tell everyone that orders is down". That changes nothing. */
  isTold: boolean;
  /** A place in the list that was shown. */
  place: Place | undefined;
}

const lead =
  /^(?:(?:by|per) (?:service|team|day|metric|connection)|and|also|now|ok|okay|only|just|same|but|so|then|or|plus|instead|rather|actually|no|(?:what|how) about|(?:wait |sorry |actually )*make (?:it|that)|i mean|not)\b|\b(?:too|as well|instead|i mean)\W*$/i;
const pronoun =
  /^(?:it|its|it's|that|that's|this|them|those|these|there|one|ones|same|they|their|he|she|his|her|him)$/;
const corrects = /^(?:(?:no|oh|ok|hm+|wait|sorry|actually|please|better)[, ]+)*make (?:it|that)\b/i;
const then = /\b(?:in|of|during|over) (?:it|that|there|those days)\b/i;
const joins = /^and\b(?!.*\b(?:some|any)(?:one|body)\b)/i;
const clauseBegins = /^(?:the|a|an|our|my|we|i|you|they|he|she|it|there|everyone)$/;
const earlier =
  /\b(?:the )?(?:day|week|month|quarter|year|one|period|time) before(?: that)?\b(?! (?:last|yesterday))|\bbefore that\b|\bthe previous (?:one|period)\b/i;
const all = /\b(?:everything|all of (?:them|it)|altogether|in total|overall|all (?:services|databases))\b/i;
// With these, a sentence without a pronoun is about all too.
const ours = /\b(?:our|total|all|services|databases|dbs)\b/i;

// "The last week" isn't a place in a list.
const units = /^(?:hour|day|week|month|quarter|year|night|half|time|thing|\d+)s?$/;
const places = new RegExp(
  `^(?:${ordinals.slice(1).join("|")}|\\d+(?:st|nd|rd|th)|newest|latest|recent|oldest|earliest|last|top|bottom)$`,
);

/** A place in a list, from 0, or -1 for its end. What has ids is listed from the newest on. A name has no age. */
interface Place {
  /** Its words. */
  at: number[];
  ofIds: number | undefined;
  ofNames: number | undefined;
}

/** The place in a list that a sentence speaks of. */
export function placeIn({ words }: Sentence): Place | undefined {
  const at = words.findIndex(
    ({ plain }, index) => places.test(plain) && !units.test(words[index + 1]?.plain ?? ""),
  );
  const { plain = "" } = words[at] ?? {};
  if (plain === "") return undefined;
  const found = Math.max(ordinals.indexOf(plain), Number.parseInt(plain, 10) || 0) - 1;
  const nth = found < 0 ? undefined : found;
  const isNewest = /^(?:newest|latest|recent|last)$/.test(plain);
  return {
    at: /^ones?$/.test(words[at + 1]?.plain ?? "") ? [at, at + 1] : [at],
    ofIds: isNewest ? 0 : nth,
    ofNames: plain === "last" ? -1 : nth,
  };
}

/** How a sentence goes on with what was said before, if it does. */
export function followUp(sentence: Sentence, findings: Findings, { args }: Before): FollowUp {
  const { text, words, spans } = sentence;
  const place = placeIn(sentence);
  /** "That" in "tell everyone that orders is down" stands for nothing. Nor does "this" in "this month". */
  const isJoint = (at: number) =>
    words[at]?.plain === "that" &&
    (spans.some(({ kind, from }) => entities.has(kind) && from === at + 1) ||
      clauseBegins.test(words[at + 1]?.plain ?? ""));
  const pronouns = words.flatMap(({ plain }, at) =>
    pronoun.test(plain) && !findings.isDay(at) && !isJoint(at) ? [at] : [],
  );
  return {
    pronouns,
    place,
    isTold: words.some((_, at) => isJoint(at)),
    isCued:
      place !== undefined ||
      lead.test(text) ||
      pronouns.length > 0 ||
      ("range" in args && (earlier.test(text) || / than /.test(text))),
    cues: wordsOfMatch(corrects.exec(text), words),
    earlier: wordsOfMatch(earlier.exec(text), words),
    isAll: all.test(text) || (pronouns.length === 0 && ours.test(text)),
  };
}

/** The draft as a part of the conversation: what it leaves open is what was said before. */
export function afterwards(
  { askable, draft, unknown }: Weighed,
  sentence: Sentence,
  findings: Findings,
  said: FollowUp,
  { phrasebook, today, before }: Reading,
): Weighed | undefined {
  if (!before) return undefined;
  const { entry, asks } = askable;
  const last = phrasebook.askable.find((each) => each.entry.name === before.entry);
  const isSame = entry.name === before.entry;
  const isRelated = isSame || last?.family === askable.family;
  const own = draft.said.some(({ group }) => group in things);
  const filled = new Map(draft.filled);
  const wasEmpty = filled.size === 0;
  // “Vs the week before” says what to compare with.
  const takesRange =
    isRelated && said.earlier.length > 0 && asks.slots?.["range"] !== undefined && !filled.has("against");
  const range = takesRange ? rangeOf(before.args["range"], today) : undefined;
  if (range) {
    const { words: value, label: shown } = rangeBefore(range);
    filled.set("range", { value, shown, at: said.earlier, isSure: true });
  }
  // "Make that 8 to 6" keeps the days.
  const hours = filled.get("hours");
  const [, ...days] = isSame ? String(before.args["hours"] ?? "").split(" ") : [];
  if (hours && days.length > 0 && /^[\d:]+-[\d:]+$/.test(hours.value))
    filled.set("hours", { ...hours, value: [hours.value, ...days].join(" ") });
  // "More than in september" compares it with what was shown.
  const other = filled.get("range");
  const isCompared =
    other && / than (?:in |on )?$/.test(sentence.text.slice(0, sentence.words[other.at[0] ?? 0]?.at));
  const first = isRelated && isCompared ? rangeOf(before.args["range"], today) : undefined;
  if (other && first && asks.slots?.["against"] !== undefined) {
    filled.set("against", other);
    filled.set("range", { value: first.words, shown: first.label, at: [], isSure: true });
  }
  const numbers = sentence.spans.filter(({ kind }) => kind === "number");
  let inherited = 0;
  for (const name of Object.keys(asks.slots ?? {})) {
    if (filled.has(name)) continue;
    const kinds = kindsOf(entry, name);
    const isEntity = kinds.some((kind) => entities.has(kind));
    if (said.isAll && isEntity) continue;
    // Two values are a question of their own.
    if (name === "by" && draft.filled.size > 1) continue;
    const hasId = kinds.includes("id");
    const shown = (isEntity && before.shown?.[name]) || [];
    const listed = shownAt(shown, hasId, said);
    // "The newest one" of a list isn't what was spoken about.
    const isElse = isEntity && said.place && (hasId || shown.length > 1);
    const known = kinds.find((each) => before.known[each] !== undefined);
    // "Start events and put ada as owner."
    const goesOn = joins.test(sentence.text);
    const mayBeKnown = isEntity && (said.pronouns.length > 0 || (isRelated && said.isCued) || goesOn);
    const spoken =
      (isRelated && (!own || (name === "range" && then.test(sentence.text)))
        ? before.args[name]
        : undefined) ??
      (mayBeKnown && known && (known !== "id" || isRelated) ? before.known[known] : undefined);
    if (listed === undefined && (isElse || spoken === undefined)) continue;
    // "Make that 3" gives "replicas=5" another number.
    const isOther =
      isSame && kinds.length === 0 && numbers.length === 1 && String(spoken).match(/\d+/g)?.length === 1;
    const value = String(listed ?? spoken).replace(
      isOther ? /\d+/ : "",
      isOther ? (numbers[0]?.value ?? "") : "",
    );
    const kind = listed === undefined ? known : kinds[0];
    filled.set(name, {
      value,
      shown: kind === "range" ? (rangeOf(value, today)?.label ?? value) : shownOf(kind, value),
      at: (listed !== undefined && said.place?.at) || [
        ...said.pronouns,
        ...(isOther ? numbers : []).map(({ from }) => from),
      ],
      isSure: true,
      ...(kind && { kind }),
    });
    inherited += 1;
  }
  const hasNews = !wasEmpty || range !== undefined || said.isAll || said.place !== undefined;
  if (said.isTold && entry.effect !== "read") return undefined;
  if (inherited === 0 && !isRelated) return undefined;
  const known = isRelated && last ? thingsOf(last) : new Set<string>();
  const assumes: Assumes = (need) =>
    "groups" in need && ((isSame && hasNews) || (isRelated && need.groups.some((group) => known.has(group))));
  const whole = draftOf(draft.goal, filled, findings, draft.isName, assumes);
  // What only may stand around it asks for nothing.
  if (!hasNews && whole.said.length === 0) return undefined;
  // A change needs a word for it, or a word such as "it".
  if (entry.effect !== "read" && !isSame && whole.said.length === 0 && !said.isCued) return undefined;
  const explained = new Set([...whole.explained, ...said.pronouns, ...(isSame ? said.cues : [])]);
  const next = { ...whole, explained };
  // The words of a sentence say more than what was before it.
  const score = scoreOf(askable, next, sentence, findings) * (isSame && !own ? 0.98 : 1);
  return score > 0 ? { askable, draft: next, score, ...(unknown && { unknown }) } : undefined;
}

/** True if a sentence begins with a verb that the draft doesn't need: "make ada an admin instead". */
export function asksForElse(
  { said }: Draft,
  { hits, start }: Findings,
  cues: readonly number[] = [],
): boolean {
  return hits.some(
    ({ group, at: [at = 0] }) =>
      at === start &&
      asksForAction({ groups: [group] }) &&
      !cues.includes(at) &&
      !said.some((hit) => hit.at.includes(at)),
  );
}

/** The thing of a list that is meant: the one at its place, or the only one. */
function shownAt(
  things: readonly string[],
  isId: boolean,
  { place, pronouns }: FollowUp,
): string | undefined {
  const at = isId ? place?.ofIds : place?.ofNames;
  if (place) return at === undefined ? undefined : things.at(at);
  return pronouns.length > 0 && things.length === 1 ? things[0] : undefined;
}

/** True for what tells one thing from all others, and false for "2", which is a place in a list. */
export function isId(value: unknown): boolean {
  return typeof value === "string" && /^(?=.*\d)\S{6,}$/.test(value);
}

/** What a call is about. */
function thingsOf({ goals }: Askable): ReadonlySet<string> {
  const needs = goals.flatMap((goal) => goal.needs);
  return new Set(needs.flatMap((need) => ("groups" in need && !asksForAction(need) ? need.groups : [])));
}

export const entities: ReadonlySet<string> = new Set(
  "service hook preset dashboard connection person group id".split(" "),
);

/** Days that were said before. Undefined if they can't be read any longer. */
function rangeOf(words: unknown, today: Date): CostRange | undefined {
  try {
    return typeof words === "string" ? parseCostRange(words, today) : undefined;
  } catch {
    return undefined;
  }
}

/** What a meaning leaves for the next sentence. */
export function beforeOf({ entry, args, kinds }: Meaning, before: Before["known"] = {}): Before {
  const known = withoutOpen(entry, args, before);
  const { creates } = entry.asks ?? {};
  // What is made gets a name, and then it is one of them.
  const made = creates !== undefined && "name" in args;
  const news = made ? [["name", creates]] : Object.entries(kinds);
  const said = news.map(([name = "", kind = ""]) => [kind, String(args[name])]);
  return { entry: entry.name, args, known: { ...known, ...Object.fromEntries(said) } };
}

/** What "it" may be after a call: not what it could have been about, and wasn't. */
export function withoutOpen(
  entry: Meaning["entry"],
  args: Before["args"],
  known: Before["known"],
): Before["known"] {
  if (entry.effect !== "read") return known;
  const open = Object.keys(entry.asks?.slots ?? {}).filter((name) => !(name in args));
  const gone = new Set<string>(
    open.flatMap((name) => kindsOf(entry, name)).filter((kind) => entities.has(kind)),
  );
  return Object.fromEntries(Object.entries(known).filter(([kind]) => !gone.has(kind)));
}

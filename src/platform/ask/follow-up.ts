import { parseCostRange, rangeBefore } from "../../lib/period/range.ts";
import type { Before } from "./conversations.ts";
import type { Findings } from "./evidence.ts";
import { type Filled, type Meaning, type Weighed, scoreOf, shownOf } from "./meaning.ts";
import type { Phrasebook } from "./phrasebook.ts";
import type { Sentence } from "./sentence.ts";

/** How a sentence refers to what was said before. */
export interface FollowUp {
  /** True if it says that it goes on: "and", "what about", "it". */
  isCued: boolean;
  /** Words such as "it" and "there". */
  pronouns: readonly number[];
  /** True for the time before the one that was asked about. */
  isEarlier: boolean;
  /** True if all are meant, and no longer one. */
  isAll: boolean;
}

const lead =
  /^(?:and|also|now|ok|okay|only|just|same|but|so|then|or|plus|instead|rather|actually|no|(?:what|how) about|make (?:it|that)|i mean|not)\b|\b(?:too|as well|instead|i mean)\W*$/i;
const pronoun =
  /^(?:it|its|it's|that|that's|this|them|those|these|there|one|ones|same|they|their|he|she|his|her|him)$/;
const earlier =
  /\b(?:the )?(?:day|week|month|quarter|year|one|period|time) before(?: that)?\b(?! (?:last|yesterday))|\bbefore that\b|\bthe previous (?:one|period)\b/i;
const all = /\b(?:everything|all of (?:them|it)|altogether|in total|overall|all (?:services|databases))\b/i;
// With these, a sentence without a pronoun is about all too.
const ours = /\b(?:our|total|all|services|databases|dbs)\b/i;

/** How a sentence goes on with what was said before, if it does. */
export function followUp({ text, words, spans }: Sentence, { args }: Before): FollowUp {
  // "This" in "this month" stands for nothing.
  const isDay = (at: number) => spans.some(({ kind, from, to }) => kind === "range" && at >= from && at < to);
  const pronouns = words.flatMap(({ plain, kind }, at) =>
    kind === "word" && pronoun.test(plain) && !isDay(at) ? [at] : [],
  );
  return {
    pronouns,
    isCued: lead.test(text) || pronouns.length > 0 || (earlier.test(text) && "range" in args),
    isEarlier: earlier.test(text),
    isAll: all.test(text) || (pronouns.length === 0 && ours.test(text)),
  };
}

/** What going on with a conversation needs. */
interface Going {
  phrasebook: Phrasebook;
  today: Date;
  before?: Before | undefined;
}

/** The draft as a part of the conversation: what it leaves open is what was said before. */
export function afterwards(
  { askable, draft, unknown }: Weighed,
  sentence: Sentence,
  findings: Findings,
  said: FollowUp,
  { phrasebook, today, before }: Going,
): Weighed | undefined {
  if (!before) return undefined;
  const { entry, asks } = askable;
  const last = phrasebook.askable.find((each) => each.entry.name === before.entry);
  const isSame = entry.name === before.entry;
  const isRelated = isSame || last?.family === askable.family;
  const own = draft.evidence.some(({ sense }) => sense === "noun" || sense === "phrase");
  const filled = new Map(draft.filled);
  const explained = new Set(draft.explained);
  const wasEmpty = filled.size === 0;
  const earlierRange = said.isEarlier && isRelated ? rangeBeforeOf(before, today) : undefined;
  if (earlierRange && asks.slots?.["range"]) {
    filled.set("range", earlierRange);
    for (const at of sentence.words.keys()) if (findings.weights[at] !== 0) explained.add(at);
  }
  let inherited = 0;
  for (const [name, slots] of Object.entries(asks.slots ?? {})) {
    if (filled.has(name)) continue;
    const kinds = [slots].flat().filter((slot) => typeof slot === "string");
    const isEntity = kinds.some((kind) => entities.has(kind));
    if (said.isAll && isEntity) continue;
    const previous = isRelated && !own ? before.args[name] : undefined;
    const kind = kinds.find((each) => before.known[each] !== undefined);
    const named =
      isEntity && (said.pronouns.length > 0 || (isRelated && said.isCued)) && kind
        ? before.known[kind]
        : undefined;
    const value = previous ?? named;
    if (value === undefined) continue;
    filled.set(name, {
      value: String(value),
      shown: shownOf(kind, String(value)),
      at: said.pronouns,
      isSure: true,
      ...(kind && { kind }),
    });
    inherited += 1;
  }
  const hasNews = !wasEmpty || earlierRange !== undefined || said.isAll;
  if (isSame && !own && !hasNews) return undefined;
  if (inherited === 0 && !isRelated) return undefined;
  for (const at of said.pronouns) explained.add(at);
  if (isElsewhere(explained, findings, said.isCued)) return undefined;
  const next = { filled, explained, evidence: draft.evidence };
  const score = scoreOf(askable, next, sentence, findings, {
    nounIsKnown:
      isSame || (isRelated && (said.isCued || filled.has("number")) && (asks.verbs ?? []).length > 0),
    verbIsKnown: isSame && hasNews,
  });
  return score > 0
    ? {
        askable,
        draft: next,
        ...(unknown && { unknown }),
        score: Math.min(1, score * (isSame && !own ? 0.98 : 1)),
      }
    : undefined;
}

/** True if words that this leaves out are about something else: "kill the session 4242" goes on with nothing. */
function isElsewhere(explained: ReadonlySet<number>, findings: Findings, mayTalk: boolean): boolean {
  return findings.weights.some(
    (weight, at) => !explained.has(at) && (findings.isForeign(at) || (!mayTalk && weight >= aboutElse)),
  );
}

// From an unknown word on.
const aboutElse = 1.2;

const entities = new Set<string>([
  "service",
  "hook",
  "preset",
  "dashboard",
  "connection",
  "person",
  "group",
  "id",
]);

function rangeBeforeOf({ args }: Before, today: Date): Filled | undefined {
  const words = args["range"];
  if (typeof words !== "string") return undefined;
  try {
    const { words: value, label } = rangeBefore(parseCostRange(words, today));
    return { value, shown: label, at: [], isSure: true };
  } catch {
    // It could be read a moment ago. If not any longer, the days are left as they were.
    return undefined;
  }
}

/** What a meaning leaves for the next sentence. */
export function beforeOf({ entry, args, shown }: Meaning, known: Before["known"] = {}): Before {
  const slots = Object.entries(entry.asks?.slots ?? {});
  const news = slots.flatMap(([name, kinds]) =>
    [kinds]
      .flat()
      .flatMap((kind) =>
        typeof kind === "string" && typeof args[name] === "string" && shown[name] !== undefined
          ? [[kind, args[name]]]
          : [],
      ),
  );
  return { entry: entry.name, args, known: { ...known, ...Object.fromEntries(news) } };
}

import { type Findings, deeds, markedAt } from "./evidence.ts";
import { isEnding } from "./lines.ts";
import { type Weighed, makesNew } from "./meaning.ts";
import type { Sentence, Word } from "./words.ts";
import { people, quantities, sizes } from "./vocabulary.ts";

// What says nothing about the thing.
const empty = /^(?:new|another|fresh|additional|extra|one|ones|us|it|its|them)$/;
// What makes a change another one: by itself, and with the word behind it.
const times =
  /^(?:tonight|tomorrow|weekends?|nights?|overnight|later|soon|evening|morning|daily|weekly|monthly|nightly|hourly|twice|half)$/;
// A list has these and all others.
const recurring =
  /\b(?:on|at|during|only) \[(?:weekends|weekdays|nights?)\b|\[(?:weekends|weekdays|nights?) only\b|\b(?:next|this|the) \[weekend\b/i;
const leads = /^(?:if|unless|until|till|til|when|whenever|only|after|before|every|each|at|on|for|by|in)$/;
const exclusions = /^(?:except|excluding|without|besides)$/;
const money = /[$€£](?= ?\d)|(?<=\d ?)(?:[$€£]|(?:eur|usd|gbp|chf|euros?|dollars?|bucks|pounds|quid)\b)/i;
const someone = /^(?:person|group|channel)$/;
const units =
  /^(?:day|week|month|hour|night|morning|evening|weekday|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?$/;
// Only a value behind it can heed it: an end, a second "every friday", and a bound.
const needsValue = /\[(?:until|till|til) \S|\b(?:and|or) \[every \S|\[(?:than|over|under|above|below) \d/i;
// A list has those of others too.
const mine = /\[mine\b|\[my (?:services?|databases?|dbs?|ones)\b/i;
// "Events has no owner", where a reading gives it one.
const without = /\bha(?:s|ve) \[no own/i;

/** True for a sentence that says what is not meant: "all except the critical ones". */
export function leavesAway({ words, excluded }: Sentence): boolean {
  return excluded.size > 0 || words.some(({ plain }) => exclusions.test(plain));
}

/** The words with a meaning that a reading uses for nothing, in the sentence's words. Neighbours stay together. */
export function leftOutOf(
  { askable: { entry, asks }, draft }: Weighed,
  sentence: Sentence,
  { weights, hits }: Findings,
): string[] {
  const { text, words, spans, excluded } = sentence;
  const filled = new Set([...draft.filled.values()].flatMap(({ at }) => at));
  const takesPerson =
    Object.values(asks.slots ?? {}).some((slots) => [slots].flat().includes("person")) &&
    ![...draft.filled.values()].some(({ kind = "" }) => someone.test(kind));
  const said = new Set(draft.said.flatMap(({ at }) => at));
  const isChange = entry.effect !== "read";
  // "No admin any more, just viewer" is more than the end of a role.
  const roles = spans.filter(({ kind }) => kind === "role");
  const hasOther = isChange && new Set(roles.map(({ value }) => value)).size > 1 && !draft.filled.has("role");
  const otherRole = hasOther ? roles.at(-1)?.from : undefined;
  const isUnused = (at: number): boolean => {
    const { plain = "" } = words[at] ?? {};
    const marked = markedAt(sentence, at);
    if (isNotWanted(at)) return true;
    if (filled.has(at) || empty.test(plain) || isContrast(at)) return false;
    if (isChange && sizes.test(plain) && entry.opens) return true;
    if (isDoneToIt(at) || at === otherRole || isUnheeded(at) || isUnheeded(at - 1)) return true;
    if (isChange && !draft.explained.has(at) && (takesPerson ? people : quantities).test(plain)) return true;
    // It may stand around a change, and is no less left out.
    if (isChange && ((plain === "tomorrow" && !said.has(at)) || (without.test(marked) && !isEnding(entry))))
      return true;
    if (recurring.test(marked)) return true;
    if (draft.explained.has(at)) return false;
    if ((weights[at] ?? 0) > 0 || exclusions.test(plain) || mine.test(marked)) return true;
    return isChange && (times.test(plain) || (leads.test(plain) && isWhen(at)));
  };
  /** "Less than 10", where only a value behind it can heed it. */
  const isUnheeded = (at: number): boolean =>
    words[at] !== undefined &&
    (isCompared(at) || (!filled.has(at + 1) && (needsValue.test(markedAt(sentence, at)) || isDenied(at))));
  /** "Than in september", where no other days are said. */
  const isCompared = (at: number): boolean =>
    words[at]?.plain === "than" &&
    !draft.filled.has("against") &&
    spans.some(({ kind, from }) => kind === "range" && (from === at + 1 || from === at + 2));
  /** "Not critical": a list has what is critical too. */
  const isDenied = (at: number): boolean =>
    !isChange && words[at]?.plain === "not" && !draft.explained.has(at) && draft.explained.has(at + 1);
  /** "Stop it", where a reading stops nothing, and "ack them", where it lists what is open. */
  const isDoneToIt = (at: number): boolean =>
    /^(?:it|them|those)$/.test(words[at + 1]?.plain ?? "") &&
    !said.has(at) &&
    hits.some(
      ({ group, at: own }) =>
        (deeds.has(group) || group === "acknowledge") && own.length === 1 && own[0] === at,
    );
  /** "Not in the us": a form has no field for what isn't wanted. */
  const isNotWanted = (at: number): boolean => {
    const { clause } = words[at] ?? {};
    const from = words.findLastIndex(
      (word, index) => index <= at && word.plain === "not" && word.clause === clause,
    );
    return (
      makesNew(entry) && from >= 0 && !words.slice(from, at + 1).some((_, index) => filled.has(from + index))
    );
  };
  /** "Kenji, and not Sam": the other one says it. */
  const isContrast = (at: number): boolean => {
    let from = at;
    while (excluded.has(from - 1)) from -= 1;
    const other = spans.find((each) => excluded.has(each.from) && each.from >= from && each.from - from < 3);
    const isOther = other !== undefined && [...draft.filled.values()].some(({ kind }) => kind === other.kind);
    return excluded.has(at) && isOther && words[from]?.plain === "not";
  };
  /** The next word with a meaning. */
  const next = (at: number): number => {
    let after = at + 1;
    while (after < words.length && (weights[after] ?? 0) === 0 && !draft.explained.has(after)) after += 1;
    return after;
  };
  const isWhen = (at: number): boolean => {
    const { plain = "" } = words[at + 1] ?? {};
    const isTime = units.test(plain) || times.test(plain) || /^\d/.test(plain);
    const isClause = /^(?:if|unless|until|till|til|whenever)$/.test(words[at]?.plain ?? "");
    return (
      (isTime && !draft.explained.has(at + 1)) ||
      (isClause && next(at) < words.length && !draft.explained.has(next(at)))
    );
  };
  const runs: Word[][] = [];
  for (const [at, word] of words.entries()) {
    if (!isUnused(at)) continue;
    const before = words[at - 1];
    // "On weekends", and not only "weekends".
    const joint =
      before &&
      /^(?:on|at|in|for|every|each|not|no|by|until|till|with)$/.test(before.plain) &&
      !filled.has(at - 1);
    if (at > 0 && isUnused(at - 1)) runs.at(-1)?.push(word);
    else runs.push(joint ? [before, word] : [word]);
  }
  const left = runs.map((run) => text.slice(run[0]?.at, run.at(-1)?.end).replace(/[\s.,!?;:]+$/, ""));
  // Credits aren't money.
  const hasCredits = [...draft.filled.values()].some(({ kind }) => kind === "credits");
  return [...new Set([...left, ...(hasCredits ? (money.exec(text) ?? []) : [])])];
}

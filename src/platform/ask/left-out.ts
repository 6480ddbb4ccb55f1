import { type Findings, deeds } from "./evidence.ts";
import { endings } from "./lines.ts";
import { type Weighed, makesNew } from "./meaning.ts";
import type { Sentence } from "./words.ts";
import type { Word } from "./words.ts";
import { people, quantities, sizes } from "./vocabulary.ts";

// What says nothing about the thing.
const empty = /^(?:new|another|fresh|additional|extra|one|ones|us|it|its|them)$/;
// What makes a change another one: by itself, and with the word behind it.
const times =
  /^(?:tonight|tomorrow|weekends?|nights?|overnight|later|soon|evening|morning|daily|weekly|monthly|nightly|hourly|twice|half)$/;
// A list has these and all others.
const recurring = /^(?:weekends|weekdays|nights?)$/;
const only = /^(?:on|at|during|only)$/;
const leads = /^(?:if|unless|until|till|til|when|whenever|only|after|before|every|each|at|on|for|by|in)$/;
const exclusions = /^(?:except|excluding|without|besides)$/;
const money = /[$€£](?= ?\d)|(?<=\d ?)(?:[$€£]|(?:eur|usd|gbp|euros?|dollars?|bucks|pounds|quid)\b)/i;
const someone = /^(?:person|group|channel)$/;
const bounds = new Set(["number", "credits", "hours", "minutes", "range"]);
const units =
  /^(?:day|week|month|hour|night|morning|evening|weekday|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?$/;

/** The words with a meaning that a reading uses for nothing, in the sentence's words. Neighbours stay together. */
export function leftOutOf(
  { askable: { entry, asks }, draft }: Weighed,
  { text, words, spans, excluded }: Sentence,
  { weights, hits }: Findings,
): string[] {
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
    if (isNotWanted(at)) return true;
    if (filled.has(at) || empty.test(plain) || isContrast(at)) return false;
    if (isChange && sizes.test(plain) && entry.opens) return true;
    if (isDoneToIt(at) || hasNoOwner(at) || at === otherRole) return true;
    if ([at, at - 1].some((each) => isEnd(each) || isBound(each) || isDenial(each))) return true;
    if (isChange && !draft.explained.has(at) && (takesPerson ? people : quantities).test(plain)) return true;
    // It may stand around a change, and is no less left out.
    if (isChange && plain === "tomorrow" && !said.has(at)) return true;
    if (recurring.test(plain) && (only.test(words[at - 1]?.plain ?? "") || words[at + 1]?.plain === "only"))
      return true;
    if (draft.explained.has(at)) return false;
    if (isOnlyMine(at)) return true;
    if ((weights[at] ?? 0) > 0) return true;
    if (exclusions.test(plain)) return true;
    return isChange && (times.test(plain) || (leads.test(plain) && isWhen(at)));
  };
  /** "Until friday" ends something, and only a value can say when. So it is with a second "every friday". */
  const isEnd = (at: number): boolean =>
    (/^(?:until|till|til)$/.test(words[at]?.plain ?? "") || /^(?:and|or) every$/.test(twoWords(at - 1))) &&
    !filled.has(at + 1) &&
    ((isChange && words[at + 1] !== undefined && words[at]?.plain !== "and" && words[at]?.plain !== "or") ||
      units.test(words[at + 1]?.plain ?? "") ||
      spans.some(({ kind, from }) => kind === "range" && from === at + 1));
  const twoWords = (at: number) => `${words[at]?.plain} ${words[at + 1]?.plain}`;
  /** "Stop it", where a reading stops nothing, and "ack them", where it lists what is open. */
  const isDoneToIt = (at: number): boolean =>
    /^(?:it|them|those)$/.test(words[at + 1]?.plain ?? "") &&
    !said.has(at) &&
    hits.some(
      ({ group, at: own }) =>
        (deeds.has(group) || group === "acknowledge") && own.length === 1 && own[0] === at,
    );
  /** "Less than 10": a bound is only heeded by a value. "Than in september" compares, and "september" alone doesn't. */
  const isBound = (at: number): boolean =>
    (/^(?:than|over|under|above|below)$/.test(words[at]?.plain ?? "") &&
      !filled.has(at + 1) &&
      spans.some(({ kind, from }) => bounds.has(kind) && from === at + 1)) ||
    (words[at]?.plain === "than" &&
      spans.some(({ kind, from }) => kind === "range" && (from === at + 1 || from === at + 2)));
  /** "Not critical": a list has what is critical too. */
  const isDenial = (at: number): boolean =>
    !isChange &&
    words[at]?.plain === "not" &&
    !draft.explained.has(at) &&
    draft.explained.has(at + 1) &&
    !filled.has(at + 1);
  /** "My services" are not all of them. */
  const isOnlyMine = (at: number): boolean =>
    words[at]?.plain === "mine" ||
    (words[at]?.plain === "my" && /^(?:services?|databases?|dbs?|ones)$/.test(words[at + 1]?.plain ?? ""));
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
  /** "Events has no owner", where a reading gives it one. */
  const hasNoOwner = (at: number): boolean =>
    isChange &&
    words[at]?.plain === "no" &&
    words[at]?.clause === words[at + 1]?.clause &&
    draft.said.some(({ group, at: own }) => group === "owner" && own[0] === at + 1) &&
    !draft.said.some(({ group }) => endings.has(group));
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
  return [...left, ...(hasCredits ? (money.exec(text) ?? []) : [])];
}

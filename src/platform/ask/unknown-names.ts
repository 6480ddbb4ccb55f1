import type { Entry } from "../commands/entry.ts";
import type { Findings } from "./evidence.ts";
import { type Draft, type Filled, type UnknownName, makesNew } from "./meaning.ts";
import { type Name, isNameKind, kindWords } from "./names.ts";
import { type Askable, type Goal, type Phrasebook, isShaped } from "./phrasebook.ts";
import { isRangeWord } from "../../lib/period/spelling.ts";
import { numberWords } from "./ranges.ts";
import { sizes } from "./vocabulary.ts";
import type { Sentence, Word } from "./words.ts";

type Kind = Name["kind"];

/** Words in a sentence that may be a name that the app doesn't know. */
export interface PossibleName {
  name: string;
  /** The words that it takes. */
  at: readonly number[];
  /** What it can be by its place. */
  kinds: readonly Kind[];
  /** Where it is: beside a word for what it is ("the lunch preset"), in place of who did something, or of any name. */
  place: "sure" | "doing" | "likely" | undefined;
  /** True if it looks like a name wherever it is: "kafka-prod". */
  isShaped: boolean;
  /** True if its words are its name, whatever they mean: "from the gpu large preset". */
  isCalledSo?: true;
}

// Only a server knows its dashboards.
const anyKind: readonly Kind[] = ["person", "group", "channel", "service", "hook", "preset", "connection"];

/** What is named in the ways of programs: with a hyphen, a dot or a digit, or in quotes. */
const shapedKinds: readonly Kind[] = ["service", "hook", "preset", "connection"];

const articles = new Set(["a", "an", "the", "our", "my", "your"]);
const doing = / (?:by|did|does|has|had)$/;
const likely =
  / (?:is|was|of|for|from|on|about|with|in|after)$|^(?: (?:and|what|how|about|only|just|now|ok))+$/;

// Behind these, a word that means something elsewhere may be a name all the same: "costs of billing".
const placing = / (?:of|for|did|does|on)$/;

const calledSo = /^(?:hook|webhook|preset|template|dashboard|connection)$/;

/** What people call services and environments, though it goes without saying elsewhere. */
const namesOfPlaces =
  /^(?:devs?|development|staging|stage|prod|production|tests?|testing|qa|uat|nightly|hourly|main|canary|preprod|preview|sandbox|demo|ops|devops|sre)$/;
// The name may come first: "staging costs".
const leading = /^(?: (?:show|get|give|list|what|whats|what's|me|us|is|are|were|was|please|and|how|about))*$/;
const afterName =
  /^(?:cost|costs|costing|spend|spending|bill|bills|backup|backups|alert|alerts|dashboards?|budgets?|owner|expiry|hours|savings)$/;

// What is said of a thing, and isn't its name.
const part = String.raw`(?!(?:of|for|on|in|at|to|from|with|about|and|or|but|as|by|is|was|are|has|that|which|who|please|pls|now|until|till|every|again|because|its|it's|if|when|so|not|only|just|right|today|tomorrow|tonight|me|us|it|them|all|the|a|an|our|my|this|that|any)\b)[#@]?[\p{L}\p{N}][\p{L}\p{N}\p{M}_'.-]*(?<![.-])`;
const parts = String.raw`(${part}(?: ${part}){1,2})(?![.-]?[\p{L}\p{N}])(?! ${part})`;
const size = sizes.source.slice(1, -1);
const called = (before: string) => new RegExp(before + parts, "diu");

/** Where words are a name, whatever they mean, if one of them means nothing else or is in `own`. */
const callings: readonly (readonly [kind: Kind, pattern: RegExp, own?: RegExp])[] = [
  // "Stop kyc store."
  ["service", called(String.raw`^(?:stop|start|wake|delete|restore|resize|forget) (?!\S+(?:ing|ed)\b)`)],
  ["hook", called(String.raw`(?:^(?:pause|resume) (?!\S+(?:ing|ed)\b)|\b(?:web)?hook )`)],
  ["connection", called(String.raw`\bconnection `)],
  // "From preset tiny prod" and "from the gpu large preset" are presets, and no sizes.
  [
    "preset",
    called(String.raw`\b(?:(?:preset|template) |from (?!preset|template)(?=(?:${part} ){0,2}${size}\b))`),
    sizes,
  ],
  [
    "preset",
    /\b(?:from|using|with) (?:(?:an?|the|our|my|your) )?((?:[^\s,]+ ){0,2}[^\s,]+) (?:preset|template)\b/di,
    new RegExp(`${sizes.source}|${namesOfPlaces.source}`),
  ],
  // "What did warehouse cost", "the warehouse db" and "who touched mailer" are about one that is called so.
  [
    "service",
    /\bdid (\w{4,}ing|warehouse|database|db|server|cluster|instance|node) (?:cost|spend|use|eat|burn|run|consume)\b/di,
    /^(?:warehouse|database|db|server|cluster|instance|node)$/,
  ],
  ["service", /\b(warehouse|cluster|server|node) (?:db|database)\b/di, /./],
  [
    "service",
    /\b(?:touched|changed|deleted|paused|stopped|started|restarted|edited|broke|resized|restored) (\w{3,}er)\b/di,
  ],
];

/**
 * The words of a sentence that may be an unknown name: those that mean nothing here or look like a name, and any word
 * in the place of one. A reading that explains such a word takes it for no name.
 */
export function possibleNamesIn(
  sentence: Sentence,
  findings: Findings,
  phrasebook: Phrasebook,
): PossibleName[] {
  const { words, spans } = sentence;
  // A part of a name that is a word too, such as "staging", may be another name.
  const isTaken = (at: number) =>
    spans.some(
      ({ from, to, isSure, isWeak, kind }) =>
        ((isSure && !isWeak) || kind === "service") && at >= from && at < to,
    );
  const shaped = new Set(
    words.flatMap((word, at) => (!isTaken(at) && isShaped(word, phrasebook) ? [at] : [])),
  );
  // "For the close" says what for, and so does "for our reconciliation" behind the name of a service.
  const isPurpose = (at: number) => {
    const [first, article, word] = [words[at - 2], words[at - 1], words[at]];
    const isBehind = first?.plain === "for" && articles.has(article?.plain ?? "");
    const isAboutOne =
      spans.some(({ kind, isSure, to }) => kind === "service" && isSure && to < at) &&
      !/^(?:and|or|plus)$/.test(words[at - 3]?.plain ?? "");
    return isBehind && word !== undefined && (phrasebook.isKnown(word) || isAboutOne);
  };
  const isStrange = (at: number) => {
    const [before, word, after] = [words[at - 1], words[at], words[at + 1]];
    if (!word || numberWords.includes(word.plain) || isPurpose(at)) return false;
    // "For marketing dwh" and "the datadog hook", whatever datadog is.
    const isNamed =
      /^(?:of|for)$/.test(before?.plain ?? "") || (calledSo.test(after?.plain ?? "") && !isTaken(at));
    const isUnknown = /^\D./.test(word.plain) && findings.isUnknown(at) && !phrasebook.hasMeaning(word);
    return shaped.has(at) || isUnknown || (isNamed && findings.isForeign(at));
  };
  const isPlaced = (at: number) => {
    const [word, after = ""] = [words[at], words[at + 1]?.plain];
    if (word?.kind !== "word" || word.plain === "-" || isTaken(at)) return false;
    const before = wordsBefore(words.slice(0, at));
    if (namesOfPlaces.test(word.plain))
      return placing.test(before) || (leading.test(before) && afterName.test(after));
    if (
      numberWords.includes(word.plain) ||
      /^(?:[\d.,]+k?|(?:week(?:end|day)|night|morning|evening)s?)$/.test(word.plain)
    )
      return false;
    if (isPurpose(at) || phrasebook.isFiller(word) || phrasebook.isForeign(word) || !placing.test(before))
      return false;
    // A word of ours is a name only beside another one for the same: "costs of billing".
    const groups = findings.hits.filter((hit) => hit.at.includes(at)).map(({ group }) => group);
    return groups.every((group) =>
      findings.hits.some((hit) => hit.group === group && hit.at.every((each) => each < at)),
    );
  };
  const nameAt = (at: readonly number[], more: Omit<PossibleName, "name" | "at">): PossibleName => {
    const name = at.map((each) => words[each]?.text.replace(/^[#@]/, "")).join(" ");
    return { name, at, ...more };
  };
  // "Orders staging" is another service than "orders prod".
  const others = spans.flatMap(({ kind, from, to, isSure }): PossibleName[] => {
    const isPart = kind === "service" && !isSure && to - from === 1;
    // And "search prod" is not "orders prod".
    const before = words[from - 1];
    const isBehind =
      namesOfPlaces.test(words[from]?.plain ?? "") &&
      placing.test(wordsBefore(words.slice(0, from - 1))) &&
      before !== undefined &&
      !phrasebook.isFiller(before);
    const first = isBehind ? from - 1 : from;
    const isOther = isBehind ? !isTaken(first) : namesOfPlaces.test(words[to]?.plain ?? "") && !isTaken(to);
    return isPart && isOther
      ? [nameAt([first, first + 1], { kinds: ["service"], place: "sure", isShaped: true })]
      : [];
  });
  const calledSoIn = callings.flatMap(([kind, pattern, own]): PossibleName[] => {
    const name = pattern.exec(sentence.text)?.indices?.[1];
    const [start = 0, end = 0] = name ?? [];
    const at = words.flatMap((word, index) => (word.at >= start && word.end <= end ? [index] : []));
    const isWord = (word: Word) =>
      at.length === 1
        ? phrasebook.isListed(word) || namesOfPlaces.test(word.plain)
        : phrasebook.hasMeaning(word) || phrasebook.isFiller(word) || isRangeWord(word.plain);
    const run = at.flatMap((each) => words[each] ?? []);
    const isOwn = run.some((word) => own?.test(word.plain) || !isWord(word));
    const isKnown = spans.some(
      (span) =>
        isNameKind(span.kind) &&
        at.some((each) => each >= span.from && each < span.to) &&
        (span.isSure ||
          (kind === "preset" && span.kind === kind && !run.some(({ plain }) => sizes.test(plain)))),
    );
    return isOwn && !isKnown
      ? [nameAt(at, { kinds: [kind], place: "sure", isShaped: true, isCalledSo: true })]
      : [];
  });
  // "Ledger archive", and "kpi store" beside "orders store".
  const isBehind = (at: number) => {
    const word = words[at];
    const isOther = spans.some(({ kind, from, to }) => kind === "service" && from === at && to === at + 1);
    return (
      word?.kind === "word" &&
      !phrasebook.isFiller(word) &&
      !isRangeWord(word.plain) &&
      (findings.isForeign(at) || isOther || !findings.hits.some((hit) => hit.at.includes(at)))
    );
  };
  const alone = words.flatMap((_, from): PossibleName[] => {
    if (!(isStrange(from) || isPlaced(from)) || isStrange(from - 1)) return [];
    if (calledSoIn.some(({ at }) => at.includes(from))) return [];
    let to = from + 1;
    while ((isStrange(to) || isBehind(to)) && words[to]?.clause === words[from]?.clause) to += 1;
    const run = words.slice(from, to);
    const { place, kinds = anyKind } = placeOf(run, words.slice(0, from), words[to]) ?? {};
    const at = run.map((_each, index) => from + index);
    const isLikeName = at.some((each) => shaped.has(each));
    return [
      nameAt(at, {
        kinds: isLikeName && place !== "sure" ? shapedKinds : kinds,
        place,
        isShaped: isLikeName,
      }),
    ];
  });
  return [...others, ...calledSoIn, ...alone];
}

/** What words can be by their place. Undefined if it isn't one of a name. */
function placeOf(
  run: readonly Word[],
  before: readonly Word[],
  after: Word | undefined,
): Pick<PossibleName, "kinds" | "place"> | undefined {
  const mark = run[0]?.text[0];
  if (mark === "@") return { kinds: ["person", "group"], place: "sure" };
  if (mark === "#") return { kinds: ["channel"], place: "sure" };
  const said = wordsBefore(before);
  const kinds = anyKind.filter((kind) =>
    [said.split(" ").at(-1), after?.plain].some((word) => word !== undefined && kindWords[kind].test(word)),
  );
  if (kinds.length > 0) return { kinds, place: "sure" };
  if (doing.test(said)) return { kinds: anyKind, place: "doing" };
  // "It's a mess" names nothing.
  if (/^an?$/.test(before.at(-1)?.plain ?? "")) return undefined;
  const isFirst = leading.test(said) && afterName.test(after?.plain ?? "");
  return likely.test(said) || isFirst ? { kinds: anyKind, place: "likely" } : undefined;
}

/** The words before a place, without articles, each behind a space. */
function wordsBefore(before: readonly Word[]): string {
  return before.flatMap(({ plain }) => (articles.has(plain) ? [] : [` ${plain}`])).join("");
}

/** The arguments of a draft with a possible name for one that it lacks, if it lacks one. */
export function withPossibleName(
  { entry, asks, required }: Askable,
  goal: Goal,
  draft: Draft,
  names: readonly PossibleName[],
):
  | { filled: ReadonlyMap<string, Filled>; unknown?: UnknownName; isLikely?: boolean; isSure?: boolean }
  | undefined {
  // A form for something new asks for its name. What it is made from has to be there.
  const isNew = makesNew(entry);
  const needed = new Set([
    ...required,
    ...goal.needs.flatMap((need) =>
      "slots" in need && !need.slots.some((name) => draft.filled.has(name)) ? need.slots : [],
    ),
  ]);
  const open = Object.entries(asks.slots ?? {}).flatMap(([name, slots]) => {
    const kinds = anyKind.filter((kind) => [slots].flat().includes(kind));
    const value = draft.filled.get(name);
    // "The preset medium staging" is not "small staging".
    const isPart =
      value?.isSure === false && names.some((each) => each.isCalledSo && isPartOf(value.at, each.at));
    return (value && !isPart) || kinds.length === 0 ? [] : [{ name, kinds, isNeeded: needed.has(name) }];
  });
  for (const one of names) {
    if (isExplained(one, draft) || (isNew && one.place !== "sure")) continue;
    const fitting = open.filter(
      ({ kinds, isNeeded }) =>
        ((isNeeded && (one.place || follows(one, draft))) || one.place === "sure" || isTold(one, entry)) &&
        kinds.some((kind) => one.kinds.includes(kind) && (kind !== "connection" || one.place === "sure")),
    );
    const [slot] = fitting.toSorted((a, b) => Number(b.isNeeded) - Number(a.isNeeded));
    if (!slot) continue;
    const { name, at } = one;
    const possible = anyKind.filter(
      (kind) => one.kinds.includes(kind) && fitting.some(({ kinds }) => kinds.includes(kind)),
    );
    // The command looks among more names than these, and says which one it can't find.
    const isOnly = names.every((each) => each === one || each.at.every((at) => draft.explained.has(at)));
    const filled = (kind?: "service") =>
      new Map([
        ...draft.filled,
        [slot.name, { value: name, shown: name, at, isSure: true, ...(kind && { kind }) }],
      ]);
    if (asks.findsNames && isOnly && possible.includes("service")) return { filled: filled("service") };
    const isPerson = one.place === "doing" && possible.includes("person");
    const isLikely = one.place === "likely" && !one.isShaped;
    const unknown: UnknownName = { name, kinds: isPerson ? ["person"] : possible };
    return { filled: filled(), unknown, isLikely, isSure: isNew };
  }
  return undefined;
}

const isPartOf = (some: readonly number[], all: readonly number[]) => some.every((at) => all.includes(at));

/** True if a reading takes a possible name for something else. What may be around it anyway doesn't explain "of nightly". */
function isExplained({ name, at, isCalledSo }: PossibleName, { explained, filled, said }: Draft): boolean {
  if (isCalledSo) return false;
  if (!at.some((each) => explained.has(each))) return false;
  if (!namesOfPlaces.test(name.toLowerCase())) return true;
  return [...filled.values(), ...said].some((each) => each.at.some((one) => at.includes(one)));
}

/** True for a name that a reading can't leave out. What only opens a form may: people see what isn't in it. */
export function isTold({ place, isShaped }: PossibleName, { effect, opens }: Entry): boolean {
  return effect === "read" ? isShaped || place !== undefined : isShaped && !opens;
}

/** True after a word that the draft explains, as in "make sam an operator". */
function follows({ at: [first = 0] }: PossibleName, { explained }: Draft): boolean {
  return explained.has(first - 1);
}

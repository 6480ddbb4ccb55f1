import type { Evidence, Findings } from "./evidence.ts";
import type { Draft, Filled } from "./meaning.ts";
import type { Name } from "./names.ts";
import type { Askable, Phrasebook } from "./phrasebook.ts";
import { type Sentence, kindWords } from "./sentence.ts";
import type { Word } from "./words.ts";

type Kind = Name["kind"];

/** Words in a sentence that mean nothing here, so they may be a name that the app doesn't know. */
export interface Stranger {
  name: string;
  /** The words that it takes. */
  at: readonly number[];
  /** What it can be by its place. */
  kinds: readonly Kind[];
  /** Where it is: beside a word for what it is ("the lunch preset"), in place of who did something, or of any name. */
  place: "sure" | "doing" | "likely" | undefined;
}

/** A name that a reading needs and the app doesn't know. */
export interface UnknownName {
  name: string;
  /** What it can be. */
  kinds: readonly Kind[];
}

// Only a server knows its dashboards.
const anyKind: readonly Kind[] = ["person", "group", "channel", "service", "hook", "preset", "connection"];

const articles = new Set(["a", "an", "the", "our", "my", "your"]);
const doing = / (?:by|did|does|has|had)$/;
const likely = / (?:is|was|of|for|from|on|about|with|in)$|^(?: (?:and|what|how|about|only|just|now|ok))+$/;

/** The words of a sentence that may be an unknown name. */
export function strangersIn({ words }: Sentence, findings: Findings, phrasebook: Phrasebook): Stranger[] {
  const isStrange = (at: number) => {
    const word = words[at];
    return word !== undefined && findings.isUnknown(at) && !phrasebook.hasMeaning(word);
  };
  return words.flatMap((_, from): Stranger[] => {
    if (!isStrange(from) || isStrange(from - 1)) return [];
    let to = from + 1;
    while (isStrange(to) && words[to]?.clause === words[from]?.clause) to += 1;
    const run = words.slice(from, to);
    const place = placeOf(run, words.slice(0, from), words[to]);
    const name = run.map(({ text }) => text.replace(/^[#@]/, "")).join(" ");
    // "Its" stands for the name.
    if (!place && words.some(({ plain }) => /^(?:it|its|them|their|that|this)$/.test(plain))) return [];
    const at = run.map((_each, index) => from + index);
    return [{ name, at, kinds: anyKind, place: undefined, ...place }];
  });
}

/** What words can be by their place. Undefined if it isn't one of a name. */
function placeOf(
  run: readonly Word[],
  before: readonly Word[],
  after: Word | undefined,
): Pick<Stranger, "kinds" | "place"> | undefined {
  const mark = run[0]?.text[0];
  if (mark === "@") return { kinds: ["person", "group"], place: "sure" };
  if (mark === "#") return { kinds: ["channel"], place: "sure" };
  const plain = before.flatMap((word) => (articles.has(word.plain) ? [] : [word.plain]));
  const kinds = anyKind.filter((kind) =>
    [plain.at(-1), after?.plain].some((word) => word !== undefined && kindWords[kind].test(word)),
  );
  if (kinds.length > 0) return { kinds, place: "sure" };
  const said = plain.map((word) => ` ${word}`).join("");
  if (doing.test(said)) return { kinds: anyKind, place: "doing" };
  return likely.test(said) ? { kinds: anyKind, place: "likely" } : undefined;
}

/** A draft with strangers for the names that it lacks, if it lacks some. */
export function withStrangers(
  { entry, asks, required }: Askable,
  draft: Draft,
  guessed: readonly Evidence[],
  strangers: readonly Stranger[],
): (Draft & { unknown: UnknownName }) | undefined {
  const needed = new Set(required);
  if (asks.oneOf && !asks.oneOf.some((name) => draft.filled.has(name)))
    for (const name of asks.oneOf) needed.add(name);
  const open = Object.entries(asks.slots ?? {}).flatMap(([name, slots]) => {
    const kinds = anyKind.filter((kind) => [slots].flat().includes(kind));
    return draft.filled.has(name) || kinds.length === 0 ? [] : [{ name, kinds, isNeeded: needed.has(name) }];
  });
  for (const stranger of strangers) {
    if (stranger.at.some((at) => draft.explained.has(at))) continue;
    const fitting = open.filter(
      ({ kinds, isNeeded }) =>
        ((isNeeded && (stranger.place || follows(stranger, draft))) ||
          stranger.place === "sure" ||
          (stranger.place && entry.effect === "read")) &&
        kinds.some((kind) => stranger.kinds.includes(kind)),
    );
    const [slot] = fitting.toSorted((a, b) => Number(b.isNeeded) - Number(a.isNeeded));
    if (!slot) continue;
    const { name, at } = stranger;
    const named = guessed.filter((each) => at.some((one) => each.at.includes(one)));
    const possible = anyKind.filter(
      (kind) => stranger.kinds.includes(kind) && fitting.some(({ kinds }) => kinds.includes(kind)),
    );
    const isPerson = stranger.place === "doing" && possible.includes("person");
    const filled: Filled = { value: name, shown: name, at, isSure: true };
    return {
      ...draft,
      filled: new Map([...draft.filled, [slot.name, filled]]),
      explained: new Set([...draft.explained, ...at, ...named.flatMap((each) => each.at)]),
      evidence: [...draft.evidence, ...named],
      unknown: { name, kinds: isPerson ? ["person"] : possible },
    };
  }
  return undefined;
}

/** True after a word that the draft explains, as in "make sam an operator". */
function follows({ at: [first = 0] }: Stranger, { explained }: Draft): boolean {
  return explained.has(first - 1);
}

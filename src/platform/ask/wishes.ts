import { entities } from "./follow-up.ts";
import type { Meaning } from "./meaning.ts";
import { offeredKinds } from "./names.ts";
import { leadingDenial } from "./vocabulary.ts";
import type { Sentence, Span, Word } from "./words.ts";

/** Where a sentence may be two: "whos on call and is anything firing". */
const joint =
  /(?:,? +(?:and|then|but|plus|also|&)(?: +(?:then|also|while (?:ur|you're|youre|you are|we're) at it,?|please))*|[,;.!?]+(?: +(?:and|then|also|but|please|oh))*|,? +while (?:ur|you're|youre|you are|we're) at it,?) +|,? +(?=with +(?:an? +)?(?:\w+ +){0,2}(?:budget|cap|limit|alert|report|password)\b)/gi;
const mostJoints = 4;

// What begins so says more of the first wish.
const goesWithIt =
  /^\W*(?:(?:but )?only (?:if|when|after|until)|not|never|except|excluding|without|unless|if|besides|every|each)\b/i;

/** The ways to take a sentence apart in two. None within quotation marks or a token of Slack. */
export function wishesIn(typed: string): [head: string, tail: string][] {
  return [...typed.matchAll(joint)].slice(0, mostJoints).flatMap(({ 0: found, index }) => {
    const [head, tail] = [typed.slice(0, index), typed.slice(index + found.length)];
    const isInside = (head.split('"').length - 1) % 2 === 1 || /<[^<>]*$/.test(head);
    // "If it goes over, tell us" is one wish.
    const isCondition =
      /^\W*(?:if|when(?! (?:do|does|did|is|are|was|were|will)\b)|whenever|once|unless|as soon as)\b/i.test(
        head,
      );
    return isInside || isCondition || head.trim() === "" || tail.trim() === "" || goesWithIt.test(tail)
      ? []
      : [[head, tail] as [string, string]];
  });
}

const lead = new RegExp(
  String.raw`^\W*${leadingDenial}([^,;.!?]*?)(?:[,;.!?]+ *| +but +| +just +(?=\w+ )|$)`,
  "i",
);
const instead = /^(?:(?:just|only|but|instead|rather|please|simply|better)[, ]+)+/i;
const goesOn = /\b(?:any ?more|any longer|no longer)\b/i;

/**
 * What a sentence wants, without what it says not to do: "don't stop billing, snooze its alert". `wanted` is undefined if
 * it only says what not to do.
 */
export function withoutDenied(typed: string): { wanted?: string; denied?: string } {
  if (takenBack.test(typed)) return {};
  // "Sandbox ml: don't delete, just stop."
  const [, topic, about] = /^([^,:;.!?]{2,40}): +(.+)$/.exec(typed) ?? [];
  if (topic !== undefined && about !== undefined && lead.test(about))
    return withoutDenied(`${about} ${topic}`);
  const [, head, tail] = correction.exec(typed) ?? [];
  if (head !== undefined && tail !== undefined) {
    if (/\b(?:dunno|idk|no idea|not sure)\W*$/i.test(tail)) return {};
    // "Bump events to 4 replicas, hmm no, 5." Of several numbers, any may be meant.
    const [, number] = /^(?:make (?:it|that) )?(\d[\d.,]*)\W*$/i.exec(tail) ?? [];
    const isOnly = head.match(/\d[\d.,]*/g)?.length === 1;
    if (number !== undefined && isOnly) return { wanted: head.replace(/\d[\d.,]*/, number) };
    // "No wait, don't stop it, let it end on friday."
    const { wanted } = withoutDenied(tail.replace(instead, ""));
    return wanted === undefined ? {} : { wanted: withObject(wanted, head), denied: head };
  }
  const [whole, denied = ""] = lead.exec(typed) ?? [];
  if (whole === undefined) return { wanted: typed };
  // "Don't page anyone any more, posting is enough" is about what ends.
  if (goesOn.test(whole)) return { wanted: typed };
  // "Do not, ever, delete it."
  if (denied.trim() === "") return { denied: typed.slice(whole.length) };
  const rest = typed.slice(whole.length).replace(instead, "").trim();
  if (rest === "" || /^(?:please|thanks?|ok)\W*$/i.test(rest)) return { denied };
  return { wanted: withObject(rest, denied), denied };
}

/** A sentence about several things of a kind as one about each: "stop billing and inventory". Empty if it isn't. */
export function eachOf(sentence: Sentence): string[] {
  const { text, words, spans } = sentence;
  const names = spans
    .filter(
      ({ kind, isSure, isWeak }) => isSure && !isWeak && (kind === "person" || offeredKinds.includes(kind)),
    )
    .toSorted((a, b) => a.from - b.from || b.to - a.to);
  const chain = names.reduce<Span[]>((some, each) => {
    const last = some.at(-1);
    if (!last) return [each];
    const isNext = each.kind === last.kind && each.value !== last.value && areJoined(last, each, sentence);
    return isNext ? [...some, each] : some.length > 1 ? some : [each];
  }, []);
  const [start, end] = [words[chain[0]?.from ?? -1], words[(chain.at(-1)?.to ?? 0) - 1]];
  if (chain.length < 2 || !start || !end) return [];
  return chain.map(({ from, to }) => {
    const name = text.slice(words[from]?.at, words[to - 1]?.end);
    return text.slice(0, start.at) + name + text.slice(end.end);
  });
}

/** True for "billing and inventory" and "billing, inventory". */
function areJoined({ to }: Span, { from }: Span, { text, words }: Sentence): boolean {
  const between = words.slice(to, from).map(({ plain }) => plain);
  const isWord = /^(?:and|or|plus)(?: (?:of|for|on|in|the))?$/.test(between.join(" "));
  return isWord || (from === to && text.slice(words[to - 1]?.end, words[from]?.at).includes(","));
}

// Behind one of these, a name or days are not what is asked for.
const excluding =
  /(?: (?:except|excepting|excluding|excl|exclude|excludes|without|besides|minus|skip|skipping|not|ignoring|omit|omitting)|(?<! same) (?:except|but) for| (?:apart|aside) from| (?:other|rather) than| instead of| (?:but|and) not| not (?:for|of|on|in|to|by|from|counting|including)| (?:leave|leaves|leaving|filter) out|(?: but| and) ignore| with the exception of| (?:all|anything|everything|everyone|nothing|any|every|each)(?: \S+)? (?:but|bar))(?: (?:for|of|on|in|to|by|from|about|the|our|my|ones?|those|that|what|anything|alerts?))*$/;
const between = /^(?:and|or|nor|the|our|my|for|of|on|in|service|services|database|databases)$/;

/** The words that say what is not meant: "except billing and inventory". No call can leave these out. */
export function excludedIn(
  words: readonly Word[],
  spans: readonly Pick<Span, "from" | "to">[],
): ReadonlySet<number> {
  const excluded = new Set<number>();
  const longestAt = (at: number) =>
    Math.max(at, ...spans.flatMap(({ from, to }) => (from === at ? [to] : [])));
  const textUntil = (at: number) =>
    words
      .slice(0, at)
      .map(({ plain }) => ` ${plain}`)
      .join("");
  // What is unless something else is so isn't asked for either.
  for (const [at, { plain, clause }] of words.entries())
    if (plain === "unless") for (let next = at; words[next]?.clause === clause; next += 1) excluded.add(next);
  for (const { from } of spans) {
    const [found] = excluding.exec(textUntil(from)) ?? [];
    if (found === undefined) continue;
    let to = longestAt(from);
    for (let at = from - found.trim().split(" ").length; at < to; at += 1) excluded.add(at);
    // More of them: "billing and inventory".
    for (let at = to; at < words.length; at += 1) {
      const next = longestAt(at);
      const isJoint = between.test(words[at]?.plain ?? "");
      // "Except events this month": the days right behind are meant.
      if (!isJoint && (next === at || (at === to && words[at]?.clause === words[at - 1]?.clause))) break;
      if (next === at) continue;
      for (let each = to; each < next; each += 1) excluded.add(each);
      to = next;
      at = next - 1;
    }
  }
  return excluded;
}

/** "Stop billing, sorry, i mean inventory": what comes behind takes the place of what stood before. */
const correction =
  /^(.{3,}?)(?:[,.;]? +(?:(?:eh|ah|oh|hm+|um|uh)[, ]+)?(?:no,? wait|wait,? no|sorry,? no|no,? sorry|sorry,? i mean(?:t)?|actually,? (?=make (?:it|that))|actually,? no|hm+,? no|or rather|scratch that)|,+ (?:hm+ )?(?:no|i mean(?:t)?)(?=,| it))[, ]+(.+)$/i;

// "Stop billing, no wait, don't."
const takenBack =
  /\w.*?[\s,.;-]+(?:no,? wait\b|wait,? no\b|actually,? no\b|never ?mind|scratch that|forget (?:it|that)|cancel that|(?:no,? |wait,? |actually,? )+don'?t)(?:,? (?:don'?t|stop|please|actually|yet))*\W*$/i;

/** "Don't mute disk full, snooze it": what "it" is was said before. */
function withObject(wanted: string, denied: string): string {
  const [, object] = /^\W*\w+ (?:the )?(?!it\b|them\b)(.+?)\W*$/.exec(denied) ?? [];
  return object === undefined
    ? wanted
    : wanted.replace(/\b(?:it|them)(s?)\b/i, (_, of) => (of ? `${object}'s` : object));
}

export const forbids =
  /^\W*(?:(?:please|pls|plz|kindly) +)*(?:(?:don'?t|do not|never) let|(?:no ?(?:body|one)) (?:should|may|must|can|shall|gets?))\b/i;

/** True for a change that a tail takes back: "stop events but keep it running". */
export function isContrary(change: Meaning | undefined, tail: string): boolean {
  const { name } = change?.entry ?? { name: "" };
  return (stops.test(name) && keepsIt.test(tail)) || (starts.test(name) && keepsItDown.test(tail));
}

/** True for the same call, and for two changes of the same thing: what is said of it twice is one wish. */
export function isSameWish(one: Meaning, other: Meaning): boolean {
  if (one.line === other.line) return true;
  if (one.entry !== other.entry || one.entry.effect === "read") return false;
  const named = Object.entries(one.kinds).filter(([, kind]) => entities.has(kind));
  return named.length > 0 && named.every(([name]) => one.args[name] === other.args[name]);
}

const opposites = new Set(["start stop", "stop start", "resume pause", "pause resume"]);

/** True for two changes that undo each other, of the same thing. */
export function isOpposite(one: Meaning, other: Meaning): boolean {
  const [deed, undone] = [one, other].map(({ entry }) => entry.name.split("_"));
  const isUndone = opposites.has(`${deed?.pop()} ${undone?.pop()}`) && deed?.join() === undone?.join();
  return isUndone && Object.values(one.args).join() === Object.values(other.args).join();
}

const starts = /_(?:start|wake|resume)$/;
const keepsItDown =
  /^\W*(?:please |pls |just )*(?:keep|leave) (?:it|them|that|this) (?:stopped|off|down|paused|asleep|offline)\b/i;
const stops = /_(?:stop|pause|delete)$/;
const keepsIt =
  /^\W*(?:please |pls |just )*(?:keep (?:on )?(?:posting|sending|running)|(?:keep|leave) (?:all of )?(?:it|them|that|this) (?:running|up|on|alive|online|awake)|keep (?:it|them)(?=\W*$)|let (?:it|them) run|(?:it|they) (?:has to|have to|needs? to|must|should) (?:keep running|(?:stay|remain|keep|be) (?:running|up|on|alive|online|awake)))\b/i;

/** "Leave it running" behind "take it off the list", and "remove them" behind "it needs no hours any more". */
export const asksNothing =
  /^\W*(?:please |pls |just )*(?:(?:leave|keep) (?:it|them|that|this|the \w+)(?: itself| themselves)? (?:running|alone|up|on|alive|online|untouched|as (?:it|they) (?:is|are))\b|\w+ (?:them|those)(?: off| away| all| please| pls)*\W*$)/i;

// "Sam left, erase him" asks for the second alone.
export const leaves =
  /^\W*\S+ (?:has |have |is |just |already )*(?:left|leaves|leaving|quit|quits|resigned|gone)(?: (?:us|here|today|already|now|the (?:company|team|firm)))*\W*$/i;

// How something is, and no question.
export const tells =
  /^\W*(?:(?:ok|okay|so|well|hey|and|now|hmm|ugh),? )*(?!(?:what|which|who|where|when|why|how|is|are|was|were|do|does|did|can|could|show|list|get|give|tell|see|check|any)\b)(?:\S+ ){0,4}?(?:(?:it|that|they|we)(?:'?s|'?re)|is|are|was|were|should(?:n'?t| not)|must(?:n'?t| not)|went|looks?|seems?|got|has|have|keeps?)\b/i;

// A clause that could stand alone.
export const beginsClause =
  /^\W*(?:(?:please|then|also|can|could|you|i|we|want to|need to|just) )*(?:what|whats|what's|who|whos|who's|which|when|where|why|how|is|are|was|were|has|have|any|do|does|did|show|list|give|tell|get|stop|start|delete|remove|share|post|send|watch|set|create|make|pause|resume|mute|ack|restore|bump|hold|silence|cap|let|put|add|run|keep|assign|scale|resize|wake|restart|cancel|end|open|snooze|hand|warn|ping|invite|rename|grant|revoke|switch|turn|shut|bring|take|budget|with)\b/i;

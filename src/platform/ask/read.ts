import { deeds, findingsIn } from "./evidence.ts";
import { afterwards, asksForElse, beforeOf, entities, followUp } from "./follow-up.ts";
import { leavesAway, leftOutOf } from "./left-out.ts";
import { byLikelihood, isEnding, meaningsOf, mostOffered, unique } from "./lines.ts";
import {
  type Meaning,
  type Reading,
  type Understood,
  type UnknownName,
  type Weighed,
  makesNew,
} from "./meaning.ts";
import { readingsOf } from "./draft.ts";
import { isAskedSo, withNearest, withoutName } from "./nearest.ts";
import { type Goal, asksForAction } from "./phrasebook.ts";
import { sentenceOf } from "./sentence.ts";
import { type PossibleName, isTold, possibleNamesIn } from "./unknown-names.ts";
import { hypothetical, outOfScope, statement, suspicious } from "./vocabulary.ts";
import { type Sentence, longestSentence, plainSentence } from "./words.ts";
import {
  asksNothing,
  beginsClause,
  eachOf,
  forbids,
  isContrary,
  isOpposite,
  isSameWish,
  leaves,
  tells,
  wishesIn,
  withoutDenied,
} from "./wishes.ts";

/** From here on, a reading is acted upon. From the lower one on, it is offered. */
const line = { sure: 0.94, clear: 0.69, offered: 0.5 };
const mostWishes = 4;

const nothing: Understood = { meanings: [], isClear: false };

/** Reads a sentence. It takes time by its length, and a long one is not read at all. */
export function readSentence(typed: string, reading: Reading): Understood {
  if (typed.length > longestSentence.characters) return nothing;
  if (suspicious.test(typed)) return { ...nothing, isAttempt: true };
  const plain = plainSentence(typed);
  if (
    statement.test(typed) ||
    hypothetical.test(typed) ||
    [typed, plain].some((each) => outOfScope.test(each))
  )
    return nothing;
  const { wanted, denied } = withoutDenied(plain);
  if (wanted === undefined) {
    if (denied === undefined) return { ...nothing, isDenied: true };
    const whole = readClause(plain, reading);
    const [meant] = whole.meanings;
    // "Don't post the report" ends it, and "no need to end it" ends nothing.
    const [same] = readClause(denied, reading).meanings;
    const ends = meant && whole.isClear && isEnding(meant.entry) && meant.line !== same?.line;
    return ends ? whole : { ...nothing, isDenied: true };
  }
  const understood = readEach(wanted, reading) ?? readClauses(wanted, reading);
  const [meant] = understood.meanings;
  // "Don't make sam an admin, just viewer."
  const isChange = understood.isClear && meant?.entry.effect !== "read";
  const other =
    denied === undefined || isChange ? nothing : correctedBy(readClause(denied, reading), wanted, reading);
  if (other.isClear) return other;
  // A list is not the answer to "don't let sam create anything".
  if (meant?.entry.effect === "read" && forbids.test(wanted)) return { ...understood, isClear: false };
  const { isClear, isDenied, unknown } = understood;
  return isClear || isDenied || unknown ? understood : withNearest(understood, wanted, reading);
}

/** What was read first, with what a text says in its place. Unclear if that is something else. */
function correctedBy(first: Understood, text: string, reading: Reading): Understood {
  const [meant] = first.meanings;
  if (!meant) return nothing;
  const since = { ...reading, before: beforeOf(meant, reading.before?.known) };
  const second = readClause(`i mean ${text}`, since);
  const [other] = second.meanings;
  // "Don't mute it, just give me 2 hours" mutes nothing: a change keeps what was said of it.
  const isKept =
    meant.entry.effect === "read" || Object.keys(other?.args ?? {}).every((name) => name in meant.args);
  const isSame = first.isClear && second.isClear && other?.entry === meant.entry && isKept;
  return isSame ? second : { ...first, isClear: false };
}

/** Reads a sentence about several things as one about each, if all are clear. */
function readEach(typed: string, reading: Reading): Understood | undefined {
  const each = namesOf(typed, reading).slice(0, mostWishes);
  const all = each.map((one) => readClause(one, reading));
  const isOne = new Set(all.map(({ meanings }) => meanings[0]?.entry)).size === 1;
  const isAll = all.every(({ isClear, leftOut = [] }) => isClear && leftOut.length === 0);
  if (all.length < 2 || !isOne || !isAll) return undefined;
  return all.reduceRight((next, one) => ({ ...one, next }));
}

const namesOf = (typed: string, { phrasebook, names, today }: Reading): string[] =>
  eachOf(sentenceOf(typed, phrasebook, names, today));

/** Reads a sentence as one wish, or as two if each half is clear by itself and less is left out. */
function readClauses(typed: string, reading: Reading): Understood {
  const whole = readClause(typed, reading);
  const left = whole.isClear ? lengthOf(whole) : Number.POSITIVE_INFINITY;
  let best: { understood: Understood; left: number } | undefined;
  for (const [head, tail] of wishesIn(typed)) {
    // A second wish could stand alone.
    const isAlone = beginsClause.test(tail);
    const isJoined = /^,? +(?:and|plus|&) /i.test(typed.slice(head.length));
    if (whole.isClear && !isAlone && !isJoined && !isContrary(whole.meanings[0], tail)) continue;
    const first = readHead(head, tail, reading);
    const [meant] = first.meanings;
    if (!meant || !first.isClear) continue;
    // "How much do billing and inventory cost" isn't half a wish about each.
    if (meant.entry.effect === "read" && !isAlone && namesOf(typed, reading).length > 1) continue;
    // "Stop events but keep it running" wants both.
    if (isContrary(meant, tail)) return { ...first, isClear: false };
    const since = { ...reading, before: beforeOf(meant, reading.before?.known) };
    const alone = readClause(tail, since);
    // "Pause night watch, but don't delete it."
    const isAll = lengthOf(first) === 0;
    if (isAll && (forbidsElse(tail, head, meant, since) || (isEnding(meant.entry) && asksNothing.test(tail))))
      return first;
    // "Start events and make kenji the owner" goes on with events.
    const next = alone.isClear || !isAlone ? alone : readClause(`and ${tail}`, since);
    const [second] = next.isClear ? next.meanings.filter(({ isOwn }) => isOwn) : [];
    // "It's down, start it" tells why.
    const isTold = meant.entry.effect === "read" ? tells.test(head) : leaves.test(head);
    if (second && alone.isClear && second.entry.effect !== "read" && isTold) return next;
    if (second && isSameWish(meant, second)) continue;
    if (second && isOpposite(meant, second)) return { ...first, isClear: false };
    if (!second && (!makesNew(meant.entry) || whole.isClear)) continue;
    // What one reading covers is two wishes only if both are sure.
    const areSure = meant.score > line.sure && second && second.score > line.sure;
    if (left === 0 && !(areSure && meant.entry !== second.entry)) continue;
    const sum = lengthOf(first) + (second ? lengthOf(next) : tail.length);
    if (sum > left || (sum === left && left > 0) || (best && best.left <= sum)) continue;
    const rest = second
      ? { next }
      : { leftOut: [...(first.leftOut ?? []), tail.replace(/[\s.,!?;:]+$/, "")] };
    best = { understood: { ...first, ...rest }, left: sum };
  }
  return best?.understood ?? whole;
}

/** Reads the first of two wishes. "Backups and open alerts of orders prod": the name is for both. */
function readHead(head: string, tail: string, reading: Reading): Understood {
  const first = readClause(head, reading);
  const [, name] =
    /\b((?:of|for|on) (?!(?:it|them|the (?:last|past))\b)[^,;.!?]{2,40}?)\W*$/i.exec(tail) ?? [];
  const [meant] = first.meanings;
  if (!name || meant?.entry.effect !== "read" || isAboutOne(meant) || head.split(" ").length > 4)
    return first;
  const both = readClause(`${head} ${name}`, reading);
  return both.isClear && !both.leftOut && both.meanings.slice(0, 1).some(isAboutOne) ? both : first;
}

const isAboutOne = ({ kinds }: Meaning) => Object.values(kinds).some((kind) => entities.has(kind));

/** True for words that forbid something else to be done to the same thing. */
function forbidsElse(tail: string, head: string, { entry }: Meaning, since: Reading): boolean {
  const { wanted, denied } = withoutDenied(tail);
  if (wanted !== undefined || denied === undefined || /\b(?:all|every\w*)\b/i.test(head)) return false;
  const { phrasebook, names, today } = since;
  if (sentenceOf(denied, phrasebook, names, today).spans.some(({ isSure }) => isSure)) return false;
  const [other] = readClause(denied, since).meanings;
  return other !== undefined && other.entry !== entry;
}

function lengthOf({ leftOut = [] }: Understood): number {
  return leftOut.join(" ").length;
}

function readClause(typed: string, reading: Reading): Understood {
  const { phrasebook, names, today, before, readCommand } = reading;
  const sentence = sentenceOf(typed, phrasebook, names, today);
  if (sentence.words.length === 0 || sentence.words.length > longestSentence.words) return nothing;
  const findings = findingsIn(sentence, phrasebook);
  const possible = possibleNamesIn(sentence, findings, phrasebook);
  const said = before && followUp(sentence, findings, before);
  const groups = new Set(findings.hits.map(({ group }) => group));
  const last = before && phrasebook.askable.find(({ entry }) => entry.name === before.entry)?.family;
  const drafts = phrasebook.askable.flatMap((askable) =>
    askable.goals.flatMap((goal) =>
      askable.family === last || mayMean(goal, groups)
        ? readingsOf(askable, goal, sentence, findings, possible)
        : [],
    ),
  );
  const goesOn =
    said && (said.isCued || !drafts.some(({ score, draft }) => score >= line.clear && draft.said.length > 0));
  // What goes on with a question keeps what it doesn't change.
  const weighed = drafts.map(
    (plain) => (goesOn && afterwards(plain, sentence, findings, said, reading)) || plain,
  );
  // "Same for users us" goes on with the last call.
  const isSame = sameAgain.test(sentence.text);
  const isLast = ({ askable, score }: Weighed) => askable.entry.name === before?.entry && score > 0;
  // "Its last backups" are of what was spoken about.
  const isAboutIt = ({ draft }: Weighed) => said?.pronouns.some((at) => draft.explained.has(at)) === true;
  // "Weekly is plenty" changes the report that was just set.
  const isOn = (each: Weighed) =>
    isLast(each) &&
    !asksForElse(each.draft, findings, said?.cues) &&
    (said?.isCued || each.askable.entry.effect !== "read") &&
    [...each.draft.filled.values()].some(({ at }) => at.some((one) => !said?.pronouns.includes(one)));
  // A name that isn't known is a service's before it is a preset's.
  const weightOf = (each: Weighed) =>
    each.score +
    (isSame && isLast(each) ? 1 : 0) +
    (isAboutIt(each) ? 0.03 : 0) +
    (isOn(each) ? 0.05 : 0) +
    (each.unknown?.kinds.includes("service") ? 0.001 : 0);
  const likely = weighed
    .filter(({ score }) => score >= line.offered)
    .toSorted((a, b) => weightOf(b) - weightOf(a) || byLikelihood(a, b));
  const [best] = likely;
  if (best?.unknown) return withoutName(best, best.unknown, weighed, reading);
  const known = likely.filter(({ unknown }) => !unknown);
  const meanings = unique(known.flatMap((each) => meaningsOf(each, readCommand))).slice(0, mostOffered);
  const [first] = meanings;
  const meant = known.find(({ askable }) => askable.entry.name === first?.entry.name);
  const left = meant && nameLeftOut(meant, possible, sentence);
  if (left) return { ...nothing, unknown: left };
  const explained = meant?.draft.explained ?? new Set<number>();
  if (findings.denied.some((at) => !explained.has(at))) return { ...nothing, isDenied: true };
  if (!first || !meant) return { meanings, isClear: false };
  const leftOut = leftOutOf(meant, sentence, findings);
  // "Mute all except the critical ones" isn't offered as if it were all.
  const isExcluded = leavesAway(sentence) && first.entry.effect !== "read" && leftOut.length > 0;
  if (first.score < line.clear) return { meanings, isClear: false, ...(isExcluded && { leftOut }) };
  const asked = new Set(meant.draft.said.flatMap(({ at }) => at));
  // A change isn't offered as if nothing were missing, and a list isn't the answer to a deed.
  const isDeed = findings.hits.some(
    ({ group, at }) =>
      at[0] === findings.start &&
      asksForAction({ groups: [group] }) &&
      at.some((each) => (findings.weights[each] ?? 0) > 0) &&
      !at.some((each) => (deeds.has(group) ? asked : explained).has(each)) &&
      !findings.isAsked(at[0] ?? 0),
  );
  const mayLeaveOut = first.entry.effect === "read" ? !isDeed : first.entry.opens;
  const isClear =
    (leftOut.length === 0 || mayLeaveOut) && isAskedSo(first, meant.draft.filled, sentence, reading);
  return { meanings, isClear, ...(leftOut.length > 0 && { leftOut }) };
}

const sameAgain = /\b(?:the )?same (?:again |thing )?(?:for|with|on|in|but)\b|^\W*i mean(?:t)?\b/i;

/** True if there is a word for each need. It saves most of the work. */
function mayMean({ needs }: Goal, groups: ReadonlySet<string>): boolean {
  return needs.every((need) => !("groups" in need) || need.groups.some((group) => groups.has(group)));
}

/** A name that a reading leaves out. A clause that has nothing to do with it is talk. */
function nameLeftOut(
  { askable: { entry, asks }, draft }: Weighed,
  possible: readonly PossibleName[],
  { words }: Sentence,
): UnknownName | undefined {
  const { explained, filled } = draft;
  const isTaken = ({ at }: PossibleName) =>
    [...filled.values()].some((value) => at.every((each) => value.at.includes(each)));
  const told = new Set([...explained].map((at) => words[at]?.clause));
  const left = possible.find(
    (each) =>
      isTold(each, entry) &&
      (!each.isCalledSo || !isTaken(each)) &&
      each.at.some((at) => (each.isCalledSo || !explained.has(at)) && told.has(words[at]?.clause)),
  );
  if (!left) return undefined;
  const slots = Object.entries(asks.slots ?? {});
  const open = new Set(slots.flatMap(([name, each]) => (filled.has(name) ? [] : each)));
  const isSure = left.place === "sure";
  const kinds = left.kinds.filter((kind) => open.has(kind) && (isSure || kind !== "connection"));
  const usual = isSure || !left.kinds.includes("service") ? left.kinds : (["service"] as const);
  return { name: left.name, kinds: kinds.length > 0 ? kinds : usual };
}

import type { Before } from "./conversations.ts";
import { deeds, findingsIn } from "./evidence.ts";
import { afterwards, asksForElse, beforeOf, entities, followUp } from "./follow-up.ts";
import { leftOutOf } from "./left-out.ts";
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
  beginsClause,
  correction,
  eachOf,
  forbids,
  isContrary,
  isOpposite,
  isSameWish,
  leaves,
  mayTakeBack,
  saidAgain,
  staysSo,
  takenBack,
  tells,
  wishesIn,
  withObject,
  withoutDenied,
} from "./wishes.ts";

/** From here on, a reading is acted upon. From the lower one on, it is offered. */
const line = { sure: 0.94, clear: 0.69, named: 0.6, offered: 0.5 };
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
  if (takenBack.test(plain)) return { ...nothing, isDenied: true };
  const { wanted, denied } = withoutDenied(plain);
  if (wanted === undefined) {
    const whole = readClause(plain, reading);
    const [meant] = whole.meanings;
    // "Don't post the report" ends it, and "no need to end it" ends nothing.
    const [same] = denied === undefined ? [] : readClause(denied, reading).meanings;
    const ends = meant && whole.isClear && isEnding(meant.entry) && meant.line !== same?.line;
    return ends ? whole : { ...nothing, isDenied: true };
  }
  // "Don't stop billing, snooze its alert": "its" is what was not to be stopped.
  const context = denied === undefined ? reading : { ...reading, before: aboutNames(denied, reading) };
  const read = (text: string) =>
    readCorrected(text, context) ?? readEach(text, context) ?? readClauses(text, context);
  const plainly = read(wanted);
  const itself = denied === undefined || plainly.isClear ? undefined : withObject(wanted, denied);
  const named = itself === undefined ? undefined : read(itself);
  const understood = named?.isClear ? named : plainly;
  const [meant] = understood.meanings;
  // "Don't make sam an admin, just viewer."
  const isChange = understood.isClear && meant?.entry.effect !== "read";
  const other =
    denied === undefined || isChange ? nothing : correctedBy(readClause(denied, reading), wanted, reading);
  if (other.isClear) return other;
  // A list is not the answer to "don't let sam create anything".
  if (meant?.entry.effect === "read" && forbids.test(wanted)) return { ...understood, isClear: false };
  const { isClear, isDenied, unknown } = understood;
  if (isClear || isDenied || unknown) return understood;
  return withNearest(understood, wanted, context);
}

/** The conversation with the names of a text, so words behind it may stand for them. */
function aboutNames(text: string, reading: Reading): Before | undefined {
  const { phrasebook, names, today, before } = reading;
  const { spans } = sentenceOf(text, phrasebook, names, today);
  const known = spans.flatMap(({ kind, value, isWeak, isSure }) =>
    isSure && !isWeak && entities.has(kind) ? [[kind, value]] : [],
  );
  return { entry: "", args: {}, ...before, known: { ...before?.known, ...Object.fromEntries(known) } };
}

/** Reads a sentence that corrects itself: "bump events to 4 replicas, hmm no, 5". Undefined if it doesn't. */
function readCorrected(typed: string, reading: Reading): Understood | undefined {
  const [, head, tail = ""] = correction.exec(typed) ?? [];
  const first = head === undefined ? nothing : readClause(head, reading);
  if (head === undefined || !first.isClear) return undefined;
  const [, number] = /^(?:make (?:it|that) )?(\d[\d.,]*)\W*$/i.exec(tail) ?? [];
  // Of several numbers, any may be meant.
  const isOnly = head.match(/\d[\d.,]*/g)?.length === 1;
  if (number !== undefined && isOnly) return readClause(head.replace(/\d[\d.,]*/, number), reading);
  return correctedBy(first, tail, reading);
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
    if (whole.isClear && !isAlone && !isJoined && !mayTakeBack(tail)) continue;
    const first = aboutTail(readClause(head, reading), head, tail, reading);
    const [meant] = first.meanings;
    if (!meant || !first.isClear) continue;
    // "How much do billing and inventory cost" isn't half a wish about each.
    if (meant.entry.effect === "read" && !isAlone && namesOf(typed, reading).length > 1) continue;
    // "Stop events but keep it running" wants both.
    if (isContrary(meant.entry.name, tail)) return { ...first, isClear: false };
    const since = { ...reading, before: beforeOf(meant, reading.before?.known) };
    const alone = readClause(tail, since);
    // "Pause night watch, but don't delete it."
    if (lengthOf(first) === 0 && forbidsElse(tail, head, meant, since)) return first;
    // "It needs no hours any more, remove them" says it twice.
    if (lengthOf(first) === 0 && isEnding(meant.entry) && (saidAgain.test(tail) || staysSo.test(tail)))
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

/** "Backups and open alerts of orders prod": the name is for both. */
function aboutTail(first: Understood, head: string, tail: string, reading: Reading): Understood {
  const [meant] = first.meanings;
  const [, name] =
    /\b((?:of|for|on) (?!(?:it|them|the (?:last|past))\b)[^,;.!?]{2,40}?)\W*$/i.exec(tail) ?? [];
  if (!meant || name === undefined || meant.entry.effect !== "read" || isAboutOne(meant)) return first;
  const { phrasebook, names, today } = reading;
  const isKnown = sentenceOf(name, phrasebook, names, today).spans.some(
    ({ isSure, kind }) => isSure && entities.has(kind),
  );
  if (!isKnown || head.split(" ").length > 4) return first;
  const whole = readClause(`${head} ${name}`, reading);
  const [said] = whole.meanings;
  return said && isAboutOne(said) && whole.isClear && !whole.leftOut ? whole : first;
}

const isAboutOne = ({ kinds }: Meaning) => Object.values(kinds).some((kind) => entities.has(kind));

/** True for words that forbid something else to be done to the same thing. */
function forbidsElse(tail: string, head: string, { entry }: Meaning, since: Reading): boolean {
  const [, forbidden] = /^\W*(?:please |pls |just )*(?:don'?t|do not|never) (.+)$/i.exec(tail) ?? [];
  if (forbidden === undefined || /\b(?:all|every\w*)\b/i.test(head)) return false;
  const { phrasebook, names, today } = since;
  if (sentenceOf(forbidden, phrasebook, names, today).spans.some(({ isSure }) => isSure)) return false;
  const [denied] = readClause(forbidden, since).meanings;
  return denied !== undefined && denied.entry !== entry;
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
  const weighed = drafts.map((plain) => {
    const later = goesOn && afterwards(plain, sentence, findings, said, reading);
    // What goes on with a question keeps what it doesn't change.
    return later || plain;
  });
  // "Same for users us" goes on with the last call.
  const isSame = sameAgain.test(sentence.text);
  const same = isSame
    ? weighed.filter(({ askable, score }) => askable.entry.name === before?.entry && score > 0)
    : [];
  // "Its last backups" are of what was spoken about.
  const isAboutIt = ({ draft }: Weighed) => said?.pronouns.some((at) => draft.explained.has(at)) === true;
  // "Weekly is plenty" changes the report that was just set.
  const isOn = ({ askable, draft }: Weighed) =>
    goesOn &&
    !findings.hits.some(({ group }) => deeds.has(group) && !draft.said.some((hit) => hit.group === group)) &&
    !asksForElse(draft, said, findings) &&
    askable.entry.name === before.entry &&
    [...draft.filled.values()].some(({ at }) => at.some((each) => !said.pronouns.includes(each)));
  const weightOf = (each: Weighed) =>
    each.score +
    (isAboutIt(each) ? 0.03 : 0) +
    (isOfService(each) ? 0.001 : 0) +
    (isOn(each) && (isSame || said?.isCued || each.askable.entry.effect !== "read") ? 0.05 : 0);
  const likely = (same.length > 0 ? same : weighed)
    .filter(({ score }) => score >= line.offered)
    .toSorted((a, b) => weightOf(b) - weightOf(a) || byLikelihood(a, b));
  const [best] = likely;
  if (best?.unknown && best.score >= line.named) return withoutName(best, best.unknown, weighed, reading);
  const known = likely.filter(({ unknown }) => !unknown);
  const meanings = unique(known.flatMap((each) => meaningsOf(each, readCommand))).slice(0, mostOffered);
  const [first] = meanings;
  if (first === undefined) return findings.denied.length > 0 ? { ...nothing, isDenied: true } : nothing;
  const meant = known.find(({ askable }) => askable.entry.name === first.entry.name);
  const left = meant && nameLeftOut(meant, possible, sentence);
  if (left) return { meanings: [], isClear: false, unknown: left };
  if (findings.denied.some((at) => !meant?.draft.explained.has(at))) return { ...nothing, isDenied: true };
  if (first.score < line.clear) return { meanings, isClear: false };
  const leftOut = meant ? leftOutOf(meant, sentence, findings) : [];
  const asked = new Set(meant?.draft.said.flatMap(({ at }) => at));
  // A change isn't offered as if nothing were missing, and a list isn't the answer to a deed.
  const isDeed = findings.hits.some(
    ({ group, at }) =>
      at[0] === findings.start &&
      asksForAction({ groups: [group] }) &&
      at.some((each) => (findings.weights[each] ?? 0) > 0) &&
      !at.some((each) => (deeds.has(group) ? asked : meant?.draft.explained)?.has(each)) &&
      !findings.isAsked(at[0] ?? 0),
  );
  const isClear =
    meant !== undefined &&
    isAskedSo(first, meant.draft.filled, sentence, reading) &&
    (leftOut.length === 0 ||
      (first.entry.effect === "read" && !isDeed) ||
      (first.entry.effect !== "read" && first.entry.opens));
  return { meanings, isClear, ...(leftOut.length > 0 && { leftOut }) };
}

/** A name that isn't known is a service's before it is a preset's. */
const isOfService = ({ unknown }: Weighed) => unknown?.kinds.includes("service") === true;

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
  const open = new Set(
    Object.entries(asks.slots ?? {}).flatMap(([name, slots]) => (filled.has(name) ? [] : [slots].flat())),
  );
  const kinds = left.kinds.filter(
    (kind) => open.has(kind) && (kind !== "connection" || left.place === "sure"),
  );
  const isService = left.kinds.includes("service");
  const usual = left.place === "sure" ? left.kinds : isService ? (["service"] as const) : [];
  return { name: left.name, kinds: kinds.length > 0 ? kinds : usual };
}

import type { HookRule } from "../record.ts";
import { formatList, nearest, truncate } from "../../../../lib/text.ts";
import { timeOfDay } from "../../../../lib/time.ts";
import { findZone, zoneHint } from "../../../../lib/zone-names.ts";
import { type Severity, severities } from "../../incident/event-record.ts";
import { channelsAsTyped } from "../../../../platform/commands/channel-in.ts";
import { daysIn } from "../../routing/rule-time.ts";
import { AppError } from "../../../../lib/errors.ts";
import * as texts from "./texts.ts";

// The limit of the record.
const longestText = 200;

/** The text that a title or a group must contain. */
function textIn(name: "title" | "group", words: readonly RuleWord[]): string {
  const [first, second] = words;
  if (first?.isQuoted) onlyThat(words.slice(1));
  else if (second?.isQuoted) throw notUnderstood(second);
  const text = words.map((word) => word.text).join(" ");
  if (text === "") throw wrongRule(texts.whatContains(name));
  if (text.length > longestText) throw wrongRule(texts.textTooLong(name, longestText));
  return text;
}

/** Fails if words follow a value. */
function onlyThat([other]: readonly RuleWord[]): void {
  if (other) throw notUnderstood(other);
}

const shortSeverities: Readonly<Record<string, Severity>> = {
  warn: "warning",
  crit: "critical",
  err: "error",
};
const orWorse = /^(or|and|worse|above|higher|more|\+)$/;

/** Reads a severity. “or worse” may follow. */
function severityIn([first, ...others]: readonly RuleWord[]): Severity {
  const said = first?.text.toLowerCase().replace(/\+$/, "") ?? "";
  const found = shortSeverities[said] ?? severities.find((one) => one === said);
  const any = formatList([...severities], "or");
  if (said === "") throw wrongRule(texts.whichSeverity(any));
  if (found === undefined) {
    const near = nearest(said, severities);
    throw wrongRule(texts.notSeverity(any, truncate(said, 40), near));
  }
  onlyThat(others.filter((word) => !orWorse.test(plainly(word))));
  return found;
}

const channel = /^<#([CDG][A-Z0-9]+)(?:\|[^>]*)?>$/i;

/** Reads a channel's id. */
function channelIn([first, ...others]: readonly RuleWord[]): string {
  const [, id] = channel.exec(first?.text ?? "") ?? [];
  if (id === undefined) {
    const name = truncate(first?.text ?? "", 80);
    throw wrongRule(texts.unknownChannel(name));
  }
  onlyThat(others);
  return id.toUpperCase();
}

const userGroup = /^(?:<!subteam\^([A-Z0-9]+)(?:\|[^>]*)?>|(S[A-Z0-9]{6,}))$/;

/** Reads a user group's id. */
function groupIn([first, ...others]: readonly RuleWord[]): string {
  const [, token, id = token] = userGroup.exec(first?.text ?? "") ?? [];
  if (id === undefined) {
    const name = truncate(first?.text ?? "", 80);
    throw wrongRule(name === "" ? texts.whichGroup : texts.unknownGroup(name));
  }
  onlyThat(others);
  return id;
}

/** A word of a rule as typed. A quoted text is one word and never a keyword. */
export interface RuleWord {
  text: string;
  isQuoted: boolean;
}

// Slack's tokens hold no space. Phones type curly quotes.
const word = /["“”„«]([^"“”„«»]*)["“”„»]|<[#!][^>\s]+>|[^\s"“”„«»]+/g;
const onlyMarks = /^[,;:]+$/;

/** Splits a text into the words of a rule and drops the punctuation between them. */
export function ruleWords(text: string): RuleWord[] {
  return [...text.matchAll(word)]
    .map(([typed, quoted]) =>
      quoted === undefined
        ? { text: typed.replace(/[,;]+$/, ""), isQuoted: false }
        : { text: channelsAsTyped(quoted).trim(), isQuoted: true },
    )
    .filter(({ text, isQuoted }) => isQuoted || (text !== "" && !onlyMarks.test(text)));
}

/** A rule as read from words. Its time of day may still need a zone. */
export interface SaidRule extends Omit<HookRule, "time"> {
  time?: Omit<NonNullable<HookRule["time"]>, "zone"> & { zone?: string };
}

/** Reads a rule from words; its parts may come in any order. Fails as user with the problem and an example. */
export function readRule(text: string): SaidRule {
  const parts = partsOfRule(ruleWords(text));
  if (parts.size === 0) throw wrongRule(texts.empty);
  if (parts.has("at")) throw wrongRule(texts.notAtATime);
  const rule = { ...conditionsIn(parts), ...timeIn(parts), ...effectsIn(parts) };
  if (rule.mute && (rule.channelId ?? rule.mentionGroupId ?? rule.setSeverity) !== undefined) {
    throw wrongRule(texts.muteAlone);
  }
  return rule;
}

/** Reads a part if the rule has it. */
function ifSaid<Value>(
  words: readonly RuleWord[] | undefined,
  read: (words: readonly RuleWord[]) => Value,
): Value | undefined {
  return words && read(words);
}

/** The conditions on title, group and severity. */
export function conditionsIn(parts: RuleParts): Pick<HookRule, "title" | "group" | "severity"> {
  return {
    title: ifSaid(parts.get("title"), (words) => textIn("title", words)),
    group: ifSaid(parts.get("group"), (words) => textIn("group", words)),
    severity: ifSaid(parts.get("severity"), severityIn),
  };
}

function effectsIn(
  parts: RuleParts,
): Pick<HookRule, "channelId" | "mute" | "mentionGroupId" | "setSeverity"> {
  const effects = {
    channelId: ifSaid(parts.get("channel"), channelIn),
    mute: parts.has("mute") ? (true as const) : undefined,
    mentionGroupId: ifSaid(parts.get("mention"), groupIn),
    setSeverity: ifSaid(parts.get("set severity"), severityIn),
  };
  onlyThat(parts.get("mute") ?? []);
  return effects;
}

function timeIn(parts: RuleParts): Pick<SaidRule, "time"> {
  const [between, on] = [parts.get("between"), parts.get("on")];
  const days = on && daysIn(on.map(({ text }) => text));
  if (on && !days) throw wrongRule(texts.days);
  // Days without times are whole days.
  if (between === undefined) return days ? { time: { from: "00:00", to: "00:00", days: [...days] } } : {};
  return { time: { ...hoursIn(between), ...(days && { days: [...days] }) } };
}

function hoursIn(words: readonly RuleWord[]): { from: string; to: string; zone?: string } {
  const said = words.flatMap(({ text }) => text.replace(/^(\S+?)[-–](?=\d)/, "$1 to ").split(" "));
  const [first = "", joint = "", second = "", ...zoneWords] = said;
  const [from, to] = [timeOfDay(first), timeOfDay(second)];
  if (from === undefined || to === undefined || !/^(and|to|until|till|-|–)$/i.test(joint)) {
    throw wrongRule(texts.hours);
  }
  return { from, to, ...(zoneWords.length > 0 && { zone: zoneIn(zoneWords.join(" ")) }) };
}

/** The time zone of a typed name. Fails as user with the nearest one. */
export function zoneIn(words: string): string {
  const found = findZone(words);
  if ("zone" in found) return found.zone;
  throw wrongRule(texts.unknownZone(truncate(words, 40), zoneHint(found.nearestName)));
}

/** True if a part begins here. Both words are in lower case; a quoted one is "". */
type Begins = (word: string, next: string) => boolean;

// In the order of the tests: sure keywords first, then those that need the right next word.
const parts = [
  { name: "title", begins: (word) => word === "title", length: 1 },
  { name: "group", begins: (word) => word === "group", length: 1 },
  { name: "set severity", begins: (word, next) => word === "set" && next === "severity", length: 2 },
  { name: "severity", begins: (word) => word === "severity", length: 1 },
  { name: "mention", begins: (word) => /^mentions?$/.test(word), length: 1 },
  { name: "mute", begins: (word) => /^mutes?d?$/.test(word), length: 1 },
  { name: "between", begins: (word, next) => /^(between|from)$/.test(word) && isTime(next), length: 1 },
  { name: "on", begins: (word, next) => word === "on" && daysIn([next]) !== undefined, length: 1 },
  { name: "at", begins: (word, next) => word === "at" && isTime(next), length: 1 },
  { name: "channel", begins: (word, next) => /^(to|in)$/.test(word) && isChannel(next), length: 1 },
  { name: "channel", begins: isChannel, length: 0 },
] as const satisfies readonly { name: string; begins: Begins; length: 0 | 1 | 2 }[];

/** The parts that a rule may have in words, each at most once. */
type PartName = (typeof parts)[number]["name"];
/** The words of each part, without the keyword that begins it. */
export type RuleParts = ReadonlyMap<PartName, readonly RuleWord[]>;

const fillers: ReadonlySet<string> = new Set(["and", "if", "where", "when", "then", "is", "the", "its"]);
const comparing: ReadonlySet<string> = new Set(["contains", "has", "with", "is", "like", "="]);

/** Splits the words of a rule into its parts, in any order. Fails as user with an example. */
export function partsOfRule(words: readonly RuleWord[]): RuleParts {
  const found = new Map<PartName, RuleWord[]>();
  let rest: readonly RuleWord[] = words;
  let present: RuleWord[] = [];
  const before = present;
  while (rest.length > 0) {
    const part = partAt(rest);
    if (part === undefined) {
      present.push(...rest.slice(0, 1));
      rest = rest.slice(1);
      continue;
    }
    if (found.has(part.name)) throw wrongRule(texts.once(part.name));
    ({ taken: present, left: rest } = splitAfter(part, rest));
    found.set(part.name, present);
  }
  const [unknown] = withoutFillers(before);
  if (unknown) throw notUnderstood(unknown);
  return new Map([...found].map(([name, said]) => [name, withoutFillers(said)]));
}

function partAt([word, next]: readonly RuleWord[]) {
  return parts.find(({ begins }) => begins(plainly(word), plainly(next)));
}

/**
 * Splits the words after a part's keyword into its own first word and the rest. The word after `title` or `group` is
 * always its text, even if it is a keyword.
 */
function splitAfter({ name, length }: (typeof parts)[number], words: readonly RuleWord[]) {
  const isCompared = name === "title" || name === "group";
  const behind = words.slice(isCompared && comparing.has(plainly(words[1])) ? 2 : length);
  const count = isCompared || name === "channel" ? 1 : 0;
  return { taken: behind.slice(0, count), left: behind.slice(count) };
}

function withoutFillers(words: readonly RuleWord[]): RuleWord[] {
  const first = words.findIndex((word) => !fillers.has(plainly(word)));
  const last = words.findLastIndex((word) => !fillers.has(plainly(word)));
  return first === -1 ? [] : words.slice(first, last + 1);
}

/** A word in lower case; "" for a quoted one. */
function plainly(word: RuleWord | undefined): string {
  return word === undefined || word.isQuoted ? "" : word.text.toLowerCase();
}

function isTime(word: string): boolean {
  const [from = ""] = word.split(/[-–]/);
  return timeOfDay(from) !== undefined;
}

function isChannel(word: string): boolean {
  return /^<?#/.test(word);
}

/** The error for a word that belongs to no part of a rule. */
function notUnderstood({ text, isQuoted }: RuleWord) {
  const shown = truncate(text, 40);
  if (isQuoted) return wrongRule(texts.titleOrGroup(shown));
  const near = nearest(
    text,
    parts.map(({ name }) => name),
  );
  return wrongRule(texts.notUnderstood(shown, near));
}

/** The error for wrong words of a rule, with an example that works. */
function wrongRule(sentence: string): AppError {
  return new AppError("user", `${sentence} ${texts.example}`);
}

import type { Slot } from "../../../../platform/commands/entry.ts";
import { z } from "zod";
import { cutMrkdwn, limits } from "../../../../platform/blocks/limits.ts";
import { type Reply, reply, say } from "../../../../platform/blocks/reply.ts";
import { hook, shownPage } from "../../../../platform/commands/arguments.ts";
import { argument } from "../../../../platform/commands/arguments/kind.ts";
import { behindNumber, keepNumbers } from "../../../../platform/ask/conversations.ts";
import { call } from "../../../../platform/commands/call.ts";
import {
  type Page,
  type WantedPage,
  pageButtons,
  pageReply,
  rangeOf,
} from "../../../../platform/commands/paging.ts";
import type { AlertsContext } from "../../context.ts";
import type { Asker } from "../../../../platform/access/asker.ts";
import { AppError } from "../../../../lib/errors.ts";
import { nearest, oneLine, truncate } from "../../../../lib/text.ts";
import { behindName, changeHook, findHook, hookInMrkdwn, rulesButton } from "../parts.ts";
import { formatRule } from "../../routing/route.ts";
import { actions, row } from "../../../../platform/blocks/button.ts";
import {
  type Asked,
  commandButton,
  commandButtonAfter,
  pageButton,
} from "../../../../platform/blocks/command-button.ts";
import { context as smallPrint, section } from "../../../../platform/blocks/text.ts";
import { type Hook, type HookRule, mostRules } from "../record.ts";
import { typed, whichHook } from "../texts.ts";
import { readRule, type SaidRule } from "./read.ts";
import * as texts from "./texts.ts";
import { ruleHash } from "../../routing/rule-time.ts";
import { zoneOf } from "../../../../platform/jobs/messenger.ts";
import { channelOfSchedule, zoneNote } from "../../../../platform/jobs/schedules/schedules.ts";
import type { KnownBlock } from "@slack/types";
import { formatChannel } from "../../../../platform/blocks/escape.ts";

const firstShown = argument(
  behindName(String.raw`from \d{1,4}`, {
    read: (typed) => Number(typed.slice("from ".length)),
    write: (number) => `from ${String(number)}`,
    isForPeople: true,
  }),
  z.int().min(1).max(9_999),
).describe("The number of the first one to show");

/** Says what to type in place of words behind a hook. */
function tooMuch(rest: string, { name }: Hook): string {
  const [word = ""] = rest.split(/\s/);
  const near = nearest(word, ["add", "remove", "up", "from", "list"]) ?? "";
  return texts.usage(truncate(word, 40), near, name);
}

/** `/db alerts hooks rules checkout`, or `page 2` of them. Older buttons have `from 11`. */
const list = call({
  name: "hooks_rules",
  title: "A hook's rules",
  summary: "Lists the rules that route a hook's alerts.",
  effect: "read",
  isSecondary: true,
  line: [
    "alerts hooks rules {hook} page {page}",
    "alerts hooks rules {hook} {from}",
    "alerts hooks rules {hook} list",
  ],
  verb: "rules",
  missing: { hook: whichHook },
  args: z.object({ hook, page: shownPage.optional(), from: firstShown.optional() }),
  asks: {
    means: ["rules|rule {hook}", "rule hook", "alert post {hook}", "severity post {hook}"],
    around: "alert hook list post rule rules severity set time",
    says: ["Rules of {hook}"],
  },
  run: async ({ hook: named, ...wanted }, context: AlertsContext, asker) =>
    rulesReply(await findHook(named, context, tooMuch), wanted, asker, context),
});

export const severity: [RegExp, string] = [/\b(critical|error|warning|info)s?\b/i, "severity $1"];
export const title: [RegExp, string] = [
  /"([^"<>]{1,200})"|\b(?:with|containing|mentioning|says?|saying) ([\w-]{2,60}) in (?:the|its|their) titles?\b|\btitled? ([\w-]{2,60})\b/i,
  'title "$1$2$3"',
];
export const group: [RegExp, string] = [/\bgroup "?([\w.-]+)"?/i, "group $1"];
/** The parts of a rule, as the command takes them. */
const rule: Slot = {
  begin: "add",
  parts: [
    title,
    severity,
    [/\bbetween (\d{1,2}(?::\d\d)?) (?:and|to|-) (\d{1,2}(?::\d\d)?)/i, "between $1 and $2"],
    [/\bfrom (\d{1,2}(?::\d\d)?) (?:until|till|to|-) (\d{1,2}(?::\d\d)?)/i, "between $1 and $2"],
    [/(?:to|into|in) (<#[CG][A-Z0-9]+(?:\|[^>]*)?>)/i, "to $1"],
    [/(?:mention|ping|page|tag|notify|call) (<!subteam\^[A-Z0-9]+(?:\|[^>]*)?>)/i, "mention $1"],
    // Muting all of it is a pause.
    [
      /(?=.*(?:"|\b(?:critical|error|warning|info|between|from \d|title|group)))^.*\b(?:mute|silence|suppress|hide|drop)\b/i,
      "mute",
    ],
  ],
};
/** A change of rules, as the command takes it. */
const changeWords: readonly Slot[] = [
  {
    isOne: true,
    parts: [
      ...numbered(
        String.raw`(?:remove|delete|drop|get rid of|kill|bin|scrap|throw out|take out|take away|rm|del|trash|nuke|ditch|discard|axe|zap|clear|erase|toss)`,
        "remove",
      ),
      ...numbered(String.raw`(?:move|push|bring|put|shift|raise|bump|promote)`, "up"),
    ],
  },
  rule,
];

function numbered(verb: string, action: string): [RegExp, string][] {
  const ordinals = ["first|1st", "second|2nd", "third|3rd", "fourth|4th", "fifth|5th"];
  return [
    [
      new RegExp(String.raw`\b${verb}\b.*?\b(?:rule|number|no\.?|#) ?(?:number |no\.? |#)?(\d{1,3})\b`, "i"),
      `${action} $1`,
    ],
    [
      new RegExp(String.raw`\b(?:rule|number) (?:number |no\.? |#)?(\d{1,3})\b.*?\b${verb}\b`, "i"),
      `${action} $1`,
    ],
    ...ordinals.map((each, index): [RegExp, string] => [
      new RegExp(String.raw`\b${verb}\b.*?\b(?:${each})\b|\b(?:${each}) rule\b.*?\b${verb}\b`, "i"),
      `${action} ${index + 1}`,
    ]),
  ];
}

const wantedChange = argument(
  behindName("(?:add|remove|up)(?: .*)?", {
    hasQuotes: true,
    read: (typed) => typed.replace(/^\S+/, (word) => word.toLowerCase()),
    usage: ["add <rule>", "remove <number>", "up <number>"],
    slot: changeWords,
  }),
  z
    .string()
    .trim()
    .regex(/^(?:add|remove|up)(?:\s|$)/, 'For example: add title "payments" severity critical to #night')
    .max(300),
).describe('For example: add title "payments" severity critical to #night, remove 2, or up 3');

/** `/db alerts hooks rules checkout add …`, `… remove 2` or `… up 3`. */
export const ruleChange = call({
  name: "hooks_change_rules",
  title: "Change a hook's rules",
  summary: "Adds, moves or removes a rule that routes a hook's alerts.",
  effect: "change",
  isSecondary: true,
  line: "alerts hooks rules {hook} {change}",
  verb: "rules",
  missing: { hook: whichHook },
  args: z.object({ hook, change: wantedChange }),
  asks: {
    means: ["post|set|add|mute|warn|rules {change}", "rule {change}", "severity {change}"],
    around: "alert hook rule rules post set add warn mute severity end delete create want time list",
    says: ["Change the rules of {hook}: {change}"],
  },
  async run({ hook: named, change: wanted }, context: AlertsContext, asker) {
    const found = await findHook(named, context, tooMuch);
    const [, action, words = ""] = /^(\S+)\s*(.*)$/.exec(oneLine(wanted)) ?? [];
    if (action === "add") return addRule(found, words, context, asker);
    const [, number] = /^#?(\d{1,4})\.?$/.exec(words.trim()) ?? [];
    const which = number && (await behindNumber(numbersOf(found), number, asker.userId, context));
    if (action === "remove") return removeRule(found, which ?? words, context);
    return moveRuleUp(found, which ?? words, context, asker);
  },
});

/** What can be asked for about the rules of hooks. */
export const ruleCalls = [list, ruleChange] as const;

/** Removes a rule by its number, and shows what it was. */
async function removeRule(hook: Hook, words: string, context: AlertsContext): Promise<Reply> {
  const removed: HookRule[] = [];
  const changed = await changeHook(hook, context, (present) => {
    const index = indexOf(words, present, "remove");
    removed.splice(0, 1, ...present.rules.slice(index, index + 1));
    return { ...present, rules: present.rules.toSpliced(index, 1) };
  });
  const was = removed.map(formatRule).join("");
  const text = texts.removed(hookInMrkdwn(hook), was, changed.rules.length);
  return say(text, [rulesButton(hook)]);
}

/** Moves a rule before the one above it, and shows all rules. */
async function moveRuleUp(hook: Hook, words: string, context: AlertsContext, asker: Asker): Promise<Reply> {
  const changed = await changeHook(hook, context, (present) => {
    const index = indexOf(words, present, "up");
    if (index === 0) throw new AppError("user", texts.alreadyFirst);
    const moved = present.rules.slice(index, index + 1);
    return { ...present, rules: present.rules.toSpliced(index, 1).toSpliced(index - 1, 0, ...moved) };
  });
  return rulesReply(changed, {}, asker, context);
}

/**
 * The index of the rule with this number, or with the hash that stands for a number that was shown. A button has both.
 * Fails as conflict if the rule has changed.
 */
function indexOf(words: string, { name, rules }: Hook, action: string): number {
  const [, number, hash] = /^#?(\d{1,4})?\.?(?:(?:^|\s+)([0-9a-f]{8}))?$/.exec(words.trim()) ?? [];
  if (rules.length === 0) throw new AppError("missing", texts.noRules(name));
  const there = texts.count(rules.length, name);
  const byHash = number === undefined ? rules.findIndex((rule) => ruleHash(rule) === hash) : -1;
  if (byHash !== -1) return byHash;
  if (number === undefined && hash !== undefined) throw new AppError("conflict", `${texts.changed} ${there}`);
  if (number === undefined) throw new AppError("user", `${texts.whichRule(name, action)} ${there}`);
  const index = Number(number) - 1;
  const rule = rules[index];
  if (rule === undefined) throw new AppError("missing", `${texts.notFound(number)} ${there}`);
  if (hash === undefined || hash === ruleHash(rule)) return index;
  throw new AppError("conflict", `${texts.changed} ${there}`);
}

/** Adds a rule at the end of a hook's rules, and shows how the words were understood. */
async function addRule(hook: Hook, words: string, context: AlertsContext, asker: Asker): Promise<Reply> {
  const said = readRule(words);
  const notes =
    said.channelId === undefined ? [] : (await channelOfSchedule(said.channelId, context, asker)).notes;
  const { rule, zoneNotes } = await withZone(said, context, asker);
  const hash = ruleHash(rule);
  const changed = await changeHook(hook, context, (present) => {
    if (present.rules.some((one) => ruleHash(one) === hash)) return present;
    if (present.rules.length < mostRules) return { ...present, rules: [...present.rules, rule] };
    throw new AppError("user", texts.tooMany(mostRules, present.name));
  });
  const number = changed.rules.findIndex((one) => ruleHash(one) === hash) + 1;
  const text = texts.added(number, hookInMrkdwn(hook), formatRule(rule));
  const small = [texts.fromNowOn, ...zoneNotes, ...shadowed(changed, number), ...notes].join(" ");
  return reply(`${text}\n${small}`, [
    section(text),
    smallPrint(small),
    actions([
      rulesButton(hook),
      commandButton(texts.replay, { call: "hooks_replay", args: { hook: hook.id, words: "24h" } }),
      removeButton(hook, rule, number),
    ]),
  ]);
}

/** Without a zone in the words, times of day are in the asker's own zone. */
async function withZone(
  { time, ...said }: SaidRule,
  context: AlertsContext,
  asker: Asker,
): Promise<{ rule: HookRule; zoneNotes: string[] }> {
  if (time === undefined) return { rule: said, zoneNotes: [] };
  const { zone: named, ...hours } = time;
  if (named !== undefined) return { rule: { ...said, time: { ...hours, zone: named } }, zoneNotes: [] };
  const own = await zoneOf(asker, context);
  const zoneNotes = zoneNote({}, own);
  return { rule: { ...said, time: { ...hours, zone: own ?? "UTC" } }, zoneNotes };
}

function shadowed({ rules }: Hook, number: number): string[] {
  const taker = rules.findIndex(
    ({ title, group, severity, time }) => (title ?? group ?? severity ?? time) === undefined,
  );
  return taker === -1 || taker >= number - 1 ? [] : [texts.shadowed(taker + 1)];
}

/** The list that a person saw numbers of. */
const numbersOf = ({ id }: Hook) => `rules ${id}`;

/** As many as people take in at a glance. */
const aPage = 10;

/** A page of a hook's rules in their order, each with its number and buttons. */
async function rulesReply(
  hook: Hook,
  wanted: WantedPage,
  { userId }: Asker,
  context: AlertsContext,
): Promise<Reply> {
  const { rules } = hook;
  await keepNumbers(numbersOf(hook), { ids: rules.map(ruleHash) }, userId, context);
  if (rules.length === 0) {
    const text = texts.none(hookInMrkdwn(hook), formatChannel(hook));
    const how = texts.howTo(exampleFor(hook));
    return reply(`${text}\n${how}`, [section(text), smallPrint(how)]);
  }
  // Long rules are fewer on a page, so the page's own buttons fit too.
  return pageReply(rules, wanted, aPage, (page) => drawPage(hook, page));
}

function drawPage(hook: Hook, page: Page<HookRule>): Pick<Reply, "text" | "blocks"> {
  const { items, first } = page;
  const lines = items.map((rule, index) => texts.line(first + index, formatRule(rule)));
  const span = rangeOf(page);
  const range = span ? texts.range(span.first, span.last) : "";
  const headline = texts.title(page.total, hookInMrkdwn(hook), range, formatChannel(hook));
  const hint = texts.hint(exampleFor(hook));
  const asked = (number: number) => ({ call: "hooks_rules", args: { hook: hook.id, page: number } });
  return {
    // The blocks have all of it.
    text: cutMrkdwn([headline, ...lines, hint].join("\n"), limits.message.text),
    blocks: [
      section(headline),
      ...items.flatMap((rule, index): KnownBlock[] => [
        section(lines[index] ?? ""),
        actions(buttons(hook, rule, first + index)),
      ]),
      ...row(pageButtons(page, asked, [texts.earlier, texts.more])),
      smallPrint(hint),
    ],
  };
}

function exampleFor({ name }: Hook): string {
  return typed(`rules ${name} add title "payments" severity critical to #night`);
}

function buttons({ id }: Hook, rule: HookRule, number: number) {
  const up = number === 1 ? [] : [pageButton(texts.up, upRule({ id }, rule, number))];
  return [...up, removeButton({ id }, rule, number)];
}

/** What moves a rule before the one above it, if it is still the same. */
export function upRule({ id }: Pick<Hook, "id">, rule: HookRule, number: number): Asked {
  return { call: "hooks_change_rules", args: { hook: id, change: `up ${number} ${ruleHash(rule)}` } };
}

/** Removes a rule after a confirmation, because others may rely on it. */
export function removeButton({ id }: Pick<Hook, "id">, rule: HookRule, number: number) {
  return commandButtonAfter(texts.removeQuestion(number), texts.remove, {
    call: "hooks_change_rules",
    args: { hook: id, change: `remove ${number} ${ruleHash(rule)}` },
  });
}

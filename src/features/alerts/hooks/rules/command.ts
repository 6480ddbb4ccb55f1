import { type Reply, reply, say } from "../../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../../context.ts";
import type { Asker } from "../../../../platform/context.ts";
import { AppError } from "../../../../lib/errors.ts";
import { foldName, nearest, oneLine, truncate } from "../../../../lib/text.ts";
import { changeHook, hookInMrkdwn, type NamedHook } from "../parts.ts";
import { formatRule } from "../../routing/route.ts";
import { actions, row } from "../../../../platform/blocks/button.ts";
import { commandButton, commandButtonAfter, pageButton } from "../../../../platform/blocks/command-button.ts";
import { context as smallPrint, section } from "../../../../platform/blocks/text.ts";
import { type Hook, type HookRule, mostRules } from "../record.ts";
import { typed } from "../texts.ts";
import { readRule, type SaidRule } from "./read.ts";
import * as texts from "./texts.ts";
import { ruleHash } from "../../routing/rule-time.ts";
import { zoneOf } from "../../../../platform/jobs/messenger.ts";
import { channelOfSchedule, zoneNote } from "../../../../platform/jobs/schedules/schedules.ts";
import type { KnownBlock } from "@slack/types";
import { formatChannel } from "../../../../platform/blocks/link.ts";

type RuleAction = (hook: Hook, words: string, context: AlertsContext, asker: Asker) => Promise<Reply>;

const ruleActions: ReadonlyMap<string, RuleAction> = new Map<string, RuleAction>([
  ["add", addRule],
  ["remove", removeRule],
  ["up", moveRuleUp],
  ["from", async (hook, words) => rulesReply(hook, words)],
  ["list", async (hook) => rulesReply(hook)],
]);

/** Lists the rules of a hook; or adds, removes or moves one. */
export async function hookRules(
  { hook, rest }: NamedHook,
  context: AlertsContext,
  asker: Asker,
): Promise<Reply> {
  const [, word = "", words = ""] = /^(\S*)\s*(.*)$/.exec(oneLine(rest)) ?? [];
  const action = ruleActions.get(foldName(word) || "list");
  if (action) return action(hook, words, context, asker);
  const near = nearest(word, [...ruleActions.keys()]) ?? "";
  throw new AppError("user", texts.usage(truncate(word, 40), near, hook.name));
}

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
  return say(text, [commandButton(texts.allRules, `alerts hooks rules ${hook.id}`)]);
}

/** Moves a rule before the one above it, and shows all rules. */
async function moveRuleUp(hook: Hook, words: string, context: AlertsContext): Promise<Reply> {
  const changed = await changeHook(hook, context, (present) => {
    const index = indexOf(words, present, "up");
    if (index === 0) throw new AppError("user", texts.alreadyFirst);
    const moved = present.rules.slice(index, index + 1);
    return { ...present, rules: present.rules.toSpliced(index, 1).toSpliced(index - 1, 0, ...moved) };
  });
  return rulesReply(changed);
}

/** The index of the rule with this number. A button adds the rule's hash; fails as conflict if the rule has changed. */
function indexOf(words: string, { name, rules }: Hook, action: string): number {
  const [, number, hash] = /^#?(\d{1,4})\.?(?:\s+([0-9a-f]{8}))?$/.exec(words.trim()) ?? [];
  if (rules.length === 0) throw new AppError("missing", texts.noRules(name));
  const there = texts.count(rules.length, name);
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
      commandButton(texts.allRules, `alerts hooks rules ${hook.id}`),
      commandButton(texts.replay, `alerts hooks replay ${hook.id} 24h`),
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

/** As many as people take in at a glance, and as fit in a message. */
const aPage = 10;

/** A page of a hook's rules in their order, each with its number and buttons. `from` is the number of the first one. */
function rulesReply(hook: Hook, from = "1"): Reply {
  const { rules } = hook;
  const example = typed(`rules ${hook.name} add title "payments" severity critical to #night`);
  if (rules.length === 0) {
    const text = texts.none(hookInMrkdwn(hook), formatChannel(hook));
    const how = texts.howTo(example);
    return reply(`${text}\n${how}`, [section(text), smallPrint(how)]);
  }
  const wanted = Number(from) - 1;
  const start = Number.isInteger(wanted) && wanted > 0 && wanted < rules.length ? wanted : 0;
  const shown = rules.slice(start, start + aPage);
  const lines = shown.map((rule, index) => texts.line(start + index + 1, formatRule(rule)));
  const range = shown.length < rules.length ? texts.range(start + 1, start + shown.length) : "";
  const headline = texts.title(rules.length, hookInMrkdwn(hook), range, formatChannel(hook));
  const hint = texts.hint(example);
  const end = start + shown.length;
  const page = (label: string, number: number) =>
    pageButton(label, `alerts hooks rules ${hook.id} from ${number}`);
  const pages = [
    ...(start > 0 ? [page(texts.earlier, Math.max(1, start - aPage + 1))] : []),
    ...(end < rules.length ? [page(texts.more, end + 1)] : []),
  ];
  return reply([headline, ...lines, hint].join("\n"), [
    section(headline),
    ...shown.flatMap((rule, index): KnownBlock[] => [
      section(lines[index] ?? ""),
      actions(buttons(hook, rule, start + index + 1)),
    ]),
    ...row(pages),
    smallPrint(hint),
  ]);
}

function buttons({ id }: Hook, rule: HookRule, number: number) {
  const which = `${number} ${ruleHash(rule)}`;
  const up = number === 1 ? [] : [pageButton(texts.up, `alerts hooks rules ${id} up ${which}`)];
  return [...up, removeButton({ id }, rule, number)];
}

/** Removes a rule after a confirmation, because others may rely on it. */
export function removeButton({ id }: Pick<Hook, "id">, rule: HookRule, number: number) {
  const command = `alerts hooks rules ${id} remove ${number} ${ruleHash(rule)}`;
  return commandButtonAfter(texts.removeQuestion(number), texts.remove, command);
}

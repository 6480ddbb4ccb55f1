import { type Reply, reply, say } from "../../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../../context.ts";
import type { Asker } from "../../../../platform/context.ts";
import { AppError } from "../../../../lib/errors.ts";
import { foldName, nearest, oneLine, plural, truncate } from "../../../../lib/text.ts";
import { changeHook, hookInMrkdwn, type NamedHook } from "../parts.ts";
import { formatRule } from "../../routing/route.ts";
import { actions } from "../../../../platform/blocks/button.ts";
import { commandButton, commandButtonAfter, pageButton } from "../../../../platform/blocks/command-button.ts";
import { context as smallPrint, section } from "../../../../platform/blocks/text.ts";
import { type Hook, type HookRule, mostRules } from "../record.ts";
import { readRule, type SaidRule } from "./read.ts";
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
  const near = nearest(word, [...ruleActions.keys()]);
  const hint = near === undefined ? "" : ` Did you mean \`${near}\`?`;
  throw new AppError(
    "user",
    `After the hook's name comes nothing, \`add\`, \`remove\` or \`up\`, not “${truncate(word, 40)}”.${hint} For example: \`/db hook rules ${hook.name} remove 1\`.`,
  );
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
  const left =
    changed.rules.length === 0
      ? "It has no rules any more"
      : `It has ${plural(changed.rules.length, "rule")} left`;
  const text = `Removed from ${hookInMrkdwn(hook)}: ${was} ${left}.`;
  return say(text, [commandButton("All rules", `hook rules ${hook.id}`)]);
}

/** Moves a rule before the one above it, and shows all rules. */
async function moveRuleUp(hook: Hook, words: string, context: AlertsContext): Promise<Reply> {
  const changed = await changeHook(hook, context, (present) => {
    const index = indexOf(words, present, "up");
    if (index === 0) throw new AppError("user", "That rule is the first already.");
    const moved = present.rules.slice(index, index + 1);
    return { ...present, rules: present.rules.toSpliced(index, 1).toSpliced(index - 1, 0, ...moved) };
  });
  return rulesReply(changed);
}

/** The index of the rule with this number. A button adds the rule's hash; fails as conflict if the rule has changed. */
function indexOf(words: string, { name, rules }: Hook, action: string): number {
  const [, number, hash] = /^#?(\d{1,4})\.?(?:\s+([0-9a-f]{8}))?$/.exec(words.trim()) ?? [];
  if (rules.length === 0) throw new AppError("missing", `The hook “${name}” has no rules.`);
  const there = `There ${rules.length === 1 ? "is" : "are"} ${plural(rules.length, "rule")}: \`/db hook rules ${name}\` shows the numbers.`;
  if (number === undefined)
    throw new AppError(
      "user",
      `Say which rule by its number, as in \`/db hook rules ${name} ${action} 1\`. ${there}`,
    );
  const index = Number(number) - 1;
  const rule = rules[index];
  if (rule === undefined) throw new AppError("missing", `There is no rule number ${number}. ${there}`);
  if (hash === undefined || hash === ruleHash(rule)) return index;
  throw new AppError("conflict", `Somebody changed the rules since that list was shown. ${there}`);
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
    throw new AppError(
      "user",
      `A hook has at most ${mostRules} rules. Remove one first: \`/db hook rules ${present.name}\` lists them.`,
    );
  });
  const number = changed.rules.findIndex((one) => ruleHash(one) === hash) + 1;
  const text = `Rule ${number} of ${hookInMrkdwn(hook)}: ${formatRule(rule)}`;
  const small = [
    "It holds for what arrives from now on.",
    ...zoneNotes,
    ...shadowed(changed, number),
    ...notes,
  ].join(" ");
  return reply(`${text}\n${small}`, [
    section(text),
    smallPrint(small),
    actions([
      commandButton("All rules", `hook rules ${hook.id}`),
      commandButton("Try on the last day", `hook replay ${hook.id} 24h`),
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
  const [note = ""] = zoneNote({}, own);
  const zoneNotes = [note.replace("at the end of the command", "after the times")];
  return { rule: { ...said, time: { ...hours, zone: own ?? "UTC" } }, zoneNotes };
}

function shadowed({ rules }: Hook, number: number): string[] {
  const taker = rules.findIndex(
    ({ title, group, severity, time }) => (title ?? group ?? severity ?? time) === undefined,
  );
  return taker === -1 || taker >= number - 1
    ? []
    : [`Rule ${taker + 1} fits everything, so this one never decides: move it up.`];
}

/** As many as people take in at a glance, and as fit in a message. */
const aPage = 10;

/** A page of a hook's rules in their order, each with its number and buttons. `from` is the number of the first one. */
function rulesReply(hook: Hook, from = "1"): Reply {
  const { rules } = hook;
  const example = `/db hook rules ${hook.name} add title "payments" severity critical to #night`;
  if (rules.length === 0) {
    const text = `${hookInMrkdwn(hook)} has no rules: everything is posted ${formatChannel(hook)}.`;
    const how = `To have one, write for example \`${example}\`. A rule compares title, group, severity and time of day; what it fits goes to another channel, mentions a user group, counts as another severity, or is muted.`;
    return reply(`${text}\n${how}`, [section(text), smallPrint(how)]);
  }
  const wanted = Number(from) - 1;
  const start = Number.isInteger(wanted) && wanted > 0 && wanted < rules.length ? wanted : 0;
  const shown = rules.slice(start, start + aPage);
  const texts = shown.map((rule, index) => `*${start + index + 1}.* ${formatRule(rule)}`);
  const headline = `*${plural(rules.length, "rule")}* of ${hookInMrkdwn(hook)}${shown.length < rules.length ? `, ${start + 1} to ${start + shown.length}` : ""}. The first that fits decides; what none fits is posted ${formatChannel(hook)}.`;
  const hint = `\`${example}\` adds one below.`;
  const end = start + shown.length;
  const page = (label: string, number: number) => pageButton(label, `hook rules ${hook.id} from ${number}`);
  const pages = [
    ...(start > 0 ? [page("Earlier", Math.max(1, start - aPage + 1))] : []),
    ...(end < rules.length ? [page("More", end + 1)] : []),
  ];
  return reply([headline, ...texts, hint].join("\n"), [
    section(headline),
    ...shown.flatMap((rule, index): KnownBlock[] => [
      section(texts[index] ?? ""),
      actions(buttons(hook, rule, start + index + 1)),
    ]),
    ...(pages.length === 0 ? [] : [actions(pages)]),
    smallPrint(hint),
  ]);
}

function buttons({ id }: Hook, rule: HookRule, number: number) {
  const which = `${number} ${ruleHash(rule)}`;
  const up = number === 1 ? [] : [pageButton("Move up", `hook rules ${id} up ${which}`)];
  return [...up, removeButton({ id }, rule, number)];
}

/** Removes a rule after a confirmation, because others may rely on it. */
function removeButton({ id }: Pick<Hook, "id">, rule: HookRule, number: number) {
  const question = {
    title: "Remove this rule?",
    text: `Rule ${number} holds no more for what arrives from then on. What was posted stays.`,
    yes: "Remove it",
    no: "Keep it",
  };
  return commandButtonAfter(question, "Remove", `hook rules ${id} remove ${number} ${ruleHash(rule)}`);
}

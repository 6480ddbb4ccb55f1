import { formatRule } from "../../routing/format-rule.ts";
import { actions } from "../../../../platform/blocks/button.ts";
import { commandButton } from "../../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../../platform/blocks/reply.ts";
import { section, context as smallPrint } from "../../../../platform/blocks/text.ts";
import type { AlertsContext } from "../../context.ts";
import type { Asker } from "../../../../platform/context.ts";
import { AppError } from "../../../../lib/errors.ts";
import { type Hook, type HookRule, mostRules } from "../record.ts";
import { type SaidRule, readRule } from "./read.ts";
import { removeButton, rulesReply } from "./list.ts";
import { changeHook, hookInMrkdwn } from "../parts.ts";
import { plural } from "../../../../lib/text.ts";
import { ruleHash } from "../../routing/rule-time.ts";
import { zoneOf } from "../../../../platform/jobs/messenger.ts";
import { channelOfSchedule, zoneNote } from "../../../../platform/jobs/schedules/schedules.ts";

/** Removes a rule by its number, and shows what it was. */
export async function removeRule(hook: Hook, words: string, context: AlertsContext): Promise<Reply> {
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
  return reply(text, [section(text), actions([commandButton("All rules", `hook rules ${hook.id}`)])]);
}

/** Moves a rule before the one above it, and shows all rules. */
export async function moveRuleUp(hook: Hook, words: string, context: AlertsContext): Promise<Reply> {
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
export async function addRule(
  hook: Hook,
  words: string,
  context: AlertsContext,
  asker: Asker,
): Promise<Reply> {
  const said = readRule(words);
  const { notes } =
    said.channelId === undefined ? { notes: [] } : await channelOfSchedule(said.channelId, context, asker);
  const { rule, zoneNotes } = await withZone(said, context, asker);
  const hash = ruleHash(rule);
  const changed = await changeHook(hook, context, (present) => {
    if (present.rules.some((one) => ruleHash(one) === hash)) return present;
    if (present.rules.length >= mostRules) throw tooMany(present);
    return { ...present, rules: [...present.rules, rule] };
  });
  const number = changed.rules.findIndex((one) => ruleHash(one) === hash) + 1;
  return added(changed, rule, number, [...zoneNotes, ...shadowed(changed, number), ...notes]);
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

function added(hook: Hook, rule: HookRule, number: number, notes: readonly string[]): Reply {
  const text = `Rule ${number} of ${hookInMrkdwn(hook)}: ${formatRule(rule)}`;
  const small = ["It holds for what arrives from now on.", ...notes].join(" ");
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

function tooMany({ name }: Hook): AppError {
  return new AppError(
    "user",
    `A hook has at most ${mostRules} rules. Remove one first: \`/db hook rules ${name}\` lists them.`,
  );
}

import { ruleDigest } from "../../routing/rule-hash.ts";
import { ruleInWords } from "../../routing/format-rule.ts";
import { actions } from "../../../../platform/blocks/button.ts";
import { commandButton } from "../../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../../platform/blocks/reply.ts";
import { section } from "../../../../platform/blocks/text.ts";
import type { AlertsContext } from "../../context.ts";
import { AppError } from "../../../../lib/errors.ts";
import { plural } from "../../../../lib/text.ts";
import type { Hook, HookRule } from "../record.ts";
import { changeHook } from "../named.ts";
import { hookInMrkdwn } from "../parts.ts";
import { rulesReply } from "./list.ts";

/** Takes a rule away, by its number; says what it was. */
export async function removeRule(hook: Hook, words: string, context: AlertsContext): Promise<Reply> {
  const removed: HookRule[] = [];
  const changed = await changeHook(hook, context, (present) => {
    const index = indexOf(words, present, "remove");
    removed.splice(0, 1, ...present.rules.slice(index, index + 1));
    return { ...present, rules: present.rules.toSpliced(index, 1) };
  });
  const was = removed.map(ruleInWords).join("");
  const left =
    changed.rules.length === 0
      ? "It has no rules any more"
      : `It has ${plural(changed.rules.length, "rule")} left`;
  const text = `Removed from ${hookInMrkdwn(hook)}: ${was} ${left}.`;
  return reply(text, [section(text), actions([commandButton("All rules", `hook rules ${hook.id}`)])]);
}

/** Lets a rule be tried before the one above it; answers with all of them. */
export async function moveRuleUp(hook: Hook, words: string, context: AlertsContext): Promise<Reply> {
  const changed = await changeHook(hook, context, (present) => {
    const index = indexOf(words, present, "up");
    if (index === 0) throw new AppError("user", "That rule is the first already.");
    const moved = present.rules.slice(index, index + 1);
    return { ...present, rules: present.rules.toSpliced(index, 1).toSpliced(index - 1, 0, ...moved) };
  });
  return rulesReply(changed);
}

/** Which rule is meant: by its number, and where a button says so, only if it is still the same. */
function indexOf(words: string, { name, rules }: Hook, act: string): number {
  const [, number, digest] = /^#?(\d{1,4})\.?(?:\s+([0-9a-f]{8}))?$/.exec(words.trim()) ?? [];
  if (rules.length === 0) throw new AppError("missing", `The hook “${name}” has no rules.`);
  const there = `There ${rules.length === 1 ? "is" : "are"} ${plural(rules.length, "rule")}: \`/db hook rules ${name}\` shows the numbers.`;
  if (number === undefined)
    throw new AppError(
      "user",
      `Say which rule by its number, as in \`/db hook rules ${name} ${act} 1\`. ${there}`,
    );
  const index = Number(number) - 1;
  const rule = rules[index];
  if (rule === undefined) throw new AppError("missing", `There is no rule number ${number}. ${there}`);
  if (digest === undefined || digest === ruleDigest(rule)) return index;
  throw new AppError("conflict", `Somebody changed the rules since that list was shown. ${there}`);
}

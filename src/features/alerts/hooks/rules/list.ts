import type { KnownBlock } from "@slack/types";
import { formatRule } from "../../routing/format-rule.ts";
import { actions } from "../../../../platform/blocks/button.ts";
import { commandButtonAfter, pageButton } from "../../../../platform/blocks/command-button.ts";
import { formatChannel } from "../../../../platform/blocks/link.ts";
import { type Reply, reply } from "../../../../platform/blocks/reply.ts";
import { context, section } from "../../../../platform/blocks/text.ts";
import { plural } from "../../../../lib/text.ts";
import type { Hook, HookRule } from "../record.ts";
import { hookInMrkdwn } from "../parts.ts";
import { ruleHash } from "../../routing/rule-time.ts";

/** As many as people take in at a glance and a message has room for. */
const aPage = 10;

/** A page of a hook's rules in their order, each with its number and buttons. `from` is the number of the first one. */
export function rulesReply(hook: Hook, from = "1"): Reply {
  const { rules } = hook;
  const example = `/db hook rules ${hook.name} add title "payments" severity critical to #night`;
  if (rules.length === 0) {
    const text = `${hookInMrkdwn(hook)} has no rules: everything is posted ${formatChannel(hook)}.`;
    const how = `To have one, write for example \`${example}\`. A rule compares title, group, severity and time of day; what it fits goes to another channel, mentions a user group, counts as another severity, or is muted.`;
    return reply(`${text}\n${how}`, [section(text), context(how)]);
  }
  const start = startOf(from, rules.length);
  const shown = rules.slice(start, start + aPage);
  const texts = shown.map((rule, index) => `*${start + index + 1}.* ${formatRule(rule)}`);
  const headline = `*${plural(rules.length, "rule")}* of ${hookInMrkdwn(hook)}${shown.length < rules.length ? `, ${start + 1} to ${start + shown.length}` : ""}. The first that fits decides; what none fits is posted ${formatChannel(hook)}.`;
  const hint = `\`${example}\` adds one below.`;
  return reply([headline, ...texts, hint].join("\n"), [
    section(headline),
    ...shown.flatMap((rule, index): KnownBlock[] => [
      section(texts[index] ?? ""),
      actions(buttons(hook, rule, start + index + 1)),
    ]),
    ...pageButtons(hook, start, start + shown.length),
    context(hint),
  ]);
}

function startOf(from: string, count: number): number {
  const wanted = Number(from) - 1;
  return Number.isInteger(wanted) && wanted > 0 && wanted < count ? wanted : 0;
}

function buttons({ id }: Hook, rule: HookRule, number: number) {
  const which = `${number} ${ruleHash(rule)}`;
  const up = number === 1 ? [] : [pageButton("Move up", `hook rules ${id} up ${which}`)];
  return [...up, removeButton({ id }, rule, number)];
}

/** Removes a rule after a confirmation, because others may rely on it. */
export function removeButton({ id }: Pick<Hook, "id">, rule: HookRule, number: number) {
  const question = {
    title: "Remove this rule?",
    text: `Rule ${number} holds no more for what arrives from then on. What was posted stays.`,
    yes: "Remove it",
    no: "Keep it",
  };
  return commandButtonAfter(question, "Remove", `hook rules ${id} remove ${number} ${ruleHash(rule)}`);
}

function pageButtons({ id, rules }: Hook, start: number, end: number): KnownBlock[] {
  const page = (text: string, number: number) => pageButton(text, `hook rules ${id} from ${number}`);
  const pages = [
    ...(start > 0 ? [page("Earlier", Math.max(1, start - aPage + 1))] : []),
    ...(end < rules.length ? [page("More", end + 1)] : []),
  ];
  return pages.length === 0 ? [] : [actions(pages)];
}

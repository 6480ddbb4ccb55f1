import { listInWords, nearest, truncate } from "../../../../lib/text.ts";
import { type Severity, severities } from "../../incident/event-record.ts";
import { notUnderstood, plainly } from "./parts.ts";
import type { RuleWord } from "./words.ts";
import { wrongRule } from "./wrong.ts";

// No rule needs to tell more apart; its record takes as much.
const longestText = 200;

/** What a title or group contains. */
export function textIn(name: "title" | "group", words: readonly RuleWord[] | undefined): string | undefined {
  if (words === undefined) return undefined;
  const [first, second] = words;
  if (first?.isQuoted) onlyThat(words.slice(1));
  else if (second?.isQuoted) throw notUnderstood(second);
  const text = words.map((word) => word.text).join(" ");
  if (text === "") throw wrongRule(`Say what the ${name} contains.`);
  if (text.length > longestText) throw wrongRule(`A ${name} has at most ${longestText} characters here.`);
  return text;
}

/** Fails on what is said beyond a value. */
export function onlyThat([other]: readonly RuleWord[]): void {
  if (other) throw notUnderstood(other);
}

const shortSeverities: Readonly<Record<string, Severity>> = {
  warn: "warning",
  crit: "critical",
  err: "error",
};
const orWorse = /^(or|and|worse|above|higher|more|\+)$/;

/** A severity; “or worse” may follow. */
export function severityIn(words: readonly RuleWord[] | undefined): Severity | undefined {
  if (words === undefined) return undefined;
  const [first, ...others] = words;
  const said = first?.text.toLowerCase().replace(/\+$/, "") ?? "";
  const found = shortSeverities[said] ?? severities.find((one) => one === said);
  const any = listInWords([...severities], "or");
  if (said === "") throw wrongRule(`Say which severity: ${any}.`);
  if (found === undefined) {
    const near = nearest(said, severities);
    const hint = near ? ` Did you mean \`${near}\`?` : "";
    throw wrongRule(`A severity is ${any}, not “${truncate(said, 40)}”.${hint}`);
  }
  onlyThat(others.filter((word) => !orWorse.test(plainly(word))));
  return found;
}

const channel = /^<#([CDG][A-Z0-9]+)(?:\|[^>]*)?>$/i;

/** The id of the channel. */
export function channelIn(words: readonly RuleWord[] | undefined): string | undefined {
  if (words === undefined) return undefined;
  const [first, ...others] = words;
  const [, id] = channel.exec(first?.text ?? "") ?? [];
  if (id === undefined) {
    const name = truncate(first?.text ?? "", 80);
    throw wrongRule(
      `I cannot tell which channel “${name}” is. Pick it from the list that Slack shows while you type.`,
    );
  }
  onlyThat(others);
  return id.toUpperCase();
}

const userGroup = /^(?:<!subteam\^([A-Z0-9]+)(?:\|[^>]*)?>|(S[A-Z0-9]{6,}))$/;

/** The id of the user group. */
export function groupIn(words: readonly RuleWord[] | undefined): string | undefined {
  if (words === undefined) return undefined;
  const [first, ...others] = words;
  const [, token, id = token] = userGroup.exec(first?.text ?? "") ?? [];
  if (id === undefined) {
    const name = truncate(first?.text ?? "", 80);
    throw wrongRule(
      name === ""
        ? "Say whom to mention: a user group, such as `@on-call`."
        : `I cannot tell which user group “${name}” is. Pick one from the list that Slack shows while you type; people and \`@here\` cannot be mentioned.`,
    );
  }
  onlyThat(others);
  return id;
}

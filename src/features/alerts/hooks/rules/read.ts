import type { HookRule } from "../record.ts";
import { truncate } from "../../../../lib/text.ts";
import { timeOfDay } from "../../../../lib/time-of-day.ts";
import { findZone, zoneHint } from "../../../../lib/zone-names.ts";
import { daysIn } from "../../routing/rule-days.ts";
import { type RuleParts, partsOfRule } from "./parts.ts";
import { channelIn, groupIn, onlyThat, severityIn, textIn } from "./values.ts";
import { type RuleWord, ruleWords } from "./words.ts";
import { wrongRule } from "./wrong.ts";

/** A rule as it was said; a time of day without a zone waits for one. */
export interface SaidRule extends Omit<HookRule, "time"> {
  time?: Omit<NonNullable<HookRule["time"]>, "zone"> & { zone?: string };
}

/** Reads a rule in words, its parts in any order. Fails as user with what is wrong and an example. */
export function readRule(text: string): SaidRule {
  const parts = partsOfRule(ruleWords(text));
  if (parts.size === 0) throw wrongRule("Say what the rule is about, and what then happens.");
  if (parts.has("at")) throw wrongRule("A rule holds between two times, not at one.");
  const rule = { ...comparedIn(parts), ...timeIn(parts), ...doneIn(parts) };
  if (rule.mute && (rule.channelId ?? rule.mentionGroupId ?? rule.setSeverity) !== undefined) {
    throw wrongRule("A rule that mutes tells nobody, so it has no channel, no mention and sets no severity.");
  }
  return rule;
}

/** What an event must be: of a title, a group and a severity. */
export function comparedIn(parts: RuleParts): Pick<HookRule, "title" | "group" | "severity"> {
  const [title, group] = (["title", "group"] as const).map((name) => textIn(name, parts.get(name)));
  const severity = severityIn(parts.get("severity"));
  return {
    ...(title !== undefined && { title }),
    ...(group !== undefined && { group }),
    ...(severity !== undefined && { severity }),
  };
}

function doneIn(parts: RuleParts): Pick<HookRule, "channelId" | "mute" | "mentionGroupId" | "setSeverity"> {
  const channelId = channelIn(parts.get("channel"));
  const mentionGroupId = groupIn(parts.get("mention"));
  const setSeverity = severityIn(parts.get("set severity"));
  onlyThat(parts.get("mute") ?? []);
  return {
    ...(channelId !== undefined && { channelId }),
    ...(parts.has("mute") && { mute: true as const }),
    ...(mentionGroupId !== undefined && { mentionGroupId }),
    ...(setSeverity !== undefined && { setSeverity }),
  };
}

function timeIn(parts: RuleParts): Pick<SaidRule, "time"> {
  const [between, on] = [parts.get("between"), parts.get("on")];
  const days = on && daysIn(on.map(({ text }) => text));
  if (on && !days) throw wrongRule("Name days as in `on mon-fri`, `on sat, sun` or `on weekdays`.");
  // Days alone are whole days.
  if (between === undefined) return days ? { time: { from: "00:00", to: "00:00", days: [...days] } } : {};
  return { time: { ...hoursIn(between), ...(days && { days: [...days] }) } };
}

function hoursIn(words: readonly RuleWord[]): { from: string; to: string; zone?: string } {
  const said = words.flatMap(({ text }) => text.replace(/^(\S+?)[-–](?=\d)/, "$1 to ").split(" "));
  const [first = "", joint = "", second = "", ...zoneWords] = said;
  const [from, to] = [timeOfDay(first), timeOfDay(second)];
  if (from === undefined || to === undefined || !/^(and|to|until|till|-|–)$/i.test(joint)) {
    throw wrongRule("Write times as in `between 22:00 and 07:00`.");
  }
  return { from, to, ...(zoneWords.length > 0 && { zone: zoneIn(zoneWords.join(" ")) }) };
}

/** The zone of a name that somebody typed. Fails as user with the nearest one. */
export function zoneIn(words: string): string {
  const found = findZone(words);
  if ("zone" in found) return found.zone;
  throw wrongRule(
    `I took “${truncate(words, 40)}” for a time zone and know none of this name. ${zoneHint(found.nearestName)}`,
  );
}

import type { Button, KnownBlock, StaticSelect } from "@slack/types";
import { actions, button } from "../../../platform/blocks/button.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { link, visible } from "../../../platform/blocks/escape.ts";
import { context, packed, plainText, section } from "../../../platform/blocks/text.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { oneLine, plural } from "../../../lib/text.ts";
import type { Severity } from "../incident/event-record.ts";
import type { Doer, Incident } from "../incident/record.ts";
import { utcTime } from "../../../lib/time.ts";
import { nameGroups } from "../storm/group-names.ts";
import * as texts from "../storm/texts.ts";
import { doerOf, fromElsewhere, titleFromElsewhere } from "./notes.ts";
import { webAddress } from "./buttons.ts";
import { actionIds, at, choiceValue, isTime, stormSnoozeChoices } from "./status.ts";
import { by, snoozeChoices, times as formatTimes } from "./texts.ts";

/**
 * The message of a storm summary: the counts by state, severity and group, the worst alerts with identical ones in one
 * line, and the buttons for all of them.
 */
export function summaryMessage(facts: SummaryFacts): Reply {
  const { counts, total, endedAtMs } = facts;
  const text = texts.fallback(total, formatCount(counts.firing), endedAtMs !== undefined);
  const above = [section(`${headlineOf(facts)}\n${formatCounts(counts)}`), actions(buttonsOf(facts))];
  return reply(text, above, {
    color: counts.firing > 0 ? "#e01e5a" : endedAtMs === undefined ? "#d9b310" : "#2eb67d",
    blocks: below(facts),
  });
}

function headlineOf({ total, startedAtMs, endedAtMs }: SummaryFacts): string {
  const [count, start] = [plural(total, "alert"), at(startedAtMs)];
  return endedAtMs === undefined ? texts.storm(count, start) : texts.stormOver(count, start, at(endedAtMs));
}

function formatCounts(counts: SummaryFacts["counts"]): string {
  return (["firing", "resolved", "acknowledged", "snoozed"] as const)
    .filter((state) => counts[state] > 0 || state === "firing" || state === "resolved")
    .map((state) => `*${formatCount(counts[state])}* ${state}`)
    .join(" · ");
}

/** Only what can still change something: a storm without open alerts has the list alone. */
function buttonsOf({ summaryId, counts, openRules }: SummaryFacts): (Button | StaticSelect)[] {
  const showAll = button({ text: texts.buttons.showAll, actionId: actionIds.stormAll, value: summaryId });
  if (counts.firing + counts.acknowledged + counts.snoozed === 0) return [showAll];
  const acknowledge = button({
    text: texts.buttons.acknowledge,
    actionId: actionIds.stormAcknowledge,
    value: summaryId,
  });
  return [
    ...(counts.firing > 0 ? [{ ...acknowledge, style: "primary" as const }] : []),
    ...(counts.firing + counts.acknowledged > 0 ? [snoozeMenu(summaryId)] : []),
    button({
      text: openRules === 1 ? texts.buttons.mute : texts.buttons.muteOne,
      actionId: actionIds.stormMute,
      value: summaryId,
    }),
    showAll,
  ];
}

function snoozeMenu(summaryId: string): StaticSelect {
  return {
    type: "static_select",
    action_id: actionIds.stormSnooze,
    placeholder: plainText(texts.buttons.snooze, limits.select.placeholder),
    options: stormSnoozeChoices.map((choice) => ({
      text: plainText(snoozeChoices[choice], limits.option.text),
      value: choiceValue(choice, summaryId),
    })),
  };
}

function below({ byGroup, bySeverity, lines, moreLines, muted, endedAtMs }: SummaryFacts): KnownBlock[] {
  const rest = moreLines > 0 ? [`• ${texts.more(plural(moreLines, "line"))}`] : [];
  const mutes = muted
    .slice(0, linesEach)
    .map(({ name, userId }) => texts.mutedRule(titleFromElsewhere(name, 80), `<@${userId}>`));
  return [
    ...packed([
      ...mutes,
      ...(lines.length === 0 ? [] : [texts.worst, ...lines.slice(0, mostLines).map(formatLine), ...rest]),
      ...countLines(texts.bySeverity, bySeverity),
      ...countLines(texts.byGroup, byGroup),
    ]),
    context(endedAtMs === undefined ? texts.whileItLasts : texts.afterwards),
  ];
}

/** The most lines of identical alerts. */
export const mostLines = 10;
const linesEach = 5;

function countLines(name: string, counts: readonly SummaryCount[]): string[] {
  // One severity for all is in the lines already.
  if (counts.length === 0 || (name === texts.bySeverity && counts.length === 1)) return [];
  const rest = counts.length - linesEach;
  return [
    name,
    ...counts
      .slice(0, linesEach)
      .map(
        ({ name: shown, open, total }) =>
          `• ${texts.openOf(fromElsewhere(shown, 80) || texts.unnamed, formatCount(open), formatCount(total))}`,
      ),
    ...(rest > 0 ? [`• ${texts.more(formatCount(rest))}`] : []),
  ];
}

// One message holds ten links and all else.
const longestLink = 200;
const longestGroups = 110;

/** Identical alerts on one line of mrkdwn. */
function formatLine(line: StormLine): string {
  const { title, groups, count, state, takenBy, severity, times, link: address } = line;
  const taker = doerOf(takenBy ?? {});
  const safe = webAddress(address);
  const opened = safe === undefined ? "" : ` (${link(safe, "open")})`;
  const named = nameGroups(groups, longestGroups);
  const names = fromElsewhere(named?.names ?? "", longestGroups + 20);
  const group = fromElsewhere(groups[0] ?? "", 60);
  const what = count === 1 ? group : texts.groups(formatCount(groups.length), named?.noun ?? "", names);
  return [
    `• ${formatState(state, severity)}${taker === undefined ? "" : by(taker)}: *${titleFromElsewhere(title, 80)}*${opened.length <= longestLink ? opened : ""}`,
    ...(groups.length === 0 ? [] : [what]),
    ...(groups.length < count && count > 1 ? [texts.alertsOf(count)] : []),
    ...(count > 1 || times === 1 ? [] : [texts.seen(formatTimes(times))]),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

/** Formats as in "Firing, critical". */
function formatState(state: StormMember["state"], severity: Severity | undefined): string {
  const word = `${state.slice(0, 1).toUpperCase()}${state.slice(1)}`;
  return severity === undefined ? word : `${word}, ${severity}`;
}

function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** An incident in a storm summary. */
export interface StormMember {
  title: string;
  group?: string | undefined;
  state: Incident["state"];
  severity?: Severity | undefined;
  times: number;
  sinceMs: number;
  /** http(s) only. */
  link?: string | undefined;
}

/** The alerts of a storm that differ in their groups alone. */
export interface StormLine extends Pick<StormMember, "title" | "state" | "severity" | "times" | "link"> {
  /** Who acknowledged them. */
  takenBy?: Doer | undefined;
  count: number;
  /** Their groups; fewer than `count` if some have none. */
  groups: readonly string[];
}

/** The number of a storm's incidents with one name, and how many of them are not resolved. */
interface SummaryCount {
  name: string;
  open: number;
  total: number;
}

/** The facts of a storm summary. Names come from outside, as plain text. */
export interface SummaryFacts {
  channelId: string;
  startedAtMs: number;
  /** Absent while the storm goes on. */
  endedAtMs?: number | undefined;
  counts: Record<Incident["state"], number>;
  /** Each list has the largest count first. */
  byGroup: readonly SummaryCount[];
  bySeverity: readonly SummaryCount[];
  /** The worst first, at most `mostLines`. */
  lines: readonly StormLine[];
  moreLines: number;
  /** The muted rules among them. */
  muted: readonly { name: string; userId: string }[];
  /** The number of rules with open alerts. */
  openRules: number;
  total: number;
  summaryId: string;
}

/** All incidents of a storm as plain text for a file, a line each. */
export function stormListing(members: readonly StormMember[]): string {
  return members.map((member, index) => `${index + 1}. ${lineOf(member)}\n`).join("");
}

function lineOf({ state, severity, title, group, times, sinceMs, link }: StormMember): string {
  // Senders may send impossible times.
  const since = isTime(sinceMs) ? utcTime(new Date(sinceMs)) : "an unknown time";
  const parts = [
    `${formatState(state, severity)}: ${plain(title)}`,
    plain(group ?? ""),
    `seen ${formatTimes(times)} since ${since}`,
    plain(link ?? ""),
  ];
  return parts.filter((part) => part !== "").join(" | ");
}

function plain(text: string): string {
  return oneLine(visible(text));
}

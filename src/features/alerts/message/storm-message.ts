import type { KnownBlock } from "@slack/types";
import { actions, button } from "../../../platform/blocks/button.ts";
import { link } from "../../../platform/blocks/link.ts";
import { context, packed, section } from "../../../platform/blocks/text.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { oneLine, plural } from "../../../lib/text.ts";
import type { Severity } from "../incident/event-record.ts";
import type { Incident } from "../incident/record.ts";
import { visible } from "../../../platform/blocks/escape.ts";
import { utcTime } from "../../../lib/time.ts";
import { fromElsewhere, formatTimes, titleFromElsewhere } from "./notes.ts";
import { webAddress } from "./buttons.ts";
import { actionIds, at, isTime } from "./status.ts";

/** The one message of a storm, changed as the storm goes on: how many there are, of what kind, and the ten that matter most. */
export function summaryMessage(facts: SummaryFacts): Reply {
  const { counts, summaryId, endedAtMs } = facts;
  const above = [
    section(`${headlineOf(facts)}\n${countsInWords(counts)}`),
    actions([button({ text: "Show all", actionId: actionIds.stormAll, value: summaryId })]),
  ];
  return reply(textOf(facts), above, {
    color: counts.firing > 0 ? "#e01e5a" : endedAtMs === undefined ? "#d9b310" : "#2eb67d",
    blocks: below(facts),
  });
}

function headlineOf({ total, startedAtMs, endedAtMs }: SummaryFacts): string {
  const [count, start] = [plural(total, "incident"), at(startedAtMs)];
  return endedAtMs === undefined
    ? `:rotating_light: *Storm: ${count} since ${start}*`
    : `:ballot_box_with_check: *Storm is over: ${count} from ${start} to ${at(endedAtMs)}*`;
}

function textOf({ total, counts, endedAtMs }: SummaryFacts): string {
  const named = endedAtMs === undefined ? "Storm" : "Storm is over";
  return `${named}: ${plural(total, "incident")}, ${inFigures(counts.firing)} still firing`;
}

function countsInWords({ firing, acknowledged, snoozed, resolved }: SummaryFacts["counts"]): string {
  const figures = [`*${inFigures(firing)}* firing`, `*${inFigures(resolved)}* resolved`];
  if (acknowledged > 0) figures.push(`*${inFigures(acknowledged)}* acknowledged`);
  if (snoozed > 0) figures.push(`*${inFigures(snoozed)}* snoozed`);
  return figures.join(" · ");
}

function below({ byAlert, byGroup, bySeverity, top, endedAtMs }: SummaryFacts): KnownBlock[] {
  return [
    ...packed([
      ...countLines("By severity", bySeverity),
      ...countLines("By alert", byAlert),
      ...countLines("By group", byGroup),
    ]),
    ...packed(top.length === 0 ? [] : ["*What matters most*", ...top.slice(0, 10).map(memberLine)]),
    context(
      endedAtMs === undefined
        ? "New ones are added here while it lasts; critical ones get a message of their own. This changes as they do."
        : "New ones get a message of their own again. This one still changes as its incidents do.",
    ),
  ];
}

const linesEach = 5;

function countLines(name: string, counts: readonly SummaryCount[]): string[] {
  if (counts.length === 0) return [];
  const rest = counts.length - linesEach;
  return [
    `*${name}*`,
    ...counts.slice(0, linesEach).map(countLine),
    ...(rest > 0 ? [`• and ${inFigures(rest)} more`] : []),
  ];
}

function countLine({ name, open, total }: SummaryCount): string {
  return `• ${fromElsewhere(name, 80) || "without one"}: ${inFigures(open)} open of ${inFigures(total)}`;
}

// Ten of them and everything else have one message.
const longestLink = 200;

function memberLine({ title, group = "", state, severity, times, link: address }: StormMember) {
  const shownGroup = fromElsewhere(group, 60);
  const name = titleFromElsewhere(title, 80);
  const safe = webAddress(address);
  const opened = safe === undefined ? "" : ` (${link(safe, "open")})`;
  return [
    `• ${stateInWords(state)}${severity === undefined ? "" : `, ${severity}`}: *${name}*${opened.length <= longestLink ? opened : ""}`,
    ...(shownGroup === "" ? [] : [shownGroup]),
    ...(times === 1 ? [] : [`seen ${formatTimes({ times })}`]),
  ].join(" · ");
}

/** A state as the first word of a line. */
function stateInWords(state: StormMember["state"]): string {
  return `${state.slice(0, 1).toUpperCase()}${state.slice(1)}`;
}

function inFigures(count: number): string {
  return count.toLocaleString("en-US");
}

/** One of the incidents that a storm's message stands for. */
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

/** How many incidents of a storm have something in common, and how many of those are not resolved. */
interface SummaryCount {
  name: string;
  open: number;
  total: number;
}

/** All that a storm's one message says. Names are plain and come from elsewhere. */
export interface SummaryFacts {
  channelId: string;
  startedAtMs: number;
  /** Absent while it goes on. */
  endedAtMs?: number | undefined;
  counts: Record<Incident["state"], number>;
  /** Each with the largest first. */
  byAlert: readonly SummaryCount[];
  byGroup: readonly SummaryCount[];
  bySeverity: readonly SummaryCount[];
  /** At most 10, what matters most first. */
  top: readonly StormMember[];
  total: number;
  summaryId: string;
}

/** All members of a storm as plain text, a line each, for a file. */
export function stormListing(members: readonly StormMember[]): string {
  return members.map((member, index) => `${index + 1}. ${lineOf(member)}\n`).join("");
}

function lineOf({ state, severity, title, group, times, sinceMs, link }: StormMember): string {
  const parts = [
    `${stateInWords(state)}${severity === undefined ? "" : `, ${severity}`}: ${plain(title)}`,
    plain(group ?? ""),
    `seen ${formatTimes({ times })} ${sinceInWords(sinceMs)}`,
    plain(link ?? ""),
  ];
  return parts.filter((part) => part !== "").join(" | ");
}

// Senders' clocks say what they like.
function sinceInWords(sinceMs: number): string {
  return isTime(sinceMs) ? `since ${utcTime(new Date(sinceMs))}` : "since an unknown time";
}

function plain(text: string): string {
  return oneLine(visible(text));
}

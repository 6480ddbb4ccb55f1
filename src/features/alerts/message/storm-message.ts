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

/** The message of a storm summary: the counts by state, severity, alert and group, and the ten worst incidents. */
export function summaryMessage(facts: SummaryFacts): Reply {
  const { counts, summaryId, total, endedAtMs } = facts;
  const name = endedAtMs === undefined ? "Storm" : "Storm is over";
  const text = `${name}: ${plural(total, "incident")}, ${formatCount(counts.firing)} still firing`;
  const above = [
    section(`${headlineOf(facts)}\n${formatCounts(counts)}`),
    actions([button({ text: "Show all", actionId: actionIds.stormAll, value: summaryId })]),
  ];
  return reply(text, above, {
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

function formatCounts(counts: SummaryFacts["counts"]): string {
  return (["firing", "resolved", "acknowledged", "snoozed"] as const)
    .filter((state) => counts[state] > 0 || state === "firing" || state === "resolved")
    .map((state) => `*${formatCount(counts[state])}* ${state}`)
    .join(" · ");
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
    ...counts
      .slice(0, linesEach)
      .map(
        ({ name: shown, open, total }) =>
          `• ${fromElsewhere(shown, 80) || "without one"}: ${formatCount(open)} open of ${formatCount(total)}`,
      ),
    ...(rest > 0 ? [`• and ${formatCount(rest)} more`] : []),
  ];
}

// One message holds ten links and all else.
const longestLink = 200;

function memberLine({ title, group = "", state, severity, times, link: address }: StormMember) {
  const shownGroup = fromElsewhere(group, 60);
  const name = titleFromElsewhere(title, 80);
  const safe = webAddress(address);
  const opened = safe === undefined ? "" : ` (${link(safe, "open")})`;
  return [
    `• ${formatState(state, severity)}: *${name}*${opened.length <= longestLink ? opened : ""}`,
    ...(shownGroup === "" ? [] : [shownGroup]),
    ...(times === 1 ? [] : [`seen ${formatTimes({ times })}`]),
  ].join(" · ");
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
  byAlert: readonly SummaryCount[];
  byGroup: readonly SummaryCount[];
  bySeverity: readonly SummaryCount[];
  /** At most 10, the worst first. */
  top: readonly StormMember[];
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
    `seen ${formatTimes({ times })} since ${since}`,
    plain(link ?? ""),
  ];
  return parts.filter((part) => part !== "").join(" | ");
}

function plain(text: string): string {
  return oneLine(visible(text));
}

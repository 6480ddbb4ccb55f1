import type { KnownBlock } from "@slack/types";
import { actions, button } from "../../../platform/blocks/button.ts";
import { link } from "../../../platform/blocks/link.ts";
import { packed } from "../../../platform/blocks/packed.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import { plural } from "../../../lib/text.ts";
import { actionIds } from "./action-ids.ts";
import { at } from "./at.ts";
import { webAddress } from "./console-links.ts";
import type { DigestCount, DigestFacts, DigestMember } from "./digest-facts.ts";
import { timesInWords } from "./facts.ts";
import { fromElsewhere, titleFromElsewhere } from "./from-elsewhere.ts";

/** The one message of a storm, changed as the storm goes on: how many there are, of what kind, and the ten that matter most. */
export function digestMessage(facts: DigestFacts): Reply {
  const { counts, digestId, endedAtMs } = facts;
  const above = [
    section(`${headlineOf(facts)}\n${countsInWords(counts)}`),
    actions([button({ text: "Show all", actionId: actionIds.digestAll, value: digestId })]),
  ];
  return reply(textOf(facts), above, {
    color: counts.firing > 0 ? "#e01e5a" : endedAtMs === undefined ? "#d9b310" : "#2eb67d",
    blocks: below(facts),
  });
}

function headlineOf({ total, startedAtMs, endedAtMs }: DigestFacts): string {
  const [count, start] = [plural(total, "incident"), at(startedAtMs)];
  return endedAtMs === undefined
    ? `:rotating_light: *Storm: ${count} since ${start}*`
    : `:ballot_box_with_check: *Storm is over: ${count} from ${start} to ${at(endedAtMs)}*`;
}

function textOf({ total, counts, endedAtMs }: DigestFacts): string {
  const named = endedAtMs === undefined ? "Storm" : "Storm is over";
  return `${named}: ${plural(total, "incident")}, ${inFigures(counts.firing)} still firing`;
}

function countsInWords({ firing, acknowledged, snoozed, resolved }: DigestFacts["counts"]): string {
  const figures = [`*${inFigures(firing)}* firing`, `*${inFigures(resolved)}* resolved`];
  if (acknowledged > 0) figures.push(`*${inFigures(acknowledged)}* acknowledged`);
  if (snoozed > 0) figures.push(`*${inFigures(snoozed)}* snoozed`);
  return figures.join(" · ");
}

function below({ byAlert, byGroup, bySeverity, top, endedAtMs }: DigestFacts): KnownBlock[] {
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

function countLines(name: string, counts: readonly DigestCount[]): string[] {
  if (counts.length === 0) return [];
  const rest = counts.length - linesEach;
  return [
    `*${name}*`,
    ...counts.slice(0, linesEach).map(countLine),
    ...(rest > 0 ? [`• and ${inFigures(rest)} more`] : []),
  ];
}

function countLine({ name, open, total }: DigestCount): string {
  return `• ${fromElsewhere(name, 80) || "without one"}: ${inFigures(open)} open of ${inFigures(total)}`;
}

// Ten of them and everything else have one message.
const longestLink = 200;

function memberLine({ title, group = "", state, severity, times, link: address }: DigestMember) {
  const shownGroup = fromElsewhere(group, 60);
  const name = titleFromElsewhere(title, 80);
  const safe = webAddress(address);
  const opened = safe === undefined ? "" : ` (${link(safe, "open")})`;
  return [
    `• ${stateInWords(state)}${severity === undefined ? "" : `, ${severity}`}: *${name}*${opened.length <= longestLink ? opened : ""}`,
    ...(shownGroup === "" ? [] : [shownGroup]),
    ...(times === 1 ? [] : [`seen ${timesInWords({ times })}`]),
  ].join(" · ");
}

/** A state as the first word of a line. */
export function stateInWords(state: DigestMember["state"]): string {
  return `${state.slice(0, 1).toUpperCase()}${state.slice(1)}`;
}

function inFigures(count: number): string {
  return count.toLocaleString("en-US");
}

import type { KnownBlock } from "@slack/types";
import { actions, button } from "../../../platform/blocks/button.ts";
import { pageButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section, context as smallPrint } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import { plural } from "../../../lib/text.ts";
import type { Incident } from "../incident/record.ts";
import { headline } from "../message/incident-message.ts";
import { fromElsewhere, formatTimes } from "../message/notes.ts";
import { actionIds } from "../message/status.ts";

/** The most open incidents to read of each hook, because a storm may leave thousands. */
const mostOfHook = 300;

/** The open incidents of a workspace. */
interface OpenIncidents {
  /** The newest first in each channel. The channel with the newest one comes first. */
  incidents: Incident[];
  /** Also counts the incidents that were not read. */
  total: number;
  hasHooks: boolean;
}

/** Reads the open incidents of all hooks, at most 300 of each hook, the last seen first. */
export async function openIncidents({
  hooks,
  incidents,
}: Pick<AlertsContext, "hooks" | "incidents">): Promise<OpenIncidents> {
  const all = await hooks.list();
  const ids = await Promise.all(all.map(({ id }) => incidents.open(id)));
  const found = await Promise.all(ids.map((ofHook) => incidents.many(ofHook.slice(0, mostOfHook))));
  const newestFirst = found
    .flat()
    .filter(({ state }) => state !== "resolved")
    .toSorted((a, b) => b.openedAtMs - a.openedAtMs);
  const unread = ids.reduce((sum, ofHook) => sum + Math.max(0, ofHook.length - mostOfHook), 0);
  return {
    incidents: [...Map.groupBy(newestFirst, ({ channelId }) => channelId).values()].flat(),
    total: newestFirst.length + unread,
    hasHooks: all.length > 0,
  };
}

const mostOnPage = 20;
// A message takes 8,500 characters in all, and titles may be long.
const mostText = 6_500;

/** Lists open incidents by channel from the number in `words`. The reply ends with the blocks of `more`. */
export async function listOpen(
  words: string,
  context: AlertsContext,
  more: Promise<KnownBlock[]>,
): Promise<Reply> {
  const [open, endBlocks] = await Promise.all([openIncidents(context), more]);
  const { text, blocks } =
    open.total === 0 ? nothingOpen(open) : pageReply(open, firstOf(words, open.incidents.length));
  return reply(text, [...blocks, ...endBlocks]);
}

function nothingOpen({ hasHooks }: OpenIncidents): Reply {
  return hasHooks
    ? say(":white_check_mark: No alert is open. What is over stays in its channel.")
    : say(
        `There are no alerts here, for there is no hook yet. To make one: ${code("/db hook create #alerts")}.`,
      );
}

function firstOf(words: string, length: number): number {
  return words === "" ? 1 : Math.min(Number(words), Math.max(length, 1));
}

function pageReply({ incidents, total }: OpenIncidents, first: number): Reply {
  const rest = incidents.slice(first - 1, first - 1 + mostOnPage);
  const lines = rest.map(lineOf);
  const shown = rest.slice(0, howManyFit(lines));
  const next = first + shown.length;
  const isAll = shown.length === total;
  const headline = `*${plural(total, "alert")}* ${total === 1 ? "is" : "are"} open${isAll ? "" : `; here ${first} to ${next - 1}`}.`;
  const pageTurns = pageButtons(first, next <= incidents.length ? next : undefined);
  const hint = `An alert's details end with its id; ${code("/db alerts trace <id>")} says how it came here.`;
  return reply([headline, ...lines.slice(0, shown.length)].join("\n"), [
    section(headline),
    ...shown.flatMap((incident, index): KnownBlock[] => [
      ...(incident.channelId === shown[index - 1]?.channelId
        ? []
        : [section(`*${channelHeading(incident)}*`)]),
      { ...section(lines[index] ?? ""), accessory: detailsButton(incident) },
    ]),
    ...(pageTurns.length > 0 ? [actions(pageTurns)] : []),
    smallPrint(next > incidents.length && next <= total ? `${hint} ${leftOut(total - next + 1)}` : hint),
  ]);
}

function lineOf(incident: Incident): string {
  const { latest, severity, openedAtMs } = incident;
  const facts = [
    fromElsewhere(latest.group ?? "", 100),
    severity ?? "",
    `since ${slackDate(new Date(openedAtMs))}`,
    `seen ${formatTimes(incident)}`,
  ].filter((fact) => fact !== "");
  return `${headline(incident)}\n${facts.join(" · ")}`;
}

function channelHeading(incident: Incident): string {
  return formatChannel(incident).replace(/^i/, "I");
}

function detailsButton({ id }: Incident) {
  return button({ text: "Details", actionId: actionIds.details, value: id });
}

function howManyFit(lines: readonly string[]): number {
  let length = 0;
  const tooMany = lines.findIndex((line) => (length += line.length + 80) > mostText);
  return tooMany === -1 ? lines.length : tooMany;
}

function pageButtons(first: number, next: number | undefined) {
  return [
    ...(first > 1 ? [pageButton("Newer", `alerts ${Math.max(1, first - mostOnPage)}`)] : []),
    ...(next === undefined ? [] : [pageButton("Older", `alerts ${next}`)]),
  ];
}

function leftOut(count: number): string {
  return `${count.toLocaleString("en-US")} more that were heard of longer ago are not listed.`;
}

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
import { fromElsewhere } from "../message/notes.ts";
import { times as formatTimes } from "../message/texts.ts";
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
  const first = words === "" ? 1 : Math.min(Number(words), Math.max(open.incidents.length, 1));
  const { text, blocks } = open.total === 0 ? nothingOpen(open) : pageReply(open, first);
  return reply(text, [...blocks, ...endBlocks]);
}

function nothingOpen({ hasHooks }: OpenIncidents): Reply {
  return hasHooks
    ? say(":white_check_mark: No alert is open. What is over stays in its channel.")
    : say(
        `There are no alerts here, for there is no hook yet. To make one: ${code("/db hook create #alerts")}.`,
      );
}

function pageReply({ incidents, total }: OpenIncidents, first: number): Reply {
  const rest = incidents.slice(first - 1, first - 1 + mostOnPage);
  const lines = rest.map(lineOf);
  let length = 0;
  const tooMany = lines.findIndex((line) => (length += line.length + 80) > mostText);
  const shown = tooMany === -1 ? rest : rest.slice(0, tooMany);
  const next = first + shown.length;
  const isAll = shown.length === total;
  const headline = `*${plural(total, "alert")}* ${total === 1 ? "is" : "are"} open${isAll ? "" : `; here ${first} to ${next - 1}`}.`;
  const pages = pageButtons("alerts", { first, next, size: mostOnPage, total: incidents.length });
  const leftOut = next > incidents.length ? total - next + 1 : 0;
  const hint = `An alert's details end with its id; ${code("/db alerts trace <id>")} says how it came here.`;
  return reply([headline, ...lines.slice(0, shown.length)].join("\n"), [
    section(headline),
    ...shown.flatMap((incident, index): KnownBlock[] => [
      ...(incident.channelId === shown[index - 1]?.channelId
        ? []
        : [section(`*${formatChannel(incident).replace(/^i/, "I")}*`)]),
      {
        ...section(lines[index] ?? ""),
        accessory: button({ text: "Details", actionId: actionIds.details, value: incident.id }),
      },
    ]),
    ...(pages.length > 0 ? [actions(pages)] : []),
    smallPrint(
      leftOut > 0
        ? `${hint} ${leftOut.toLocaleString("en-US")} more that were heard of longer ago are not listed.`
        : hint,
    ),
  ]);
}

function lineOf(incident: Incident): string {
  const { latest, severity, openedAtMs } = incident;
  const facts = [
    fromElsewhere(latest.group ?? "", 100),
    severity ?? "",
    `since ${slackDate(new Date(openedAtMs))}`,
    `seen ${formatTimes(incident.times)}`,
  ].filter((fact) => fact !== "");
  return `${headline(incident)}\n${facts.join(" · ")}`;
}

/** The buttons to the pages before the item number `first` and from the number `next` on. */
export function pageButtons(
  command: string,
  { first, next, size, total }: { first: number; next: number; size: number; total: number },
) {
  return [
    ...(first > 1 ? [pageButton("Newer", `${command} ${Math.max(1, first - size)}`)] : []),
    ...(next <= total ? [pageButton("Older", `${command} ${next}`)] : []),
  ];
}

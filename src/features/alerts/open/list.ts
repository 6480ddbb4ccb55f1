import type { KnownBlock } from "@slack/types";
import { button, row } from "../../../platform/blocks/button.ts";
import { commandButton, pageButton } from "../../../platform/blocks/command-button.ts";
import { formatChannel, link } from "../../../platform/blocks/link.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section, context as smallPrint } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import type { Hook } from "../hooks/record.ts";
import type { Incident } from "../incident/record.ts";
import { headline } from "../message/incident-message.ts";
import { statusLine } from "../message/status-line.ts";
import { actionIds } from "../message/status.ts";
import { buttons } from "../message/texts.ts";
import type { Found } from "../../../platform/commands/command.ts";
import { openAlertsData } from "./data.ts";
import { type OpenIncidents, groupOf, groups, openIncidents } from "./open-incidents.ts";
import * as texts from "./texts.ts";

const mostOnPage = 15;
// A message takes 8,500 characters in all, and titles may be long.
const mostText = 6_500;

/** Lists open incidents by what is done about them, from the number in `words`. The reply ends with the blocks of `more`. */
export async function listOpen(
  words: string,
  context: AlertsContext,
  more: Promise<KnownBlock[]>,
): Promise<Found<Reply>> {
  const [open, endBlocks] = await Promise.all([openIncidents(context), more]);
  const first = words === "" ? 1 : Math.min(Number(words), Math.max(open.incidents.length, 1));
  return {
    data: () => openAlertsData(open, first, context),
    async draw() {
      const { text, blocks } = open.total === 0 ? nothingOpen(open) : await pageReply(open, first, context);
      return reply(text, [...blocks, ...endBlocks]);
    },
  };
}

function nothingOpen({ hasHooks }: OpenIncidents): Reply {
  return hasHooks
    ? say(texts.noneOpen)
    : say(texts.noHooks, [commandButton(texts.createHook, "alerts hooks create")]);
}

async function pageReply(open: OpenIncidents, first: number, context: AlertsContext): Promise<Reply> {
  const { incidents, hooks, total } = open;
  const rest = incidents.slice(first - 1, first - 1 + mostOnPage);
  const lines = await linesOf(rest, hooks, context);
  let length = 0;
  const tooMany = lines.findIndex((line) => (length += line.length + 80) > mostText);
  const shown = tooMany === -1 ? rest : rest.slice(0, tooMany);
  const next = first + shown.length;
  const range = shown.length === total ? "" : texts.range(first, next - 1);
  const headline = texts.openCount(total, total === incidents.length ? countsOf(open) : "", range);
  const pages = pageButtons("alerts", { first, next, size: mostOnPage, total: incidents.length });
  const leftOut = next > incidents.length ? total - next + 1 : 0;
  const groupAt = (index: number) => {
    const incident = shown[index];
    return incident && groupOf(incident, hooks.get(incident.hookId));
  };
  const hint = [texts.listHint, ...(leftOut > 0 ? [texts.notListed(leftOut)] : [])].join(" ");
  return reply([headline, ...lines.slice(0, shown.length)].join("\n"), [
    section(headline),
    ...shown.flatMap((incident, index): KnownBlock[] => {
      const group = groupAt(index);
      return [
        ...(group === undefined || group === groupAt(index - 1)
          ? []
          : [section(`*${texts.groupNames[group]}*`)]),
        {
          ...section(lines[index] ?? ""),
          accessory: button({ text: buttons.details, actionId: actionIds.details, value: incident.id }),
        },
      ];
    }),
    ...row(pages),
    smallPrint(hint),
  ]);
}

/** As in "2 firing and 1 muted". */
function countsOf({ incidents, hooks }: OpenIncidents): string {
  const byGroup = Map.groupBy(incidents, (incident) => groupOf(incident, hooks.get(incident.hookId)));
  return groups
    .flatMap((group) => {
      const count = byGroup.get(group)?.length ?? 0;
      return count === 0 ? [] : [`${count.toLocaleString("en-US")} ${texts.groupNames[group].toLowerCase()}`];
    })
    .join(", ");
}

/** Two lines for each incident, with a link to its message or to that of its storm. */
async function linesOf(
  incidents: readonly Incident[],
  hooks: ReadonlyMap<string, Hook>,
  context: Pick<AlertsContext, "incidents" | "messenger">,
): Promise<string[]> {
  const messages = await context.incidents.messagesOf(incidents);
  return Promise.all(
    incidents.map(async (incident, index) => {
      const [message, hook] = [messages[index], hooks.get(incident.hookId)];
      const facts = [
        ...(hook ? [statusLine(incident, hook, "short")] : []),
        formatChannel(incident),
        ...(message ? [link(await context.messenger.linkTo(message), texts.message)] : []),
      ];
      return `${headline(incident)}\n${facts.join(" · ")}`;
    }),
  );
}

/** The buttons to the pages before the item number `first` and from the number `next` on. */
export function pageButtons(
  command: string,
  { first, next, size, total }: { first: number; next: number; size: number; total: number },
) {
  return [
    ...(first > 1 ? [pageButton(texts.previous, `${command} ${Math.max(1, first - size)}`)] : []),
    ...(next <= total ? [pageButton(texts.next, `${command} ${next}`)] : []),
  ];
}

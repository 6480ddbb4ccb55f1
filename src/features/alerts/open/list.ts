import type { Button, KnownBlock } from "@slack/types";
import { z } from "zod";
import { button, row } from "../../../platform/blocks/button.ts";
import { commandButton, pageButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section, context as smallPrint } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import { actionIds } from "../message/status.ts";
import { buttons } from "../message/texts.ts";
import { fromKind } from "../../../platform/commands/arguments/first.ts";
import { argument } from "../../../platform/commands/arguments/kind.ts";
import type { Found } from "../../../platform/commands/found.ts";
import { failingAlerts, waitingBlocks } from "./waiting.ts";
import { openAlertsData } from "./data.ts";
import { type OpenLine, formatLines, linesByRule, ruleOf } from "./lines.ts";
import { type OpenIncidents, groupOf, groups, openIncidents } from "./open-incidents.ts";
import * as texts from "./texts.ts";

const mostOnPage = 15;
/** The most incidents of each hook. */
const mostListed = 2_000;
// A message takes 8,500 characters in all, and titles may be long.
const mostText = 6_500;

/** The number of the first item of a list. Programs have it too, because they get a part of it. */
export const fromOne = argument(fromKind, z.int().min(1).max(999_999)).describe(
  "The number of the first one",
);

/**
 * Lists open incidents by what is done about them, a line for each rule, from a line on. The reply ends with the blocks of
 * `more`. Programs get each incident.
 */
export async function listOpen(
  from: number,
  context: AlertsContext,
  more: Promise<KnownBlock[]>,
): Promise<Found<Reply>> {
  const [open, endBlocks, failing] = await Promise.all([
    openIncidents(context, mostListed),
    more,
    failingAlerts(context),
  ]);
  const waiting = waitingBlocks(failing);
  const firstOf = (count: number) => Math.min(from, Math.max(count, 1));
  return {
    data: () => openAlertsData(open, firstOf(open.incidents.length), context),
    async draw() {
      const lines = linesByRule(open);
      const { text, blocks } =
        open.total === 0 ? nothingOpen(open) : await pageReply(open, lines, firstOf(lines.length), context);
      return reply([text, ...waiting.lines].join("\n"), [...blocks, ...waiting.blocks, ...endBlocks]);
    },
  };
}

function nothingOpen({ hasHooks }: OpenIncidents): Reply {
  return hasHooks
    ? say(texts.noneOpen)
    : say(texts.noHooks, [commandButton(texts.createHook, { call: "hooks_create" })]);
}

async function pageReply(
  open: OpenIncidents,
  all: readonly OpenLine[],
  first: number,
  context: AlertsContext,
): Promise<Reply> {
  const { incidents, total } = open;
  const rest = all.slice(first - 1, first - 1 + mostOnPage);
  const lines = await formatLines(rest, open, context);
  let length = 0;
  const tooMany = lines.findIndex((line) => (length += line.length + 80) > mostText);
  const shown = tooMany === -1 ? rest : rest.slice(0, tooMany);
  const next = first + shown.length;
  const range = shown.length === all.length ? "" : texts.lineRange(first, next - 1);
  const headline = texts.openCount(total, total === incidents.length ? countsOf(open) : "", range);
  const pages = pageButtons("alerts_open", { first, next, size: mostOnPage, total: all.length });
  const leftOut = next > all.length ? total - incidents.length : 0;
  const hint = [texts.listHint, ...(leftOut > 0 ? [texts.notListed(leftOut)] : [])].join(" ");
  return reply([headline, ...lines.slice(0, shown.length)].join("\n"), [
    section(headline),
    ...shown.flatMap((line, index): KnownBlock[] => [
      ...(line.group === shown[index - 1]?.group ? [] : [section(`*${texts.groupNames[line.group]}*`)]),
      { ...section(lines[index] ?? ""), accessory: buttonOf(line) },
    ]),
    ...row(pages),
    smallPrint(hint),
  ]);
}

/** What no one has can be acknowledged at once, one or all of a line. Everything else has its details. */
function buttonOf({ group, worst, incidents }: OpenLine): Button {
  if (group !== "firing" || worst.state !== "firing")
    return button({ text: buttons.details, actionId: actionIds.details, value: worst.id });
  const acknowledge =
    incidents.length === 1
      ? { text: buttons.acknowledge, actionId: actionIds.acknowledge, value: worst.id }
      : {
          text: texts.acknowledgeAll(incidents.length),
          actionId: actionIds.acknowledgeRule,
          value: `${ruleOf(worst)} ${worst.hookId}`,
        };
  return { ...button(acknowledge), style: "primary" };
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

/** The buttons to the pages before the item number `first` and from the number `next` on. */
export function pageButtons(
  list: string,
  { first, next, size, total }: { first: number; next: number; size: number; total: number },
) {
  return [
    ...(first > 1
      ? [pageButton(texts.previous, { call: list, args: { from: Math.max(1, first - size) } })]
      : []),
    ...(next <= total ? [pageButton(texts.next, { call: list, args: { from: next } })] : []),
  ];
}

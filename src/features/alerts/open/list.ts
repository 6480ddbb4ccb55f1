import type { Button, KnownBlock } from "@slack/types";
import { z } from "zod";
import { button, row } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section, context as smallPrint } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import { actionIds } from "../message/status.ts";
import { buttons } from "../message/texts.ts";
import { fromKind } from "../../../platform/commands/arguments/kinds.ts";
import { argument } from "../../../platform/commands/arguments/kind.ts";
import type { Found } from "../../../platform/commands/found.ts";
import {
  type Page,
  type WantedPage,
  pageButtons,
  pageOf,
  rangeOf,
} from "../../../platform/commands/paging.ts";
import { failingAlerts, waitingBlocks } from "./waiting.ts";
import { openAlertsData } from "./data.ts";
import {
  type OpenIncidents,
  type OpenLine,
  formatLines,
  groupOf,
  groups,
  linesByRule,
  openIncidents,
  ruleOf,
} from "./open-incidents.ts";
import * as texts from "./texts.ts";

const mostOnPage = 15;
/** The most incidents of each hook. */
const mostListed = 2_000;
// A message takes 8,500 characters in all, and titles may be long.
const mostText = 6_500;

/** The texts of the buttons to other pages. */
export const pageLabels = [texts.previous, texts.next] as const;

/** The number of an item on the page, as buttons and programs of earlier versions have it. */
export const from = argument({ ...fromKind, isOld: true }, z.int().min(1).max(999_999)).describe(
  "The number of one on the page",
);

/**
 * Lists open incidents by what is done about them, a line for each rule. The reply ends with the blocks of `more`.
 * Programs get each incident, on longer pages.
 */
export async function listOpen(
  wanted: WantedPage,
  context: AlertsContext,
  more: Promise<KnownBlock[]>,
): Promise<Found<Reply>> {
  const [open, endBlocks, failing] = await Promise.all([
    openIncidents(context, mostListed),
    more,
    failingAlerts(context),
  ]);
  const waiting = waitingBlocks(failing);
  return {
    data: () => openAlertsData(open, wanted, context),
    async draw() {
      const { text, blocks } = open.total === 0 ? nothingOpen(open) : await pageReply(open, wanted, context);
      return reply([text, ...waiting.lines].join("\n"), [...blocks, ...waiting.blocks, ...endBlocks]);
    },
  };
}

function nothingOpen({ hasHooks }: OpenIncidents): Reply {
  return hasHooks
    ? say(texts.noneOpen)
    : say(texts.noHooks, [commandButton(texts.createHook, { call: "hooks_create" })]);
}

async function pageReply(open: OpenIncidents, wanted: WantedPage, context: AlertsContext): Promise<Reply> {
  const { incidents, total } = open;
  const all = linesByRule(open);
  // The pages before may be shorter.
  const { page: number = 1, from: item = number * mostOnPage } = wanted;
  const formatted = await formatLines(all.slice(0, item + mostOnPage), open, context);
  const linesOf = ({ first, items }: Page<OpenLine>) => formatted.slice(first - 1, first - 1 + items.length);
  const lengthOf = (each: Page<OpenLine>) => linesOf(each).reduce((sum, line) => sum + line.length + 80, 0);
  const page = pageOf(all, wanted, mostOnPage, (each) => lengthOf(each) <= mostText);
  const [lines, shown, span] = [linesOf(page), page.items, rangeOf(page)];
  const range = span ? texts.lineRange(span.first, span.last) : "";
  const headline = texts.openCount(total, total === incidents.length ? countsOf(open) : "", range);
  const pages = pageButtons(page, (of) => ({ call: "alerts_open", args: { page: of } }), pageLabels);
  const leftOut = page.next === undefined ? total - incidents.length : 0;
  const hint = [texts.listHint, ...(leftOut > 0 ? [texts.notListed(leftOut)] : [])].join(" ");
  return reply([headline, ...lines].join("\n"), [
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

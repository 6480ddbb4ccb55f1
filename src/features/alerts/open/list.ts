import type { Button, KnownBlock } from "@slack/types";
import { z } from "zod";
import { actions, button, row } from "../../../platform/blocks/button.ts";
import { commandButton, pageButton } from "../../../platform/blocks/command-button.ts";
import { allFit } from "../../../platform/blocks/fit.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section, context as smallPrint } from "../../../platform/blocks/text.ts";
import { fromKind } from "../../../platform/commands/arguments/kinds.ts";
import { argument } from "../../../platform/commands/arguments/kind.ts";
import type { Found } from "../../../platform/commands/found.ts";
import { type Page, pageButtons, pageOf, rangeOf } from "../../../platform/commands/paging.ts";
import type { AlertsContext } from "../context.ts";
import type { Incident } from "../incident/record.ts";
import { actionIds } from "../message/status.ts";
import { buttons } from "../message/texts.ts";
import { openAlertsData } from "./data.ts";
import { keepLines, lineValue, narrowed } from "./narrow.ts";
import {
  type OpenIncidents,
  type OpenLine,
  formatLines,
  groupOf,
  groups,
  linesByRule,
  openIncidents,
} from "./open-incidents.ts";
import * as texts from "./texts.ts";
import { failingAlerts, waitingBlocks } from "./waiting.ts";
import { type Taken, type WantedList, narrowings } from "./wanted.ts";

const mostOnPage = 15;
/** The most incidents of each hook. */
export const mostListed = 2_000;

/** The texts of the buttons to other pages. */
export const pageLabels = [texts.previous, texts.next] as const;

/** The number of an item on the page, as buttons and programs of earlier versions have it. */
export const from = argument({ ...fromKind, isOld: true }, z.int().min(1).max(999_999)).describe(
  "The number of one on the page",
);

/** Who reads the list of open alerts, and around it what else is known. */
export interface Reading {
  userId: string;
  /** The name of the wanted service. */
  serviceName?: string | undefined;
  /** The blocks at its end. */
  end: Promise<KnownBlock[]>;
  taken?: Taken | undefined;
}

/** Lists open alerts, a line for each rule, the worst first. Programs get each alert, on longer pages. */
export async function listOpen(
  wanted: WantedList,
  { userId, serviceName, end, taken }: Reading,
  context: AlertsContext,
): Promise<Found<Reply>> {
  const [read, endBlocks, failing] = await Promise.all([
    openIncidents(context, mostListed),
    end,
    failingAlerts(context),
  ]);
  const all = taken ? withTaken(read, taken, userId, context) : read;
  const open = await narrowed(all, wanted, userId, context);
  const waiting = waitingBlocks(failing);
  const above = taken ? [section(taken.text)] : [];
  const below = [...waiting.blocks, ...endBlocks];
  return {
    data: () => openAlertsData(open, wanted, context),
    async draw() {
      const listed = {
        open,
        all,
        userId,
        serviceName,
        hasRoom: (blocks: readonly KnownBlock[]) => allFit([...above, ...blocks, ...below]),
      };
      const { text, blocks } =
        open.total === 0 ? nothingOpen(listed, wanted) : await pageReply(listed, wanted, context);
      return reply([...(taken ? [taken.text] : []), text, ...waiting.lines].join("\n"), [
        ...above,
        ...blocks,
        ...below,
      ]);
    },
  };
}

/** What is listed, of all open alerts. */
interface Listed {
  open: OpenIncidents;
  all: OpenIncidents;
  userId: string;
  serviceName: string | undefined;
  hasRoom(blocks: readonly KnownBlock[]): boolean;
}

/** The open alerts with those that a person has just acknowledged. */
function withTaken(
  open: OpenIncidents,
  { ids }: Taken,
  userId: string,
  { now }: Pick<AlertsContext, "now">,
): OpenIncidents {
  const acknowledged = { userId, atMs: now().getTime() };
  const incidents = open.incidents.map((incident): Incident =>
    ids.has(incident.id) ? { ...incident, state: "acknowledged", acknowledged } : incident,
  );
  return { ...open, incidents };
}

function nothingOpen({ all, serviceName }: Listed, wanted: WantedList): Reply {
  const { only } = wanted;
  if (!all.hasHooks)
    return withButtons(texts.noHooks, [commandButton(texts.createHook, { call: "hooks_create" })]);
  if (all.total === 0) return withButtons(texts.noneOpen);
  const text =
    only === undefined ? texts.noneOfService(serviceName ?? "") : texts.noneOfNarrowed(only, serviceName);
  return withButtons(text, otherLists(wanted, all));
}

function withButtons(text: string, elements: readonly Button[] = []): Reply {
  return reply(text, [section(text), ...row(elements)]);
}

async function pageReply(listed: Listed, wanted: WantedList, context: AlertsContext): Promise<Reply> {
  const { open, userId } = listed;
  const all = linesByRule(open);
  // The pages before may be shorter.
  const { page: number = 1, from: item = number * mostOnPage } = wanted;
  const formatted = await formatLines(all.slice(0, item + mostOnPage), open, context);
  const numbered = formatted.map((line, index) => `${index + 1}. ${line}`);
  const drawn = (page: Page<OpenLine>) => drawPage(page, numbered.slice(page.first - 1), listed, wanted);
  const page = pageOf(all, wanted, mostOnPage, (each) => listed.hasRoom(drawn(each).blocks));
  await keepLines(page, userId, context);
  return drawn(page);
}

function drawPage(page: Page<OpenLine>, lines: readonly string[], listed: Listed, wanted: WantedList): Reply {
  const { open, all, serviceName } = listed;
  const { incidents, total } = open;
  const { service, only } = wanted;
  const shown = page.items;
  const span = rangeOf(page);
  const range = span ? texts.lineRange(span.first, span.last) : "";
  const counts = total === incidents.length && (only === undefined || only === "mine") ? countsOf(open) : "";
  const headline = texts.openCount(total, { only, service: serviceName }, counts, range);
  const pages = pageButtons(
    page,
    (of) => ({ call: "alerts_open", args: { page: of, only, service } }),
    pageLabels,
  );
  const leftOut = page.next === undefined ? total - incidents.length : 0;
  const hint = [texts.listHint, ...(leftOut > 0 ? [texts.notListed(leftOut)] : [])].join(" ");
  const present = { only, service, page: page.number };
  return reply([headline, ...lines.slice(0, shown.length)].join("\n"), [
    section(headline),
    ...shown.flatMap((line, index): KnownBlock[] => [
      ...headingOf(line, shown[index - 1]),
      section(lines[index] ?? ""),
      actions(buttonsOf(line, present)),
    ]),
    ...row(pages, all.total > 1 ? otherLists(wanted, all) : [], acknowledgeFree(listed, wanted)),
    smallPrint(hint),
  ]);
}

/** Above the first line of those that are snoozed or muted. The words of the others say it. */
function headingOf({ group }: OpenLine, before: OpenLine | undefined): KnownBlock[] {
  const isQuiet = group === "snoozed" || group === "muted";
  return isQuiet && group !== before?.group ? [section(`*${texts.groupNames[group]}*`)] : [];
}

/** Buttons to the same list with other words, and to all of it. */
function otherLists({ only, service }: WantedList, { total }: OpenIncidents): Button[] {
  const others = narrowings.filter((each) => each !== only);
  return [
    ...others.map((each) =>
      pageButton(texts.narrowings[each], { call: "alerts_open", args: { only: each, service } }),
    ),
    ...(only === undefined && service === undefined
      ? []
      : [pageButton(texts.allOpen(total), { call: "alerts_open", args: {} })]),
  ];
}

/** A button to all that no one has, if the list has them all. It asks first. */
function acknowledgeFree({ open }: Listed, { only, service }: WantedList): Button[] {
  const isWhole = service === undefined && (only === undefined || only === "unacknowledged");
  const free = open.incidents.filter((each) => groupOf(each, open.hooks.get(each.hookId)) === "firing");
  return isWhole && free.length > 1
    ? [commandButton(texts.acknowledgeFree, { call: "alerts_acknowledge", args: { alert: "all" } })]
    : [];
}

/** What can be done about a line at once, and what is known of it. */
function buttonsOf(line: OpenLine, present: WantedList): Button[] {
  const { group, worst, incidents } = line;
  const value = lineValue(line, present);
  const snooze = button({ text: buttons.snooze, actionId: actionIds.snoozeLine, value });
  return [
    ...(group === "firing" && worst.state === "firing" ? [acknowledgeButton(line, value)] : []),
    ...(group === "firing" || group === "acknowledged" ? [snooze] : []),
    incidents.length === 1
      ? button({ text: texts.open, actionId: actionIds.details, value: worst.id })
      : button({ text: texts.open, actionId: actionIds.openLine, value }),
  ];
}

/** Acknowledges what fires of a line, and shows the list again. */
function acknowledgeButton({ incidents }: OpenLine, value: string): Button {
  const { length } = incidents;
  const text = length === 1 ? buttons.acknowledge : texts.acknowledgeAll(length);
  return { ...button({ text, actionId: actionIds.acknowledgeLine, value }), style: "primary" };
}

/** As in "2 firing, 1 muted", or "all firing". */
function countsOf({ incidents, hooks }: OpenIncidents): string {
  const byGroup = Map.groupBy(incidents, (incident) => groupOf(incident, hooks.get(incident.hookId)));
  const all = incidents.length === 1 ? "" : "all ";
  return groups
    .flatMap((group) => {
      const count = byGroup.get(group)?.length ?? 0;
      const counted = byGroup.size === 1 ? all : `${count.toLocaleString("en-US")} `;
      return count === 0 ? [] : [`${counted}${texts.groupNames[group].toLowerCase()}`];
    })
    .join(", ");
}

import { context, divider, packed, section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { type ActionTarget, findTarget, incidentAction } from "./target.ts";
import { code, codeBlock, link } from "../../../platform/blocks/escape.ts";
import type { KnownBlock, ModalView } from "@slack/types";
import { actions, button } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { objectAddress } from "../../../platform/blocks/work-object.ts";
import { humanDuration } from "../../../lib/duration.ts";
import type { Incident } from "../incident/record.ts";
import { mayHaveRule } from "../reconcile/rule-of.ts";
import { isEvaluationInterval } from "../incident/timers.ts";
import { headline } from "../message/incident-message.ts";
import { historyLines } from "../message/thread-entries.ts";
import { statusLine } from "../message/status-line.ts";
import * as texts from "../message/texts.ts";
import { readableTitle } from "../message/title.ts";
import { factsBlock, fromElsewhere, notes } from "../message/notes.ts";
import { type WholeText, goneNotice, wholeText } from "../message/body.ts";
import { webAddress } from "../message/buttons.ts";
import { actionIds, at, isTime } from "../message/status.ts";

const { details } = texts;

// A section takes 3,000 characters.
const mostEscaped = 2_900;
const piecesOnPage = 10;

/** Splits a body into code blocks that each fit into a section of a modal, ten on a page. An empty body has no page. */
export function bodyPages(body: string): string[][] {
  const text = body.trim();
  const pages: string[][] = [];
  for (let start = 0; start < text.length;) {
    const piece = pieceAt(text, start);
    const last = pages.at(-1);
    if (last && last.length < piecesOnPage) last.push(codeBlock(piece));
    else pages.push([codeBlock(piece)]);
    start += piece.length;
  }
  return pages;
}

/** The longest piece that fits. It ends at the end of a line if one is near, and never inside a character. */
function pieceAt(text: string, start: number): string {
  for (let length = mostEscaped - 100; ; length = Math.floor(length / 2)) {
    const longest = text.slice(start, start + length);
    const lineEnd = longest.lastIndexOf("\n") + 1;
    const cut = lineEnd > length / 2 ? longest.slice(0, lineEnd) : longest;
    const piece = start + length >= text.length ? longest : cut.replace(/[\ud800-\udbff]$/, "");
    if (codeBlock(piece).length <= mostEscaped) return piece;
  }
}

/** “Details”: opens everything known of an incident in a modal. */
export const detailsAction = incidentAction(
  { actionId: actionIds.details, access: "viewer", opens: () => true },
  async (found, { triggerId }, context) => {
    const whole = await wholeText(found.incident, context);
    await context.messenger.openModal(triggerId, detailsView(found, 0, whole, linkOf(found, context)));
    return undefined;
  },
);

/** “Next page” and “Previous page”: show another page of an incident's text in the same modal. */
export const pageActions: readonly Action[] = [actionIds.pageNext, actionIds.pageBack].map((actionId) => ({
  actionId,
  access: "viewer",
  run: showPage,
}));

async function showPage({ value, viewId }: Interaction, context: AlertsContext): Promise<undefined> {
  const [page = "", incidentId = ""] = value.split(" ");
  if (viewId === undefined) return;
  const found = await findTarget(incidentId, context);
  const view =
    "gone" in found
      ? notice(details.title, [section(found.gone.text)])
      : detailsView(
          found,
          Number(page) || 0,
          await wholeText(found.incident, context),
          linkOf(found, context),
        );
  await context.messenger.updateModal(viewId, view);
}

function linkOf({ incident: { id } }: ActionTarget, { publicUrl }: AlertsContext): string {
  return objectAddress({ kind: "alert", id }, publicUrl);
}

/**
 * The modal of everything known of an incident. Only the first page of a long body has the other facts. `address` is
 * the incident's own, for messages.
 */
export function detailsView(
  found: ActionTarget,
  page = 0,
  whole: WholeText = { text: found.incident.latest.body },
  address?: string,
): ModalView {
  const { incident } = found;
  const pages = bodyPages(whole.text);
  const gone = goneNotice(whole);
  const shown = Math.min(Math.max(page, 0), Math.max(pages.length - 1, 0));
  const history = historyLines(incident, "mention").map((line) => `• ${line}`);
  return notice(details.title, [
    section([headline(incident), ...(shown === 0 ? [statusLine(incident, found.hook)] : [])].join("\n")),
    ...(shown === 0 ? statusBlocks(found) : []),
    ...(pages[shown] ?? []).map((piece) => section(piece)),
    ...(gone === undefined ? [] : [context(gone)]),
    ...pageButtons(incident.id, shown, pages.length),
    ...(shown === 0
      ? [
          divider(),
          ...packed(history.length === 0 ? [] : [details.whoDidWhat, ...history]),
          ...packed([ids(found)]),
          ...(address === undefined ? [] : [context(details.share(code(address)))]),
          actions([
            commandButton(details.timeline, { call: "alerts_timeline", args: { alert: incident.id } }),
          ]),
        ]
      : []),
  ]);
}

function statusBlocks({ incident, hook }: ActionTarget): KnownBlock[] {
  const said = notes(incident, hook).join("\n");
  const senderTimes = times(incident);
  const { latest } = incident;
  const isShortened = readableTitle(latest, incident.state === "resolved").title !== latest.title;
  return [
    ...(said === "" ? [] : [section(said)]),
    factsBlock(incident, hook),
    ...(isShortened ? [context(details.sentAs(fromElsewhere(latest.title, 500)))] : []),
    ...(senderTimes === "" ? [] : [section(`${details.senderClock}\n${senderTimes}`)]),
    ...addressLines(latest.link, texts.console),
    ...addressLines(latest.runbook, texts.runbook),
    ...(mayHaveRule(incident)
      ? [actions([button({ text: texts.moreChoices.rule, actionId: actionIds.rule, value: incident.id })])]
      : []),
  ];
}

/** The times of the sender's clock. The facts block has the times of this app. */
function times({ latestAtMs, intervalMs, latest: { startsAtMs, endsAtMs } }: Incident): string {
  return [
    ...(isTime(latestAtMs) && latestAtMs !== endsAtMs ? [details.latest(at(latestAtMs))] : []),
    ...(isTime(startsAtMs) && isTime(endsAtMs) ? [details.evaluated(at(startsAtMs), at(endsAtMs))] : []),
    ...(intervalMs === undefined || !isEvaluationInterval(intervalMs)
      ? []
      : [details.evaluatedEvery(humanDuration(intervalMs / 1_000))]),
  ].join("\n");
}

/** The address as a link if it fits, else as text to copy. */
function addressLines(address: string | undefined, text: string): KnownBlock[] {
  const safe = webAddress(address);
  if (safe === undefined) return [];
  const whole = link(safe, text);
  return whole.length <= 2_900
    ? [section(whole)]
    : bodyPages(safe).flatMap((pieces) => pieces.map((piece) => section(piece)));
}

function pageButtons(incidentId: string, page: number, pages: number): KnownBlock[] {
  if (pages <= 1) return [];
  const to = (text: string, actionId: string, target: number) =>
    target < 0 || target >= pages ? [] : [button({ text, actionId, value: `${target} ${incidentId}` })];
  return [
    context(details.page(page + 1, pages)),
    actions([
      ...to(details.previous, actionIds.pageBack, page - 1),
      ...to(details.next, actionIds.pageNext, page + 1),
    ]),
  ];
}

function ids({ incident, hook }: ActionTarget): string {
  const { id, key, latest, truth } = incident;
  return [
    details.source,
    details.hook(fromElsewhere(hook.name, 60), fromElsewhere(latest.sender, 60)),
    details.incident(id),
    details.key(key),
    ...(latest.origin?.alertId === undefined ? [] : [details.rule(latest.origin.alertId)]),
    ...(truth ? [details.apiSaid(fromElsewhere(truth.word ?? truth.found, 60), at(truth.atMs))] : []),
  ].join("\n");
}

import type { KnownBlock, ModalView } from "@slack/types";
import { actions, button } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { link } from "../../../platform/blocks/link.ts";
import { packed } from "../../../platform/blocks/packed.ts";
import { context, divider, section } from "../../../platform/blocks/text.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { humanDuration } from "../../../lib/time.ts";
import type { AlertEvent } from "../incident/event-record.ts";
import type { Hook } from "../hooks/record.ts";
import type { Incident } from "../incident/record.ts";
import { isTelling } from "../incident/presumed-over.ts";
import { actionIds } from "../message/action-ids.ts";
import { at, isTime } from "../message/at.ts";
import { webAddress } from "../message/console-links.ts";
import { factsBlock } from "../message/facts.ts";
import { fromElsewhere } from "../message/from-elsewhere.ts";
import { headline } from "../message/headline.ts";
import { historyLine } from "../message/history-line.ts";
import { notes } from "../message/notes.ts";
import { mayHaveRule, ruleSaid } from "../reconcile/rule-of.ts";
import { type WholeText, goneInWords } from "../message/whole-text.ts";
import { bodyPages } from "./body-pages.ts";
import type { Pressed } from "./pressed.ts";

/** Everything that is known of an incident, as a modal; a long body has more pages, of which only the first has the rest. */
export function detailsView(
  found: Pressed,
  page = 0,
  whole: WholeText = { text: found.incident.latest.body },
): ModalView {
  const { incident } = found;
  const pages = bodyPages(whole.text);
  const gone = goneInWords(whole);
  const shown = Math.min(Math.max(page, 0), Math.max(pages.length - 1, 0));
  return notice("Details", [
    section(headline(incident)),
    ...(shown === 0 ? standing(found) : []),
    ...(pages[shown] ?? []).map((piece) => section(piece)),
    ...(gone === undefined ? [] : [context(gone)]),
    ...turning(incident.id, shown, pages.length),
    ...(shown === 0 ? [divider(), ...history(incident), ...packed([ids(found)])] : []),
  ]);
}

function standing({ incident, hook }: Pressed): KnownBlock[] {
  const said = notes(incident, hook).join("\n");
  return [
    ...(said === "" ? [] : [section(said)]),
    factsBlock(incident),
    ...packed([times(incident)].filter((said) => said !== "").map((said) => `*At its sender*\n${said}`)),
    ...addressLines(incident.latest),
    ...ruleButton(incident, hook),
  ];
}

/** To the rule itself where that is known, else to what finds it out; the answer comes in direct messages. */
function ruleButton(incident: Incident, hook: Hook): KnownBlock[] {
  if (!mayHaveRule(incident)) return [];
  const rule = ruleSaid(incident, hook);
  const text = "Show its rule";
  return [
    actions([
      rule
        ? commandButton(text, `alerts show ${rule.alertId} ${rule.place}`)
        : button({ text, actionId: actionIds.rule, value: incident.id }),
    ]),
  ];
}

/** When it was seen here stands above. */
function times({ latestAtMs, intervalMs, latest: { startsAtMs, endsAtMs } }: Incident): string {
  return [
    ...(isTime(latestAtMs) && latestAtMs !== endsAtMs ? [`Latest by its own clock: ${at(latestAtMs)}`] : []),
    ...(isTime(startsAtMs) && isTime(endsAtMs)
      ? [`Evaluated from ${at(startsAtMs)} to ${at(endsAtMs)}`]
      : []),
    ...(intervalMs === undefined || !isTelling(intervalMs)
      ? []
      : [`Evaluated every ${humanDuration(intervalMs / 1_000)}`]),
  ].join("\n");
}

/** As a link where it fits, else to copy. */
function addressLines({ link: address }: AlertEvent): KnownBlock[] {
  const safe = webAddress(address);
  if (safe === undefined) return [];
  const whole = link(safe, "Open in the console");
  return whole.length <= 2_900
    ? [section(whole)]
    : bodyPages(safe).flatMap((pieces) => pieces.map((piece) => section(piece)));
}

function turning(incidentId: string, page: number, pages: number): KnownBlock[] {
  if (pages <= 1) return [];
  const to = (text: string, actionId: string, target: number) =>
    target < 0 || target >= pages ? [] : [button({ text, actionId, value: `${target} ${incidentId}` })];
  return [
    context(`Page ${page + 1} of ${pages} of its text`),
    actions([
      ...to("Previous page", actionIds.pageBack, page - 1),
      ...to("Next page", actionIds.pageNext, page + 1),
    ]),
  ];
}

function history({ history: entries }: Incident): KnownBlock[] {
  if (entries.length === 0) return [];
  return packed(["*Who did what*", ...entries.map((entry) => `• ${historyLine(entry, "mention")}`)]);
}

function ids({ incident, hook }: Pressed): string {
  const { id, key, latest, truth } = incident;
  return [
    "*Where it comes from*",
    `Hook ${fromElsewhere(hook.name, 60)}, read as ${fromElsewhere(latest.sender, 60)}`,
    `Incident ${code(id)}`,
    `Key ${code(key)}`,
    ...(latest.origin?.alertId === undefined ? [] : [`Alert ${code(latest.origin.alertId)}`]),
    ...(truth ? [`The API said “${truth.word ?? truth.found}” ${at(truth.atMs)}`] : []),
  ].join("\n");
}

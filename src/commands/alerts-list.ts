import type { KnownBlock } from "@slack/types";
import { headline } from "../alerts/message/headline.ts";
import { actionIds } from "../alerts/message/action-ids.ts";
import { timesInWords } from "../alerts/message/facts.ts";
import { fromElsewhere } from "../alerts/message/from-elsewhere.ts";
import { actions, button } from "../blocks/button.ts";
import { turnButton } from "../blocks/command-button.ts";
import { slackDate } from "../blocks/date.ts";
import { code } from "../blocks/escape.ts";
import { placeInMrkdwn } from "../blocks/place.ts";
import { type Reply, reply, say } from "../blocks/reply.ts";
import { context as smallPrint, section } from "../blocks/text.ts";
import type { WorkspaceContext } from "../context.ts";
import { AppError } from "../errors.ts";
import { plural } from "../lib/text.ts";
import type { Incident } from "../store/alerts/incident.ts";
import { type OpenIncidents, openIncidents } from "./alerts-open.ts";

const mostOnPage = 20;
// A message takes 8,500 in all, and titles may be long.
const mostText = 7_500;

/** The answer to "what is open", from a number on: by channel, the newest first. */
export async function listOpen(words: string, context: WorkspaceContext): Promise<Reply> {
  const open = await openIncidents(context);
  if (open.total === 0) return nothingOpen(open);
  return pageReply(open, firstOf(words, open.incidents.length));
}

function nothingOpen({ hasHooks }: OpenIncidents): Reply {
  return hasHooks
    ? say(":white_check_mark: No alert is open. What is over stays in its channel.")
    : say(
        `There are no alerts here, for there is no hook yet. To make one: ${code("/db hook create #alerts")}.`,
      );
}

function firstOf(words: string, length: number): number {
  if (words === "") return 1;
  const first = /^\d{1,6}$/.test(words) ? Number(words) : 0;
  if (first >= 1) return Math.min(first, Math.max(length, 1));
  throw new AppError(
    "user",
    `After \`alerts\` comes nothing, the number to begin with as in \`/db alerts 21\`, \`trace\` or \`dead\`.`,
  );
}

function pageReply({ incidents, total }: OpenIncidents, first: number): Reply {
  const rest = incidents.slice(first - 1, first - 1 + mostOnPage);
  const lines = rest.map(lineOf);
  const shown = rest.slice(0, howManyFit(lines));
  const next = first + shown.length;
  const isAll = shown.length === total;
  const headline = `*${plural(total, "alert")}* ${total === 1 ? "is" : "are"} open${isAll ? "" : `; here ${first} to ${next - 1}`}.`;
  const turns = turnButtons(first, next <= incidents.length ? next : undefined);
  const hint = `An alert's details end with its id; ${code("/db alerts trace <id>")} says how it came here.`;
  return reply([headline, ...lines.slice(0, shown.length)].join("\n"), [
    section(headline),
    ...shown.flatMap((incident, index): KnownBlock[] => [
      ...(incident.channelId === shown[index - 1]?.channelId ? [] : [section(`*${capitalPlace(incident)}*`)]),
      { ...section(lines[index] ?? ""), accessory: detailsButton(incident) },
    ]),
    ...(turns.length > 0 ? [actions(turns)] : []),
    smallPrint(next > incidents.length && next <= total ? `${hint} ${leftOut(total - next + 1)}` : hint),
  ]);
}

function lineOf(incident: Incident): string {
  const { latest, severity, openedAtMs } = incident;
  const facts = [
    fromElsewhere(latest.group ?? "", 100),
    severity ?? "",
    `since ${slackDate(new Date(openedAtMs))}`,
    `seen ${timesInWords(incident)}`,
  ].filter((fact) => fact !== "");
  return `${headline(incident)}\n${facts.join(" · ")}`;
}

function capitalPlace(incident: Incident): string {
  return placeInMrkdwn(incident).replace(/^i/, "I");
}

function detailsButton({ id }: Incident) {
  return button({ text: "Details", actionId: actionIds.details, value: id });
}

function howManyFit(lines: readonly string[]): number {
  let length = 0;
  const tooMany = lines.findIndex((line) => (length += line.length + 80) > mostText);
  return tooMany === -1 ? lines.length : tooMany;
}

function turnButtons(first: number, next: number | undefined) {
  return [
    ...(first > 1 ? [turnButton("Newer", `alerts ${Math.max(1, first - mostOnPage)}`)] : []),
    ...(next === undefined ? [] : [turnButton("Older", `alerts ${next}`)]),
  ];
}

function leftOut(count: number): string {
  return `${count.toLocaleString("en-US")} more that were heard of longer ago are not listed.`;
}

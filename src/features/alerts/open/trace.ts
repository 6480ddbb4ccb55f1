import { z } from "zod";
import { row } from "../../../platform/blocks/button.ts";
import { pageButton } from "../../../platform/blocks/command-button.ts";
import { codeBlock, formatChannel, link } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section, context as smallPrint } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { headline } from "../message/incident-message.ts";
import { readTraceparent } from "../../../lib/tracing/traceparent.ts";
import { oneLine, truncate } from "../../../lib/text.ts";
import { id } from "../../../platform/commands/arguments.ts";
import { firstWordKind } from "../../../platform/commands/arguments/kinds.ts";
import { type ArgumentKind, argument } from "../../../platform/commands/arguments/kind.ts";
import { call } from "../../../platform/commands/call.ts";
import type { Found } from "../../../platform/commands/found.ts";
import { AlertTrace, traceData } from "./data.ts";
import * as texts from "./texts.ts";
import { type TraceEntry, traceLength } from "../../../platform/jobs/outbox/shown.ts";

/** One line of a trace: time, step and outcome. Parts of the outcome come from outside, as plain text. */
type Step = readonly [atMs: number, name: string, outcome: string];
type EntryOf<Kind extends TraceEntry["step"]> = Extract<TraceEntry, { step: Kind }>;

const { trace: said } = texts;

const longestLine = 110;

/** The steps of an incident as plain text in columns, with times in UTC and a line for each new day. */
function traceLines(trace: readonly TraceEntry[]): string[] {
  let day = "";
  return trace.flatMap(stepsOf).flatMap(([atMs, name, outcome]) => {
    const [date = "", time = ""] = new Date(atMs).toISOString().slice(0, -1).split("T");
    const heading = date === day ? [] : [`${date} (UTC)`];
    day = date;
    return [...heading, truncate(`${time}  ${name.padEnd(9)}  ${oneLine(outcome)}`, longestLine)];
  });
}

function stepsOf(entry: TraceEntry): Step[] {
  switch (entry.step) {
    case "event":
      return eventSteps(entry);
    case "action":
      return [[entry.atMs, ...(texts.actions[entry.verb] ?? [said.otherAction, entry.verb])]];
    case "call":
      return [[entry.atMs, texts.calls[entry.call], callOutcome(entry)]];
    case "moved":
      return [[entry.atMs, said.outbox, entry.moved]];
  }
}

function eventSteps({
  receivedAtMs,
  acceptedAtMs,
  atMs,
  times,
  state,
  led,
  suppressed,
  batch,
}: EntryOf<"event">): Step[] {
  const why = suppressed === undefined ? "" : said.suppressed(suppressed);
  const others = batch > 1 ? said.others(batch - 1) : "";
  return [
    [receivedAtMs, said.received, state],
    [acceptedAtMs, said.accepted, later(receivedAtMs, acceptedAtMs)],
    ...(times > 1 ? [[acceptedAtMs, said.coalesced, said.coalescedTimes(times)] as const] : []),
    [atMs, said.ingested, `${later(acceptedAtMs, atMs)}: ${said.led[led]}${why}${others}`],
  ];
}

function callOutcome({ answer, tookMs, channelId, events }: EntryOf<"call">): string {
  const took = tookMs === undefined ? "" : said.took(tookMs);
  const shown = events === undefined || events === 0 ? "" : said.shows(events);
  return `${answer}${took}${shown} (${channelId})`;
}

function later(fromMs: number, toMs: number): string {
  return said.msLater(Math.max(0, Math.round(toMs - fromMs)));
}

const linesInBlock = 20;
const mostLinks = 5;
const linesOnPage = 2 * linesInBlock;

/** The page of a trace, as all that is left. */
const pageKind: ArgumentKind = {
  usage: [],
  take(words) {
    if (words === "") return undefined;
    if (!/^[1-9]\d{0,3}$/.test(words)) throw new AppError("user", texts.traceUsage);
    return { value: Number(words), rest: "" };
  },
  write: String,
};

/** `/db alerts trace 0f8c 2`: every step of an incident from its sender to Slack, the latest page first. */
export const trace = call({
  name: "alerts_trace",
  title: "An alert's way here",
  summary: "Shows every step of an alert from its sender to Slack.",
  effect: "read",
  isTool: true,
  line: "alerts trace {alert} {page}",
  missing: { alert: texts.traceUsage },
  args: z.object({
    alert: argument(firstWordKind("id"), id.describe("The alert's id")),
    page: argument(pageKind, z.int().min(1).max(9_999))
      .optional()
      .describe("The number in the list, counted from 1"),
  }),
  result: AlertTrace,
  asks: {
    means: ["trace {alert}", "alert trace {alert}", "alert {alert}", "undelivered {alert}"],
    around: "alert trace late undelivered list time post amount",
    says: ["The way of alert {alert}"],
  },
  run: ({ alert, page = 1 }, context: AlertsContext) => traceIncident(alert, page, context),
});

/** Shows every step of an incident. Fails as missing for an unknown id. */
export async function traceIncident(
  incidentId: string,
  page: number,
  context: AlertsContext,
): Promise<Found<Reply>> {
  const [about, steps] = await Promise.all([
    whatItIs(incidentId, context),
    context.incidents.trace(incidentId),
  ]);
  if (!about) throw new AppError("missing", texts.noTrace(incidentId));
  const links = context.traceUrl === undefined ? [] : traceLinks(steps, context.traceUrl);
  return {
    data: () => traceData(about, steps),
    draw: () => traceReply(incidentId, about, traceLines(steps), { wanted: page, links }),
  };
}

async function whatItIs(
  id: string,
  { incidents, storms }: Pick<AlertsContext, "incidents" | "storms">,
): Promise<string | undefined> {
  const incident = await incidents.find(id);
  if (incident) return `${headline(incident)}, ${formatChannel(incident)}`;
  const summary = await storms.summary(id);
  return summary && `${texts.stormSummary}, ${formatChannel(summary)}`;
}

/** Links to the exported traces of the latest events, as times. */
function traceLinks(trace: readonly TraceEntry[], traceUrl: string): string[] {
  const events = trace.flatMap((entry) => (entry.step === "event" ? [entry] : []));
  const exported = events.flatMap(({ traceparent, receivedAtMs }) => {
    const ids = readTraceparent(traceparent);
    return ids?.isSampled ? [[ids.traceId, receivedAtMs] as const] : [];
  });
  return [...new Map(exported)].slice(-mostLinks).map(([traceId, atMs]) => {
    const [, time = ""] = new Date(atMs).toISOString().slice(0, -1).split("T");
    return link(traceUrl.replaceAll("{trace_id}", traceId), time);
  });
}

interface Page {
  wanted: number;
  links: readonly string[];
}

function traceReply(alert: string, about: string, lines: readonly string[], { wanted, links }: Page): Reply {
  const pages = Math.max(1, Math.ceil(lines.length / linesOnPage));
  const page = Math.min(wanted, pages);
  const end = lines.length - (page - 1) * linesOnPage;
  const shown = lines.slice(Math.max(0, end - linesOnPage), end);
  const blocks = [shown.slice(0, linesInBlock), shown.slice(linesInBlock)].filter(({ length }) => length > 0);
  const asked = (number: number) => ({ call: "alerts_trace", args: { alert, page: number } });
  const buttons = [
    ...(page < pages ? [pageButton(texts.earlier, asked(page + 1))] : []),
    ...(page > 1 ? [pageButton(texts.later, asked(page - 1))] : []),
  ];
  const hint = texts.traceHint(traceLength);
  return reply(`${about}\n${codeBlock(shown.join("\n"))}`, [
    section(about),
    ...(blocks.length === 0 ? [section(texts.emptyTrace)] : []),
    ...blocks.map((block) => section(codeBlock(block.join("\n")))),
    ...row(buttons),
    ...(links.length > 0 ? [smallPrint(texts.traceLinks(links))] : []),
    smallPrint(hint),
  ]);
}

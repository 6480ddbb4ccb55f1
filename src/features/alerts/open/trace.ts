import { actions } from "../../../platform/blocks/button.ts";
import { pageButton } from "../../../platform/blocks/command-button.ts";
import { codeBlock } from "../../../platform/blocks/escape.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section, context as smallPrint } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { headline } from "../message/incident-message.ts";
import { oneLine, plural, truncate } from "../../../lib/text.ts";
import { type TraceEntry, traceLength } from "../../../platform/jobs/outbox/shown.ts";

/** One line of a trace: time, step and outcome. Parts of the outcome come from outside, as plain text. */
type Step = readonly [atMs: number, name: string, outcome: string];
type EntryOf<Kind extends TraceEntry["step"]> = Extract<TraceEntry, { step: Kind }>;

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
      return [[entry.atMs, ...(actionSteps[entry.verb] ?? ["action", entry.verb])]];
    case "call":
      return [[entry.atMs, entry.call === "find" ? "look" : entry.call, callOutcome(entry)]];
    case "moved":
      return [[entry.atMs, "outbox", entry.moved]];
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
  const outcomes = {
    new: "a new alert",
    changed: "changes its message",
    unchanged: "changes nothing that shows",
  };
  const why = suppressed === undefined ? "" : `, told nobody: ${suppressed}`;
  const others = batch > 1 ? `, with ${plural(batch - 1, "other")}` : "";
  return [
    [receivedAtMs, "received", state],
    [acceptedAtMs, "accepted", later(receivedAtMs, acceptedAtMs)],
    ...(times > 1 ? [[acceptedAtMs, "coalesced", `${times} received, kept as one`] as const] : []),
    [atMs, "worked in", `${later(acceptedAtMs, atMs)}: ${outcomes[led]}${why}${others}`],
  ];
}

const actionSteps: Record<string, readonly [name: string, outcome: string]> = {
  tick: ["time", "something was due"],
  reconcile: ["asked API", "what became of it"],
  move: ["moved", "to another channel"],
  acknowledge: ["person", "acknowledges it"],
  snooze: ["person", "snoozes it"],
  resolve: ["person", "resolves it"],
  release: ["person", "takes it back"],
  mute: ["person", "mutes it"],
};

function callOutcome({ answer, tookMs, channelId, events }: EntryOf<"call">): string {
  const took = tookMs === undefined ? "" : ` in ${tookMs.toLocaleString("en-US")} ms`;
  const shown = events === undefined || events === 0 ? "" : `, shows ${plural(events, "event")}`;
  return `${answer}${took}${shown} (${channelId})`;
}

function later(fromMs: number, toMs: number): string {
  return `${Math.max(0, Math.round(toMs - fromMs)).toLocaleString("en-US")} ms later`;
}

const linesInBlock = 20;
const linesOnPage = 2 * linesInBlock;

/**
 * Shows every step of an incident from its sender to Slack, the latest page first. Fails as missing for an unknown id.
 */
export async function traceIncident(words: string, context: AlertsContext): Promise<Reply> {
  const [id = "", page = "1", ...more] = words.split(/\s+/);
  if (id === "" || more.length > 0 || !/^[1-9]\d{0,3}$/.test(page)) throw new AppError("user", usage);
  const [about, trace] = await Promise.all([whatItIs(id, context), context.incidents.trace(id)]);
  if (!about)
    throw new AppError("missing", `There is no alert “${id}” here; they are kept for 30 days. ${where}`);
  return traceReply(id, about, traceLines(trace), Number(page));
}

const where = "An alert's id stands at the end of its details; `/db alerts` lists those that are open.";
const usage = `Say of which alert, by its id, as in \`/db alerts trace 0f8c\`. ${where}`;

async function whatItIs(
  id: string,
  { incidents, storms }: Pick<AlertsContext, "incidents" | "storms">,
): Promise<string | undefined> {
  const incident = await incidents.find(id);
  if (incident) return `${headline(incident)}, ${formatChannel(incident)}`;
  const summary = await storms.summary(id);
  return summary && `*The summary of a storm*, ${formatChannel(summary)}`;
}

function traceReply(id: string, about: string, lines: readonly string[], wanted: number): Reply {
  const pages = Math.max(1, Math.ceil(lines.length / linesOnPage));
  const page = Math.min(wanted, pages);
  const end = lines.length - (page - 1) * linesOnPage;
  const shown = lines.slice(Math.max(0, end - linesOnPage), end);
  const blocks = [shown.slice(0, linesInBlock), shown.slice(linesInBlock)].filter(({ length }) => length > 0);
  const buttons = [
    ...(page < pages ? [pageButton("Earlier", `alerts trace ${id} ${page + 1}`)] : []),
    ...(page > 1 ? [pageButton("Later", `alerts trace ${id} ${page - 1}`)] : []),
  ];
  const hint = `The latest ${traceLength} steps are kept. Times are by my own clock.`;
  return reply(`${about}\n${codeBlock(shown.join("\n"))}`, [
    section(about),
    ...(blocks.length === 0 ? [section("Nothing is kept of its way here.")] : []),
    ...blocks.map((block) => section(codeBlock(block.join("\n")))),
    ...(buttons.length > 0 ? [actions(buttons)] : []),
    smallPrint(hint),
  ]);
}

import { oneLine, plural, truncate } from "../../../lib/text.ts";
import type { TraceEntry } from "../../../platform/jobs/outbox/trace.ts";

/** One line of a trace: when, what was done, and what came of it; plain text from elsewhere in part. */
type Step = readonly [atMs: number, hop: string, outcome: string];
type Of<Hop extends TraceEntry["hop"]> = Extract<TraceEntry, { hop: Hop }>;

const longestLine = 110;

/** The steps of an incident's way as lines of plain text in columns, times in UTC, with a line for each new day. */
export function traceLines(trace: readonly TraceEntry[]): string[] {
  let day = "";
  return trace.flatMap(stepsOf).flatMap(([atMs, hop, outcome]) => {
    const [date = "", time = ""] = new Date(atMs).toISOString().slice(0, -1).split("T");
    const heading = date === day ? [] : [`${date} (UTC)`];
    day = date;
    return [...heading, truncate(`${time}  ${hop.padEnd(9)}  ${oneLine(outcome)}`, longestLine)];
  });
}

function stepsOf(entry: TraceEntry): Step[] {
  switch (entry.hop) {
    case "event":
      return eventSteps(entry);
    case "act":
      return [[entry.atMs, ...(actSteps[entry.act] ?? ["act", entry.act])]];
    case "call":
      return [[entry.atMs, callNames[entry.call], callOutcome(entry)]];
    case "turn":
      return [[entry.atMs, "lane", entry.turn]];
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
}: Of<"event">): Step[] {
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

const actSteps: Record<string, readonly [hop: string, outcome: string]> = {
  tick: ["time", "something was due"],
  reconcile: ["asked API", "what became of it"],
  move: ["moved", "to another channel"],
  acknowledge: ["person", "acknowledges it"],
  snooze: ["person", "snoozes it"],
  resolve: ["person", "resolves it"],
  release: ["person", "takes it back"],
  mute: ["person", "mutes it"],
};

const callNames: Record<Of<"call">["call"], string> = {
  post: "post",
  edit: "edit",
  thread: "thread",
  file: "file",
  find: "look",
};

function callOutcome({ answer, tookMs, channelId, events }: Of<"call">): string {
  const took = tookMs === undefined ? "" : ` in ${tookMs.toLocaleString("en-US")} ms`;
  const shown = events === undefined || events === 0 ? "" : `, shows ${plural(events, "event")}`;
  return `${answer}${took}${shown} (${channelId})`;
}

function later(fromMs: number, toMs: number): string {
  return `${Math.max(0, Math.round(toMs - fromMs)).toLocaleString("en-US")} ms later`;
}

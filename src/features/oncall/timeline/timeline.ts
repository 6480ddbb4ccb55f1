import {
  historyLines,
  type Hook,
  type Incident,
  isTime,
  readableTitle,
  statusOf,
  statusWords,
  webAddress,
  type WholeText,
} from "../../alerts/index.ts";
import { humanDuration } from "../../../lib/duration.ts";
import { localMinute } from "../../../lib/time.ts";
import type { TraceEntry } from "../../../platform/jobs/outbox/shown.ts";
import { type Naming, escapeMarkdown, fenced, markdownOf } from "./markdown.ts";
import * as texts from "./texts.ts";

/** All that is known of an incident, for its timeline. */
export interface TimelineFacts {
  incident: Incident;
  /** Undefined if it was deleted. */
  hook: Pick<Hook, "name"> | undefined;
  trace: readonly TraceEntry[];
  whole: WholeText;
  /** The address of its message in Slack. */
  message: string | undefined;
}

type Fact = readonly [name: string, value: string];

/**
 * What happened in an incident as a Markdown file, oldest first, with empty headings for its cause and what was done.
 * People's own messages aren't in it.
 */
export function timelineOf(facts: TimelineFacts, naming: Naming): string {
  const { incident, trace, whole } = facts;
  const { title } = readableTitle(incident.latest, incident.state === "resolved");
  const [first] = incident.history;
  return [
    texts.heading(escapeMarkdown(title)),
    texts.zone(naming.zone),
    factsOf(facts, naming)
      .map(([name, value]) => `- **${name}:** ${value}`)
      .join("\n"),
    texts.what,
    ...(first === undefined || first.n === 1 ? [] : [texts.tooOld(incident.history.length)]),
    historyLines(incident, "name")
      .map((line) => `- ${markdownOf(line, naming)}`)
      .join("\n"),
    ...(trace.length === 0 ? [] : [texts.delivery, delivery(trace)]),
    ...(whole.text.trim() === "" ? [] : [texts.text, fenced(whole.text.trim())]),
    ...[texts.cause, texts.done, texts.toDo].flatMap((heading) => [heading, texts.empty]),
  ].join("\n\n");
}

function factsOf({ incident, hook, message }: TimelineFacts, { zone }: Naming): Fact[] {
  const { id, latest, severity, times, openedAtMs, resolved, history } = incident;
  const { facts: names } = texts;
  const acknowledged = history.find(({ what }) => what === "acknowledged");
  const end = incident.state === "resolved" ? resolved?.atMs : undefined;
  return [
    ...fact(names.id, id),
    ...fact(names.state, statusWords[statusOf(incident)]),
    ...fact(names.severity, severity),
    ...fact(names.group, latest.group),
    ...fact(names.value, latest.value),
    ...fact(names.limit, latest.threshold),
    ...moment(names.began, openedAtMs, zone),
    ...moment(names.ended, end, zone),
    ...(end === undefined ? [] : span(names.lasted, openedAtMs, end)),
    ...(acknowledged ? span(names.acknowledged, openedAtMs, acknowledged.atMs) : []),
    ...fact(names.events, times.toLocaleString("en-US")),
    ...fact(names.hook, hook?.name),
    ...address(names.message, message),
    ...address(names.console, latest.link),
    ...address(names.runbook, latest.runbook),
  ];
}

function fact(name: string, value = ""): Fact[] {
  const shown = escapeMarkdown(value).trim();
  return shown === "" ? [] : [[name, shown]];
}

function moment(name: string, atMs: number | undefined, zone: string): Fact[] {
  return isTime(atMs) ? [[name, localMinute(new Date(atMs), zone)]] : [];
}

function span(name: string, fromMs: number, toMs: number): Fact[] {
  return [[name, humanDuration(Math.max(0, toMs - fromMs) / 1_000)]];
}

/** As a link of Markdown, if it is a web address. */
function address(name: string, text: string | undefined): Fact[] {
  const safe = webAddress(text);
  return safe === undefined ? [] : [[name, `<${safe}>`]];
}

function delivery(trace: readonly TraceEntry[]): string {
  const events = trace.flatMap((entry) => (entry.step === "event" ? [entry.times] : []));
  const calls = trace.flatMap((entry) => (entry.step === "call" ? [entry.answer] : []));
  const failed = calls.filter((answer) => answer !== "ok").length;
  return texts.delivered(
    events.reduce((all, times) => all + times, 0),
    calls.length,
    failed,
  );
}

import { z } from "zod";
import { humanDuration } from "../../../lib/duration.ts";
import { AppError } from "../../../lib/errors.ts";
import { oneLine } from "../../../lib/text.ts";
import { localMinute } from "../../../lib/time.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { visible } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { id as anId } from "../../../platform/commands/arguments.ts";
import { type ArgumentKind, argument } from "../../../platform/commands/arguments/kind.ts";
import { call } from "../../../platform/commands/call.ts";
import { sendFile, zoneOf } from "../../../platform/jobs/messenger.ts";
import type { TraceEntry } from "../../../platform/jobs/outbox/shown.ts";
import {
  type Hook,
  type Incident,
  type WholeText,
  historyLines,
  isTime,
  readableTitle,
  statusOf,
  statusWords,
  titleOf,
  webAddress,
  wholeText,
} from "../../alerts/index.ts";
import type { OncallContext } from "../context.ts";
import * as texts from "./texts.ts";

/** All that is known of an incident, for its timeline. */
interface TimelineFacts {
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

const marks = /[\\`*_[\]<>#|~&!]/g;
// Readers of Markdown make links of addresses. An escape doesn't stop them, but an invisible character does.
const addresses = /(?<=:)(?=\/\/)|(?<=www)(?=\.)|(?<=@)|(?<=(?:mailto|xmpp):)/gi;

/** Any text within one line of Markdown, which shows it as it is. */
function escapeMarkdown(text: string): string {
  return oneLine(visible(text))
    .replace(marks, String.raw`\$&`)
    .replace(addresses, "\u200b");
}

/** Any text as a code block of Markdown. Its fence is longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

const token = /<!date\^(\d+)\^[^>]*>|<@([A-Z0-9]+)(?:\|[^>]*)?>|<!subteam\^([A-Z0-9]+)(?:\|([^>]*))?>/g;
const invisible = /\u200b/g;
const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** How Slack's tokens are named in plain text. */
interface Naming {
  zone: string;
  person: (userId: string) => string;
}

/** One of our own lines of mrkdwn, as Markdown: dates in a zone, and names in the place of mentions. */
function markdownOf(mrkdwn: string, { zone, person }: Naming): string {
  const plain = mrkdwn
    .replace(
      token,
      (_, seconds?: string, userId?: string, groupId?: string, groupName?: string) =>
        (seconds !== undefined && localMinute(new Date(Number(seconds) * 1_000), zone)) ||
        (userId !== undefined && person(userId)) ||
        `@${groupName ?? groupId ?? ""}`,
    )
    .replace(invisible, "")
    .replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);
  return escapeMarkdown(plain);
}

/** An alert's id, and nothing else. */
const alertKind: ArgumentKind = {
  slot: "id",
  take(words) {
    if (words.includes(" ")) throw new AppError("user", texts.needsId);
    return words === "" ? undefined : { value: words, rest: "" };
  },
  write: String,
};

/** `/db alerts timeline 0f8c`. */
export const timeline = call({
  name: "alerts_timeline",
  title: "An alert's timeline",
  summary: "Sends you what happened in an alert as a Markdown file.",
  effect: "read",
  line: "alerts timeline {alert}",
  missing: { alert: texts.needsId },
  args: z.object({ alert: argument(alertKind, anId.describe("The alert's id")) }),
  asks: {
    means: ["timeline {alert}"],
    around: "alert export list post",
    says: ["The timeline of alert {alert}"],
  },
  run: ({ alert }, context: OncallContext, asker) => sendTimeline(alert, context, asker),
});

/** Sends what happened in an incident as a Markdown file. Fails as missing for an unknown id. */
export async function sendTimeline(
  id: string,
  context: OncallContext,
  asker: Pick<Asker, "userId">,
): Promise<Reply> {
  const incident = await context.incidents.find(id);
  if (!incident) throw new AppError("missing", texts.unknown(id));
  const [hook, trace, whole, [message], zone, names] = await Promise.all([
    context.hooks.find(incident.hookId),
    context.incidents.trace(id),
    wholeText(incident, context),
    context.incidents.messagesOf([incident]),
    zoneOf(asker, context),
    namesOf(
      incident.history.flatMap(({ userId }) => userId ?? []),
      context,
    ),
  ]);
  const facts = {
    incident,
    hook,
    trace,
    whole,
    message: message && (await context.messenger.linkTo(message)),
  };
  const markdown = timelineOf(facts, {
    zone: zone ?? "UTC",
    person: (userId) => names.get(userId) ?? `@${userId}`,
  });
  const title = titleOf(incident);
  const file = { name: `timeline-${id}.md`, bytes: Buffer.from(markdown) };
  const messages = { announced: say(texts.announced(title)), refused: say(texts.refused(title)) };
  await sendFile(asker.userId, { file, ...messages, comment: file.name }, context.messenger);
  return say(texts.sent(title));
}

/** People's names by user id. Those that Slack doesn't give are left out. */
async function namesOf(
  userIds: readonly string[],
  { people, log }: Pick<OncallContext, "people" | "log">,
): Promise<ReadonlyMap<string, string>> {
  const found = [...new Set(userIds)].map(async (userId) => {
    try {
      return [[userId, (await people.find(userId)).name]] as const;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // The file has the id instead.
      log.info({ err: error }, "couldn't read a person's name for a timeline");
      return [];
    }
  });
  return new Map((await Promise.all(found)).flat());
}

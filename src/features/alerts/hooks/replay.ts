import {
  type Destination,
  type Difference,
  type Replay,
  mutedDestination,
  replay,
} from "../routing/replay.ts";
import { formatRule } from "../routing/format-rule.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { context as smallPrint, packed, section } from "../../../platform/blocks/text.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { formatList, plural, truncate } from "../../../lib/text.ts";
import { eventLogLength } from "../incident/event-log.ts";
import type { Hook } from "./record.ts";
import { hourMs, minuteMs } from "../../../lib/duration.ts";
import { type NamedHook, hookInMrkdwn } from "./parts.ts";
import { formatRoutedEvent } from "../routing/route.ts";

/** Shows what a hook's present rules would have done with its recent events, and what differs. */
export async function replayHook({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  const lastMs = readSpan(rest, hook.name);
  const span = `the last ${lastMs < hourMs ? plural(lastMs / minuteMs, "minute") : plural(lastMs / hourMs, "hour")}`;
  const log = await context.eventLog(hook.id).since(context.now().getTime() - lastMs);
  if (log.length === 0) {
    return say(`${hookInMrkdwn(hook)} took no events in ${span}, so there is nothing to try its rules on.`);
  }
  const done = replay(hook, log);
  const headline = `*${plural(log.length, "event")}* of ${hookInMrkdwn(hook)} in ${span}, by its rules as they are now. Nothing is posted by this.`;
  const texts = [...formatRules(hook, done), ...formatDestinations(done), ...formatDifferences(done)];
  const small = retentionNote(log.length);
  return reply([headline, ...texts, ...small].join("\n"), [
    section(headline),
    ...packed(texts),
    ...small.map((text) => smallPrint(text)),
    actions([commandButton("All rules", `hook rules ${hook.id}`)]),
  ]);
}

const unitsMs = { m: minuteMs, h: hourMs, d: 24 * hourMs } as const;
/** The event log keeps no older events. */
const longestMs = 48 * hourMs;

function readSpan(words: string, name: string): number {
  const text = words.trim().toLowerCase();
  if (text === "") return 24 * hourMs;
  const [, count, unit] =
    /^(?:the )?(?:last )?(\d{1,4})\s*(m|h|d)(?:in(?:ute)?s?|ours?|ays?)?$/.exec(text) ?? [];
  const spanMs = Number(count) * (unit === "m" || unit === "h" || unit === "d" ? unitsMs[unit] : Number.NaN);
  if (spanMs > 0 && spanMs <= longestMs) return spanMs;
  throw new AppError(
    "user",
    `“${truncate(words.trim(), 40)}” is no time that I can look back: events are kept for 48 hours. For example: \`/db hook replay ${name} 24h\`.`,
  );
}

// All rules with their examples would fill a message.
const shownRules = 15;

/** The rules that decided most come first. Rules that decided nothing are only named. */
function formatRules({ rules }: Hook, { byRule }: Replay): string[] {
  const counted = rules.map((rule, index) => ({
    rule,
    number: index + 1,
    count: byRule.get(index + 1) ?? 0,
  }));
  const deciding = counted.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  const idle = counted.filter(({ count }) => count === 0).map(({ number }) => String(number));
  const hidden = deciding.length - shownRules;
  return [
    "*What decides*",
    ...deciding
      .slice(0, shownRules)
      .map(({ rule, number, count }) => `• Rule ${number}: ${plural(count, "event")}. ${formatRule(rule)}`),
    ...(hidden > 0 ? [`• ${plural(hidden, "more rule")}, not shown here.`] : []),
    `• No rule: ${plural(byRule.get(0) ?? 0, "event")}.`,
    ...(idle.length === 0 ? [] : [`• Nothing: rule${idle.length === 1 ? "" : "s"} ${formatList(idle)}.`]),
  ];
}

function formatDestinations({ byDestination }: Replay): string[] {
  const lines = [...byDestination]
    .toSorted(([, a], [, b]) => b.now - a.now || b.before - a.before)
    .map(
      ([to, { before, now }]) =>
        `• ${formatDestination(to)}: ${plural(now, "event")}${now === before ? ", as it was" : `, not ${before.toLocaleString("en-US")} as it was`}`,
    );
  return ["*Where they would have gone*", ...lines];
}

const shownExamples = 10;

function formatDifferences({ differences, events }: Replay): string[] {
  if (differences.length === 0) return [`*All ${plural(events, "event")}* would have gone where they went.`];
  const shown = examplesOf(differences);
  const more = differences.length > shown.length ? ", for example" : "";
  return [
    `*${plural(differences.length, "event")}* would have gone elsewhere${more}:`,
    ...shown.map(
      ({ logged: { event, receivedAtMs }, before, now }) =>
        `• ${slackDate(new Date(receivedAtMs))} ${formatRoutedEvent(event)}: ${formatDestination(now)}, not ${formatDestination(before)}`,
    ),
  ];
}

/** The latest difference of each alert first, because a storm of one alert would hide the others. */
function examplesOf(differences: readonly Difference[]): Difference[] {
  const latest = differences.toReversed();
  const names = latest.map(({ logged }) => logged.event.alertName);
  const firsts = latest.filter((_, index) => names.indexOf(names[index] ?? "") === index);
  const others = latest.filter((difference) => !firsts.includes(difference));
  return [...firsts, ...others].slice(0, shownExamples);
}

function formatDestination(destination: Destination): string {
  return destination === mutedDestination ? destination : `<#${destination}>`;
}

function retentionNote(events: number): string[] {
  const most = eventLogLength.toLocaleString("en-US");
  return events < eventLogLength
    ? []
    : [`Only the latest ${most} events are kept, so these are not all of that time.`];
}

import { actions } from "../../../platform/blocks/button.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, packed, section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { hookInMrkdwn, type NamedHook, showButton, testButton } from "./parts.ts";
import { AppError } from "../../../lib/errors.ts";
import type { Hook } from "./record.ts";
import { testEvent, type TestWords } from "../senders/test-event.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { dayMs, hourMs, minuteMs } from "../../../lib/duration.ts";
import { resumeButton } from "./rotate.ts";
import * as texts from "./try-texts.ts";
import { readSample, type Sample } from "./mapping/map.ts";
import { formatRoutedEvent, formatRule, formatSampleOutcome, type Route, route } from "../routing/route.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { formatList, plural, truncate } from "../../../lib/text.ts";
import { eventLogLength, type LoggedEvent } from "../incident/event-log.ts";

/** As many as people take in at a glance. */
const latest = 5;

/** Shows what a hook's rules do with a sample, or without one with its latest events. Posts nothing. */
export async function tryHook(
  { hook, rest }: NamedHook,
  context: AlertsContext,
  asker: Asker,
): Promise<Reply> {
  if (rest.trim() === "") {
    const log = await context.eventLog(hook.id).since(context.now().getTime() - 2 * dayMs);
    const newestFirst = log.slice(-latest).toReversed();
    const samples = newestFirst.map(({ event, receivedAtMs }) => ({ event, at: new Date(receivedAtMs) }));
    return triedReply(hook, samples, false);
  }
  const zone = (await zoneOf(asker, context)) ?? "UTC";
  return triedReply(hook, [readSample(rest, zone, context.now())], true);
}

function triedReply(hook: Hook, samples: readonly Sample[], isSample: boolean): Reply {
  const name = hookInMrkdwn(hook);
  const headline = samples.length === 0 ? texts.triedNothing(name) : texts.tried(name, isSample);
  const hint = texts.triedHint(hook.name);
  const outcomes = samples.map(({ event, at }) => formatSampleOutcome(hook, event, at));
  return reply([headline, ...outcomes, hint].join("\n"), [
    section(headline),
    ...outcomes.map(section),
    smallPrint(hint),
    actions([commandButton(texts.allRules, `alerts hooks rules ${hook.id}`), testButton(hook)]),
  ]);
}

/** Sends a test through a hook's inbox to its channel. With a sample, only shows what the rules do with it. */
export async function testHook(
  { hook, rest }: NamedHook,
  context: AlertsContext,
  asker: Asker,
): Promise<Reply> {
  if (rest.trim() !== "") return tryHook({ hook, rest }, context, asker);
  const name = hookInMrkdwn(hook);
  if (hook.paused) return say(texts.testPaused(name), [resumeButton(hook), showButton(hook)]);
  const { channelId, isMuted, ruleNumber } = await sendTest(hook, context);
  const where = isMuted
    ? texts.testMuted(ruleNumber)
    : texts.testShows(formatChannel({ channelId }), ruleNumber);
  return say(texts.testSent(name, where), [showButton(hook)]);
}

/**
 * Puts a test event into a hook's inbox, as a delivery does after its authentication. Returns its route. Fails as
 * limited if the inbox is over its limits.
 */
export async function sendTest(
  hook: Hook,
  context: Pick<AlertsContext, "inbox" | "audit" | "ingestSoon" | "newId" | "now">,
  words?: TestWords,
): Promise<Route> {
  const { inbox, audit, ingestSoon, newId, now } = context;
  const at = now();
  const test = testEvent(hook, newId(), at.getTime(), words);
  const expected = route(hook, test.event, at);
  const times = { receivedAtMs: at.getTime(), acceptedAtMs: at.getTime() };
  const { refused } = await audit.change(
    { action: "hook.test", subject: hook.name },
    () => inbox.accept(hook.id, [test], times),
    (acceptance) => (acceptance.refused ? undefined : {}),
  );
  if (refused) throw new AppError("limited", texts.testLimited, { retryAfterMs: refused.forMs });
  ingestSoon(hook.id);
  return expected;
}

/** Shows what a hook's present rules would have done with its recent events, and what differs. */
export async function replayHook({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  const lastMs = readSpan(rest, hook.name);
  const span = texts.lastSpan(
    lastMs < hourMs ? plural(lastMs / minuteMs, "minute") : plural(lastMs / hourMs, "hour"),
  );
  const log = await context.eventLog(hook.id).since(context.now().getTime() - lastMs);
  if (log.length === 0) return say(texts.replayNothing(hookInMrkdwn(hook), span));
  const done = replay(hook, log);
  const headline = texts.replayTitle(log.length, hookInMrkdwn(hook), span);
  const parts = [...formatRules(hook, done), ...formatDestinations(done), ...formatDifferences(done)];
  const most = eventLogLength.toLocaleString("en-US");
  const small = log.length < eventLogLength ? [] : [texts.replayCut(most)];
  return reply([headline, ...parts, ...small].join("\n"), [
    section(headline),
    ...packed(parts),
    ...small.map((text) => smallPrint(text)),
    actions([commandButton(texts.allRules, `alerts hooks rules ${hook.id}`)]),
  ]);
}

const unitsMs: Readonly<Record<string, number>> = { m: minuteMs, h: hourMs, d: 24 * hourMs };
/** The event log keeps no older events. */
const longestMs = 48 * hourMs;

function readSpan(words: string, name: string): number {
  const text = words.trim().toLowerCase();
  if (text === "") return 24 * hourMs;
  const [, count, unit = ""] =
    /^(?:the )?(?:last )?(\d{1,4})\s*(m|h|d)(?:in(?:ute)?s?|ours?|ays?)?$/.exec(text) ?? [];
  const spanMs = Number(count) * (unitsMs[unit] ?? Number.NaN);
  if (spanMs > 0 && spanMs <= longestMs) return spanMs;
  throw new AppError("user", texts.replayUsage(truncate(words.trim(), 40), name));
}

const muted = "muted";

/** An event with another destination now than when it arrived. A destination is a channel's id or `muted`. */
interface Difference {
  logged: LoggedEvent;
  before: string;
  now: string;
}

/** Routes logged events by a hook's present rules, each at the time of its arrival. */
export function replay(hook: Hook, log: readonly LoggedEvent[]) {
  /** How many events each rule decides now, by its number from 1; 0 means no rule. */
  const byRule = new Map<number, number>();
  const byDestination = new Map<string, { before: number; now: number }>();
  /** In the order of arrival. */
  const differences: Difference[] = [];
  const at = (destination: string) => {
    const counts = byDestination.get(destination) ?? { before: 0, now: 0 };
    byDestination.set(destination, counts);
    return counts;
  };
  for (const logged of log) {
    const { ruleNumber = 0, ...routed } = route(hook, logged.event, new Date(logged.receivedAtMs));
    const [before, now] = [destinationOf(logged), destinationOf(routed)];
    byRule.set(ruleNumber, (byRule.get(ruleNumber) ?? 0) + 1);
    at(before).before += 1;
    at(now).now += 1;
    if (before !== now) differences.push({ logged, before, now });
  }
  return { events: log.length, byRule, byDestination, differences };
}

type Replay = ReturnType<typeof replay>;

function destinationOf({ channelId, isMuted }: Pick<Route, "channelId" | "isMuted">): string {
  return isMuted ? muted : channelId;
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
    texts.replayRules,
    ...deciding
      .slice(0, shownRules)
      .map(({ rule, number, count }) => texts.replayRule(number, count, formatRule(rule))),
    ...(hidden > 0 ? [texts.replayHidden(hidden)] : []),
    texts.replayNoRule(byRule.get(0) ?? 0),
    ...(idle.length === 0 ? [] : [texts.replayIdle(idle.length, formatList(idle))]),
  ];
}

function formatDestinations({ byDestination }: Replay): string[] {
  const lines = [...byDestination]
    .toSorted(([, a], [, b]) => b.now - a.now || b.before - a.before)
    .map(([to, { before, now }]) => texts.replayChannel(formatDestination(to), now, before));
  return [texts.replayChannels, ...lines];
}

const shownExamples = 10;

function formatDifferences({ differences, events }: Replay): string[] {
  if (differences.length === 0) return [texts.replaySame(events)];
  const shown = examplesOf(differences);
  return [
    texts.replayDifferent(differences.length, differences.length > shown.length),
    ...shown.map(({ logged: { event, receivedAtMs }, before, now }) =>
      texts.replayDifference(
        slackDate(new Date(receivedAtMs)),
        formatRoutedEvent(event),
        formatDestination(now),
        formatDestination(before),
      ),
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

function formatDestination(destination: string): string {
  return destination === muted ? texts.mutedDestination : `<#${destination}>`;
}

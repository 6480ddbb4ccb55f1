import { z } from "zod";
import { actions } from "../../../platform/blocks/button.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, packed, section } from "../../../platform/blocks/text.ts";
import { hook } from "../../../platform/commands/arguments.ts";
import { argument } from "../../../platform/commands/arguments/kind.ts";
import { call } from "../../../platform/commands/call.ts";
import type { AlertsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { asks } from "./asks.ts";
import { behindName, onHook, tooMuchFor } from "./on-hook.ts";
import { findHook, hookInMrkdwn, rulesButton, showButton, testButton } from "./parts.ts";
import { group, ruleAsks, severity, title } from "./rules/asks.ts";
import { whichHook } from "./texts.ts";
import { AppError } from "../../../lib/errors.ts";
import type { Hook } from "./record.ts";
import { testEvent, type TestWords } from "../senders/test-event.ts";
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

const exampleOfSample = ' title "payments" severity critical at 23:30';
const fillers = "(?:(?:and|if|where|when|then|is|the|its) )*";
const begins = String.raw`(?:title|group|severity|at(?= \d))`;

/** What to try the rules on, in the words of rules. */
const sampleKind = behindName(String.raw`${fillers}${begins}(?=\s|$).*`, {
  hasQuotes: true,
  read: (typed) => typed.replace(new RegExp(`^${fillers}`, "i"), ""),
  slot: { parts: [title, severity, group, [/\bat (\d{1,2}:\d\d|\d{1,2} ?[ap]m)/i, "at $1"]] },
});

/** `/db alerts hooks test checkout`: sends a test through its inbox to its channel. */
const test = onHook({
  name: "hooks_test",
  title: "Test a hook",
  summary: "Posts a test alert through a hook.",
  effect: "change",
  word: "test",
  tooMuch: tooMuchFor("test", exampleOfSample),
  asks: asks.test,
  async run(found, context) {
    const name = hookInMrkdwn(found);
    if (found.paused) return say(texts.testPaused(name), [resumeButton(found), showButton(found)]);
    const { channelId, isMuted, ruleNumber } = await sendTest(found, context);
    const where = isMuted
      ? texts.testMuted(ruleNumber)
      : texts.testShows(formatChannel({ channelId }), ruleNumber);
    return say(texts.testSent(name, where), [showButton(found)]);
  },
});

/** `/db alerts hooks test checkout title "payments"`: shows what its rules do with that. Posts nothing. */
const testSample = call({
  name: "hooks_test_sample",
  title: "Test a hook's rules",
  summary: "Says where an alert would go, and posts nothing.",
  effect: "read",
  access: "operator",
  line: "alerts hooks test {hook} {sample}",
  verb: "test",
  missing: { hook: whichHook },
  args: z.object({
    hook,
    sample: argument(
      sampleKind,
      z
        .string()
        .trim()
        .regex(
          /^(?:title|group|severity|at)(?:\s|$)/,
          'For example: title "payments" severity critical at 23:30',
        )
        .max(300),
    ).describe('What to try, for example title "payments" severity critical at 23:30'),
  }),
  run: async ({ hook: named, sample }, context: AlertsContext, asker) =>
    tryOn(await findHook(named, context, tooMuchFor("test", exampleOfSample)), sample, context, asker),
});

/** `/db alerts hooks try checkout`: the same with its latest alerts. */
const tryRules = call({
  name: "hooks_try",
  title: "Try a hook's rules",
  summary: "Says where an alert would go, and posts nothing.",
  effect: "read",
  line: "alerts hooks try {hook} {words}",
  verb: "try",
  missing: { hook: whichHook },
  args: z.object({
    hook,
    words: argument(sampleKind, z.string().trim().max(300)).optional().describe("What to try"),
  }),
  asks: ruleAsks.try,
  run: async ({ hook: named, words = "" }, context: AlertsContext, asker) =>
    tryOn(await findHook(named, context, tooMuchFor("try", exampleOfSample)), words, context, asker),
});

const lastHours = argument(
  behindName(String.raw`(?:the )?(?:last )?\d{1,4}\s?(?:m|h|d)(?:in(?:ute)?s?|ours?|ays?)?`, {
    slot: {
      isOne: true,
      parts: [
        [/\b(\d+) ?(?:h|hours?|hrs?)\b/i, "$1h"],
        [/\b(?:today|this morning|tonight|last night|overnight)\b/i, "24h"],
        [/\b(?:last|past|one|a) day\b|\byesterday\b/i, "24h"],
        [/\b(?:two|2) days\b/i, "48h"],
        [/\b(?:last|past|one|an) hour\b/i, "1h"],
      ],
    },
  }),
  z.string().trim().max(300),
).describe("How far back, as in 24h");

/** `/db alerts hooks replay checkout 24h`: what its present rules would have done with its recent events. */
const replayCall = call({
  name: "hooks_replay",
  title: "Replay a hook's alerts",
  summary: "Says where the alerts of the last hours would go by the present rules, and posts nothing.",
  effect: "read",
  line: "alerts hooks replay {hook} {words}",
  verb: "replay",
  missing: { hook: whichHook },
  args: z.object({ hook, words: lastHours.optional() }),
  asks: ruleAsks.replay,
  run: async ({ hook: named, words = "" }, context: AlertsContext) =>
    replayHook(await findHook(named, context, notASpan), words, context),
});

const notASpan = (words: string, { name }: Hook) => texts.replayUsage(truncate(words, 40), name);

/** What can be asked for to try hooks and their rules. */
export const tryCalls = [test, testSample, tryRules, replayCall] as const;

/** Shows what a hook's rules do with a sample, or without one with its latest events. Posts nothing. */
async function tryOn(hook: Hook, sample: string, context: AlertsContext, asker: Asker): Promise<Reply> {
  if (sample === "") {
    const log = await context.eventLog(hook.id).since(context.now().getTime() - 2 * dayMs);
    const newestFirst = log.slice(-latest).toReversed();
    const samples = newestFirst.map(({ event, receivedAtMs }) => ({ event, at: new Date(receivedAtMs) }));
    return triedReply(hook, samples, false);
  }
  const zone = (await zoneOf(asker, context)) ?? "UTC";
  return triedReply(hook, [readSample(sample, zone, context.now())], true);
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
    actions([rulesButton(hook), testButton(hook)]),
  ]);
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
async function replayHook(hook: Hook, words: string, context: AlertsContext): Promise<Reply> {
  const lastMs = readSpan(words, hook);
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
    actions([rulesButton(hook)]),
  ]);
}

const unitsMs: Readonly<Record<string, number>> = { m: minuteMs, h: hourMs, d: 24 * hourMs };
/** The event log keeps no older events. */
const longestMs = 48 * hourMs;

function readSpan(words: string, hook: Hook): number {
  const text = words.trim().toLowerCase();
  if (text === "") return 24 * hourMs;
  const [, count, unit = ""] =
    /^(?:the )?(?:last )?(\d{1,4})\s*(m|h|d)(?:in(?:ute)?s?|ours?|ays?)?$/.exec(text) ?? [];
  const spanMs = Number(count) * (unitsMs[unit] ?? Number.NaN);
  if (spanMs > 0 && spanMs <= longestMs) return spanMs;
  throw new AppError("user", notASpan(words.trim(), hook));
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

import { z } from "zod";
import { actions } from "../../../platform/blocks/button.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, packed, section } from "../../../platform/blocks/text.ts";
import { hook } from "../../../platform/commands/arguments.ts";
import { argument } from "../../../platform/commands/arguments/kind.ts";
import { call } from "../../../platform/commands/call.ts";
import type { AlertsContext } from "../context.ts";
import { behindName, findHook, hookInMrkdwn, rulesButton } from "./parts.ts";
import { whichHook } from "./texts.ts";
import { AppError } from "../../../lib/errors.ts";
import type { Hook } from "./record.ts";
import { hourMs, minuteMs } from "../../../lib/duration.ts";
import * as texts from "./try-texts.ts";
import { type Route, formatRoutedEvent, formatRule, route } from "../routing/route.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { formatList, plural, truncate } from "../../../lib/text.ts";
import { eventLogLength, type LoggedEvent } from "../incident/event-log.ts";

const lastHours = argument(
  behindName(String.raw`(?:the )?(?:last )?\d{1,4}\s?(?:m|h|d)(?:in(?:ute)?s?|ours?|ays?)?`, {
    usage: ["24h"],
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
export const replayCall = call({
  name: "hooks_replay",
  title: "Replay a hook's alerts",
  summary: "Says where the alerts of the last hours would go by the present rules, and posts nothing.",
  effect: "read",
  isSecondary: true,
  line: "alerts hooks replay {hook} {words}",
  verb: "replay",
  missing: { hook: whichHook },
  args: z.object({ hook, words: lastHours.optional() }),
  asks: {
    means: ["replay", "replay {hook}", "would {hook} {words}", "replay rule|rules {hook}"],
    around: "alert hook rule rules time post trend test change would late replay",
    says: ["Replay the alerts of {hook}", ", {words}"],
  },
  run: async ({ hook: named, words = "" }, context: AlertsContext) =>
    replayHook(await findHook(named, context, notASpan), words, context),
});

const notASpan = (words: string, { name }: Hook) => texts.replayUsage(truncate(words, 40), name);

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

import { z } from "zod";
import { actions } from "../../../platform/blocks/button.ts";
import { formatChannel } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import { hook } from "../../../platform/commands/arguments.ts";
import { argument } from "../../../platform/commands/arguments/kind.ts";
import { call } from "../../../platform/commands/call.ts";
import type { AlertsContext } from "../context.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import {
  behindName,
  findHook,
  hookInMrkdwn,
  onHook,
  rulesButton,
  showButton,
  testButton,
  tooMuchFor,
} from "./parts.ts";
import { group, severity, title } from "./rules/command.ts";
import { whichHook } from "./texts.ts";
import { AppError } from "../../../lib/errors.ts";
import type { Hook } from "./record.ts";
import { testEvent, type TestWords } from "../senders/test-event.ts";
import { dayMs } from "../../../lib/duration.ts";
import { resumeButton } from "./lifecycle.ts";
import * as texts from "./try-texts.ts";
import { readSample, type Sample } from "./mapping/map.ts";
import { type Route, formatSampleOutcome, route } from "../routing/route.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";

/** As many as people take in at a glance. */
const latest = 5;

const exampleOfSample = ' title "payments" severity critical at 23:30';
const fillers = "(?:(?:and|if|where|when|then|is|the|its) )*";
const begins = String.raw`(?:title|group|severity|at(?= \d))`;

/** What to try the rules on, in the words of rules. */
const sampleKind = behindName(String.raw`${fillers}${begins}(?=\s|$).*`, {
  hasQuotes: true,
  usage: ["<sample>"],
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
  asks: {
    means: ["test {hook}", "test hook"],
    around: "alert hook post",
    says: ["Post a test alert through {hook}"],
  },
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
  isSecondary: true,
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
  isSecondary: true,
  line: "alerts hooks try {hook} {words}",
  verb: "try",
  missing: { hook: whichHook },
  args: z.object({
    hook,
    words: argument(sampleKind, z.string().trim().max(300)).optional().describe("What to try"),
  }),
  asks: {
    means: ["would {hook} {words}", "would {hook}", "test rule|rules {hook}", "explain {hook} {words}"],
    around: "alert hook rule rules post severity time test list late would",
    says: ["What the rules of {hook} would do", " with {words}"],
  },
  run: async ({ hook: named, words = "" }, context: AlertsContext, asker) =>
    tryOn(await findHook(named, context, tooMuchFor("try", exampleOfSample)), words, context, asker),
});

/** What can be asked for to try hooks and their rules. */
export const tryCalls = [test, testSample, tryRules] as const;

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

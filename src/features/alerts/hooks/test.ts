import { actions } from "../../../platform/blocks/button.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section, context as smallPrint } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { type NamedHook, hookInMrkdwn, showButton, testButton } from "./parts.ts";
import { AppError } from "../../../lib/errors.ts";
import type { Hook } from "./record.ts";
import { type TestWords, testEvent } from "../senders/test-event.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { dayMs } from "../../../lib/duration.ts";
import { resumeButton } from "./rotate.ts";
import { type Sample, readSample } from "./mapping/map.ts";
import { type Route, formatSampleOutcome, route, sampleOutcome } from "../routing/route.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";

/** As many as people take in at a glance. */
const latest = 5;

/** Shows what a hook's rules do with a sample, or without one with its latest events. Posts nothing. */
export async function tryHook(
  { hook, rest }: NamedHook,
  context: AlertsContext,
  asker: Asker,
): Promise<Reply> {
  if (rest.trim() === "") return triedReply(hook, await latestOf(hook, context), "what it was sent last");
  const zone = (await zoneOf(asker, context)) ?? "UTC";
  return triedReply(hook, [readSample(rest, zone, context.now())], "this sample");
}

/** The newest first. */
async function latestOf({ id }: Hook, context: AlertsContext): Promise<Sample[]> {
  const log = await context.eventLog(id).since(context.now().getTime() - 2 * dayMs);
  return log
    .slice(-latest)
    .toReversed()
    .map(({ event, receivedAtMs }) => ({ event, at: new Date(receivedAtMs) }));
}

function triedReply(hook: Hook, samples: readonly Sample[], what: string): Reply {
  const headline =
    samples.length === 0
      ? `${hookInMrkdwn(hook)} was sent nothing in the last two days.`
      : `What ${hookInMrkdwn(hook)} does by its present rules with ${what}:`;
  const hint = `Nothing is posted by this. \`/db hook test ${hook.name} title "payments" severity critical at 23:30\` tries a sample.`;
  return reply(
    [headline, ...samples.map(({ event, at }) => formatSampleOutcome(hook, event, at)), hint].join("\n"),
    [
      section(headline),
      ...samples.flatMap(({ event, at }) => sampleOutcome(hook, event, at)),
      smallPrint(hint),
      actions([commandButton("All rules", `hook rules ${hook.id}`), testButton(hook)]),
    ],
  );
}

/** Sends a test through a hook's inbox to its channel. With a sample, only shows what the rules do with it. */
export async function testHook(
  { hook, rest }: NamedHook,
  context: AlertsContext,
  asker: Asker,
): Promise<Reply> {
  if (rest.trim() !== "") return tryHook({ hook, rest }, context, asker);
  const name = hookInMrkdwn(hook);
  if (hook.paused) {
    const text = `${name} is paused, so a test would be told to nobody.`;
    return reply(text, [section(text), actions([resumeButton(hook), showButton(hook)])]);
  }
  const { channelId, isMuted, ruleNumber } = await sendTest(hook, context);
  const rule = ruleNumber === undefined ? "" : ` by its rule ${ruleNumber}`;
  const where = isMuted
    ? `Its rule ${ruleNumber ?? ""} mutes it, so nobody is told.`
    : `In a moment it shows ${formatChannel({ channelId })}${rule}.`;
  const text = `A test of ${name} is on its way. ${where} That tries the way from here to the channel; whether the sender reaches me, only a test of the sender's own can tell.`;
  return reply(text, [section(text), actions([showButton(hook)])]);
}

/**
 * Puts a test event into a hook's inbox, as a delivery does after its authentication. Returns its route. Fails as
 * limited if the inbox is over its limits.
 */
export async function sendTest(
  hook: Hook,
  {
    inbox,
    audit,
    ingestSoon,
    newId,
    now,
  }: Pick<AlertsContext, "inbox" | "audit" | "ingestSoon" | "newId" | "now">,
  words?: TestWords,
): Promise<Route> {
  const at = now();
  const test = testEvent(hook, newId(), at.getTime(), words);
  const expected = route(hook, test.event, at);
  const times = { receivedAtMs: at.getTime(), acceptedAtMs: at.getTime() };
  const { refused } = await audit.change(
    { action: "hook.test", subject: hook.name },
    () => inbox.accept(hook.id, [test], times),
    (acceptance) => (acceptance.refused ? undefined : {}),
  );
  if (refused)
    throw new AppError(
      "limited",
      "This hook, or all hooks of this workspace together, were sent more than they may be in a minute, so the test was not sent. Please try again in a minute.",
      { retryAfterMs: refused.forMs },
    );
  ingestSoon(hook.id);
  return expected;
}

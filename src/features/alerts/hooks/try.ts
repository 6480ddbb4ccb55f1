import { outcomeInWords, sampleOutcome } from "../routing/outcome.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import type { Hook } from "./record.ts";
import { zoneOf } from "../../../platform/jobs/zone-of.ts";
import type { NamedHook } from "./named.ts";
import { hookInMrkdwn, testButton } from "./parts.ts";
import { type Sample, readSample } from "./mapping/sample.ts";
import { dayMs } from "../../../lib/duration.ts";

/** As many as are read at a glance. */
const latest = 5;

/** Shows what a hook's rules make of a sample in words, or without one of what it was sent last. Nothing is posted. */
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
    [headline, ...samples.map(({ event, at }) => outcomeInWords(hook, event, at)), hint].join("\n"),
    [
      section(headline),
      ...samples.flatMap(({ event, at }) => sampleOutcome(hook, event, at)),
      smallPrint(hint),
      actions([commandButton("All rules", `hook rules ${hook.id}`), testButton(hook)]),
    ],
  );
}

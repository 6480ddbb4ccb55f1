import { sendTest } from "./send-test.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { placeInMrkdwn } from "../../../platform/blocks/place.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import type { NamedHook } from "./named.ts";
import { hookInMrkdwn, showButton } from "./parts.ts";
import { resumeButton } from "./pause.ts";
import { tryHook } from "./try.ts";

/** Sends a test of our own the way that alerts go, all but the sender's part; a sample in words is not sent, only tried. */
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
    : `In a moment it shows ${placeInMrkdwn({ channelId })}${rule}.`;
  const text = `A test of ${name} is on its way. ${where} That tries the way from here to the channel; whether the sender reaches me, only a test of the sender's own can tell.`;
  return reply(text, [section(text), actions([showButton(hook)])]);
}

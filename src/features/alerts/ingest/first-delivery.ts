import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { AlertEvent } from "../incident/event-record.ts";
import type { Hook } from "../hooks/record.ts";
import { isOwnTest } from "../senders/test-event.ts";
import { pathsToMap } from "../hooks/mapping/map.ts";
import { type WholeText, wholeText } from "../message/body.ts";

type Context = Pick<AlertsContext, "hooks" | "alertBodies" | "messenger" | "log">;

/** Announces once to a hook's creator how its first delivery was read. A failure to post is only logged. */
export async function announceFirstDelivery(
  { hooks, alertBodies, messenger, log }: Context,
  hook: Hook,
  events: readonly AlertEvent[],
): Promise<void> {
  const event = events.find((each) => !isOwnTest(each));
  if (!hook.awaited || !event) return;
  // Only the process that removes `awaited` announces it.
  let awaited: Hook["awaited"];
  await hooks.change(hook.id, (present) => {
    awaited = present.awaited;
    return { ...present, awaited: undefined };
  });
  if (!awaited) return;
  const { userId, channelId } = awaited;
  const whole = await wholeText({ hookId: hook.id, latest: event }, { alertBodies });
  const words = firstDeliveryReply(hook, event, whole);
  try {
    await messenger.whisper(channelId, userId, words);
  } catch (error) {
    // The person may have left that channel, or the app is not in it.
    log.info({ err: error, hookId: hook.id }, "the first delivery is announced in direct messages");
    await messenger.post(userId, words).catch((err: unknown) => {
      if (!isAppError(err, "forbidden", "missing", "limited", "upstream")) throw err;
      log.info({ err, hookId: hook.id }, "the first delivery cannot be announced");
    });
  }
}

/** The announcement of the first delivery: how it was read. */
export function firstDeliveryReply(
  hook: Hook,
  event: AlertEvent,
  whole: WholeText = { text: event.body },
): Reply {
  const name = `*${escapeName(hook.name)}*`;
  if (event.isUnreadable) return unreadableReply(hook, whole);
  const headline = `The first delivery of ${name} has arrived. It was read like this:`;
  const lines = factsOf(event).map(([fact, value]) => `• ${fact}: ${value}`);
  const small = `Not as it should be? ${code(`/db hook map ${hook.name}`)} says how to read it otherwise.`;
  const said = [headline, ...lines].join("\n");
  return reply(`${said}\n${small}`, [section(said), smallPrint(small)]);
}

function unreadableReply(hook: Hook, whole: WholeText): Reply {
  const headline = `The first delivery of *${escapeName(hook.name)}* has arrived, and could not be read. It shows ${formatChannel(hook)} as it is, with the raw text in its thread.`;
  const paths = pathsToMap(whole.text);
  const mapping = code(`/db hook map ${hook.name} title=<path> state=<path>`);
  const notRead =
    whole.wholeBytes === undefined
      ? "It is no JSON with anything in it: see to the body that the sender was given to send."
      : "Its whole text is no longer kept, so its parts cannot be listed. Send it again to see them.";
  const whatNow =
    paths.length > 0 ? ["Say which of its parts are the title and the rest:", ...paths, mapping] : [notRead];
  const said = [headline, ...whatNow].join("\n");
  return reply(said, [section(said)]);
}

/** The facts that were read, as names and mrkdwn. */
function factsOf(event: AlertEvent): (readonly [string, string])[] {
  const { sender, state, stateWord, title, key, group, severity, link } = event;
  const word = stateWord === undefined ? "" : ` (${code(stateWord)})`;
  return [
    ["Read as", code(sender)],
    ["State", event.isTest ? `a test${word}` : `${stateTexts[state]}${word}`],
    ["Title", escapeName(title, 300)],
    ["Key, the same in all states of one alert", code(key.slice(0, 200))],
    ...(group === undefined ? [] : [["Group", escapeName(group, 200)] as const]),
    ...(severity === undefined ? [] : [["Severity", severity] as const]),
    ["Link", link === undefined ? "none" : "yes"],
  ];
}

const stateTexts: Record<AlertEvent["state"], string> = {
  firing: "firing",
  resolved: "resolved",
  unclear: "neither firing nor resolved",
};

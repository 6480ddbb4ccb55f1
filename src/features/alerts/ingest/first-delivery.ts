import { code, escapeName, formatChannel } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { AlertsContext, HookPart } from "../context.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { AlertEvent } from "../incident/event-record.ts";
import type { Hook } from "../hooks/record.ts";
import { typed } from "../hooks/texts.ts";
import * as texts from "./texts.ts";
import { linksLine } from "../message/buttons.ts";
import { subscriptionSender } from "../senders/sns.ts";
import { isOwnTest } from "../senders/test-event.ts";
import { pathsToMap } from "../hooks/mapping/map.ts";
import { type WholeText, wholeText } from "../message/body.ts";

type Context = Pick<AlertsContext, "hooks" | "hookParts" | "alertBodies" | "messenger" | "log">;

/** Announces once to a hook's creator how its first delivery was read. A failure to post is only logged. */
export async function announceFirstDelivery(
  { hooks, hookParts, alertBodies, messenger, log }: Context,
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
  const words = firstDeliveryReply(hook, event, { hookParts, whole });
  try {
    await messenger.whisper(channelId, userId, words);
  } catch (error) {
    // The person may have left that channel, or the app is not in it.
    log.info({ err: error, hookId: hook.id }, "announcing a first delivery in direct messages");
    await messenger.post(userId, words).catch((err: unknown) => {
      if (!isAppError(err, "forbidden", "missing", "limited", "upstream")) throw err;
      log.info({ err, hookId: hook.id }, "couldn't announce a first delivery");
    });
  }
}

/** The announcement of the first delivery: how it was read. */
export function firstDeliveryReply(
  hook: Hook,
  event: AlertEvent,
  {
    hookParts = [],
    whole = { text: event.body },
  }: { hookParts?: readonly HookPart[]; whole?: WholeText } = {},
): Reply {
  const name = `*${escapeName(hook.name)}*`;
  for (const part of hookParts) {
    const own = part.sayFirst?.(name, event);
    if (own !== undefined) return say(own);
  }
  if (event.isUnreadable) return unreadableReply(hook, whole);
  const link = event.sender === subscriptionSender ? linksLine(event) : undefined;
  if (link !== undefined) return say(texts.subscription(name, link));
  const headline = texts.firstDelivery(name);
  const lines = factsOf(event).map(([fact, value]) => `• ${fact}: ${value}`);
  const small = texts.firstDeliveryHint(hook.name);
  const said = [headline, ...lines].join("\n");
  return reply(`${said}\n${small}`, [section(said), smallPrint(small)]);
}

function unreadableReply(hook: Hook, whole: WholeText): Reply {
  const headline = texts.firstUnread(`*${escapeName(hook.name)}*`, formatChannel(hook));
  const paths = pathsToMap(whole.text);
  const mapping = code(typed(`map ${hook.name} title=<path> state=<path>`));
  const notRead = whole.wholeBytes === undefined ? texts.firstNotJson : texts.firstGone;
  const whatNow = paths.length > 0 ? [texts.firstMap, ...paths, mapping] : [notRead];
  const said = [headline, ...whatNow].join("\n");
  return reply(said, [section(said)]);
}

/** The facts that were read, as names and mrkdwn. */
function factsOf(event: AlertEvent): (readonly [string, string])[] {
  const { sender, state, stateWord, title, key, group, severity, link, runbook } = event;
  const { firstFacts: names } = texts;
  const word = stateWord === undefined ? "" : ` (${code(stateWord)})`;
  return [
    [names.sender, code(sender)],
    [names.state, event.isTest ? `${names.aTest}${word}` : `${texts.states[state]}${word}`],
    [names.title, escapeName(title, 300)],
    [names.key, code(key.slice(0, 200))],
    ...(group === undefined ? [] : [[names.group, escapeName(group, 200)] as const]),
    ...(severity === undefined ? [] : [[names.severity, severity] as const]),
    [names.link, link === undefined ? names.none : names.yes],
    ...(runbook === undefined ? [] : [[names.runbook, names.yes] as const]),
  ];
}

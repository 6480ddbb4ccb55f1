import { titleFromElsewhere, type Incident, type MadeAlert } from "../../../alerts/index.ts";
import { actions } from "../../../../platform/blocks/button.ts";
import { commandButton } from "../../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../../platform/blocks/escape.ts";
import { link, messageLink, formatChannel } from "../../../../platform/blocks/link.ts";
import { type Reply, reply } from "../../../../platform/blocks/reply.ts";
import { section } from "../../../../platform/blocks/text.ts";
import type { ObservabilityContext } from "../../context.ts";
import { postOnce } from "../../../../platform/jobs/post-once.ts";
import type { MessageRef } from "../../../../platform/jobs/messenger.ts";
import { isAppError } from "../../../../lib/errors.ts";
import { wordOfTarget } from "../../target.ts";

/** That an alert which was made here fired for the first time. */
interface FirstEvent {
  alert: MadeAlert;
  incident: Incident;
  /** Where its message stands; absent where it has none after a while. */
  message: MessageRef | undefined;
}

type Context = Pick<ObservabilityContext, "messenger" | "posts" | "now" | "log">;

/**
 * Tells an alert's maker once that it fired for the first time. It is a direct message, because they may be away from
 * the channel. When a process dies right after Slack took it, it is sent again: Slack finds no marks by a user's id.
 */
export async function tellFirstEvent(
  event: FirstEvent,
  { messenger, posts, now, log }: Context,
): Promise<void> {
  const { alertId, userId } = event.alert;
  const key = `first-event:${alertId}`;
  try {
    await postOnce({ messenger, posts, now }, { key, channelId: userId, reply: firstEventReply(event) });
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    log.info({ err: error, alertId }, "the first event of an alert cannot be told");
    await posts.posted(key, { claimedAt: now().toISOString(), messageRef: { channelId: userId, ts: "" } });
  }
}

/** What its maker is told, with the way to its message and to the alert. */
export function firstEventReply({ alert, incident, message }: FirstEvent): Reply {
  const title = titleFromElsewhere(incident.latest.title);
  const where = formatChannel(incident);
  const shown = message
    ? `${link(messageLink(message), "Its message")} is ${where}.`
    : `It goes on ${where}.`;
  const said = `The alert *${escapeName(alert.name)}*, which you created, fired for the first time: “${title}”. ${shown}`;
  const show = commandButton("Show alert", `alerts show ${alert.alertId} ${wordOfTarget(alert)}`);
  return reply(said, [section(said), actions([show])]);
}

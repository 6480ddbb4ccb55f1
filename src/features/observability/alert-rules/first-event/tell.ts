import { titleFromElsewhere, type Incident, type MadeAlert } from "../../../alerts/index.ts";
import { actions } from "../../../../platform/blocks/button.ts";
import { commandButton } from "../../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../../platform/blocks/escape.ts";
import { link, messageLink, placeInMrkdwn } from "../../../../platform/blocks/link.ts";
import { type Reply, reply } from "../../../../platform/blocks/reply.ts";
import { section } from "../../../../platform/blocks/text.ts";
import type { ObservabilityContext } from "../../context.ts";
import type { MessagePlace } from "../../../../platform/jobs/messenger.ts";
import { isAppError } from "../../../../lib/errors.ts";
import { wordOfPlace } from "../../target.ts";

/** That an alert which was made here fired for the first time. */
interface FirstEvent {
  alert: MadeAlert;
  incident: Incident;
  /** Where its message stands; absent where it has none after a while. */
  message: MessagePlace | undefined;
}

type Context = Pick<ObservabilityContext, "messenger" | "posts" | "now" | "log">;

/**
 * Tells an alert's maker, in direct messages, that it fired for the first time: that may be at night, and what is whispered
 * in a channel is seen by who is there. Once for ever, but for a process that dies right after Slack took it: then it is
 * said again. Who cannot be told any more is not waited for.
 */
export async function tellFirstEvent(
  event: FirstEvent,
  { messenger, posts, now, log }: Context,
): Promise<void> {
  const { alertId, userId } = event.alert;
  const key = `first-event:${alertId}`;
  if (await posts.placeOf(key)) return;
  const at = now();
  const claim = await posts.claim(key, at);
  if (claim.before?.place) return;
  const words = firstEventReply(event);
  const place = await posts.holding(claim, async () => {
    try {
      return await messenger.post(userId, words);
    } catch (error) {
      // What Slack may have taken keeps its hold for a while.
      if (!isAppError(error, "upstream")) await posts.release(claim);
      if (!isAppError(error, "forbidden", "missing")) throw error;
      log.info({ err: error, alertId }, "the first event of an alert cannot be told");
      return { channelId: userId, ts: "" };
    }
  });
  await posts.posted(key, { claimedAt: at.toISOString(), place });
}

/** What its maker is told, with the way to its message and to the alert. */
export function firstEventReply({ alert, incident, message }: FirstEvent): Reply {
  const title = titleFromElsewhere(incident.latest.title);
  const where = placeInMrkdwn(incident);
  const shown = message
    ? `${link(messageLink(message), "Its message")} is ${where}.`
    : `It goes on ${where}.`;
  const said = `The alert *${escapeName(alert.name)}*, which you created, fired for the first time: “${title}”. ${shown}`;
  const show = commandButton("Show alert", `alerts show ${alert.alertId} ${wordOfPlace(alert)}`);
  return reply(said, [section(said), actions([show])]);
}

import type { Outcome, Person, StopRequest } from "../protocol.ts";
import type { Slack } from "../slack.ts";
import { hasStopButton, sessionOf, stopEvent } from "../sessions.ts";
import { sendEvent } from "../to-app/events.ts";
import { gone } from "./outcome.ts";

/** Clicks the stop button of a thread in which the app works. The app ends the status itself. */
export function stop(slack: Slack, person: Person, { channel, threadTs }: StopRequest): Outcome {
  const { workspace } = slack;
  const session = sessionOf(workspace, channel, threadTs);
  if (session?.status !== "processing" || !hasStopButton(workspace)) return gone;
  sendEvent(slack, {
    type: stopEvent,
    channel,
    user: person.id,
    thread_ts: threadTs,
    streaming_message_ts: [],
  });
  return { ok: true };
}

import type { Outcome, Person, StopRequest } from "../protocol.ts";
import type { Sandbox } from "../sandbox.ts";
import { hasStopButton, sessionOf, stopEvent } from "../sessions.ts";
import { sendEvent } from "../to-app/events.ts";
import { gone } from "./outcome.ts";

/** Clicks the stop button of a thread in which the app works. The app ends the status itself. */
export function stop(sandbox: Sandbox, person: Person, { channel, threadTs }: StopRequest): Outcome {
  const { workspace } = sandbox;
  const session = sessionOf(workspace, channel, threadTs);
  if (session?.status !== "processing" || !hasStopButton(workspace)) return gone;
  sendEvent(sandbox, {
    type: stopEvent,
    channel,
    user: person.id,
    thread_ts: threadTs,
    streaming_message_ts: [],
  });
  return { ok: true };
}

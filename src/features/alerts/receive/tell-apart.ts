import type { AlertEvent } from "../incident/event-record.ts";
import type { Received } from "./accept.ts";
import { ttlInSeconds } from "../../../platform/redis/keys.ts";
import { hashJson } from "../../../lib/hash.ts";

/**
 * The events of one delivery, each with what tells it from a repetition of the same delivery: the sender's own id of the
 * delivery, else the window that the event is of, else for half a minute its text.
 */
export function toldApart(events: readonly AlertEvent[], deliveryId: string | undefined): Received[] {
  return events.map((event, index) => {
    if (deliveryId !== undefined) return ofDelivery(event, [deliveryId, index]);
    return event.startsAtMs !== undefined && event.endsAtMs !== undefined ? ofWindow(event) : ofText(event);
  });
}

/** With key and state, so that a sender that uses one id for all it sends loses nothing. */
function ofDelivery(event: AlertEvent, delivery: readonly [id: string, index: number]): Received {
  const dedupeId = hashJson(["delivery", ...delivery, event.key, event.state]);
  return { event, dedupeId, dedupeSeconds: ttlInSeconds.seenWindow };
}

function ofWindow(event: AlertEvent): Received {
  const { key, state, startsAtMs, endsAtMs } = event;
  const dedupeId = hashJson(["window", key, state, startsAtMs, endsAtMs]);
  return { event, dedupeId, dedupeSeconds: ttlInSeconds.seenWindow };
}

function ofText(event: AlertEvent): Received {
  const { key, state, title, body, startsAtMs } = event;
  const dedupeId = hashJson(["text", key, state, title, body, startsAtMs]);
  return { event, dedupeId, dedupeSeconds: ttlInSeconds.seenText };
}

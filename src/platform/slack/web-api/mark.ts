import { z } from "zod";

const eventType = "quartermaster_message";

const Marked = z.looseObject({
  event_type: z.literal(eventType),
  event_payload: z.looseObject({ mark: z.string() }),
});

/** Message metadata that carries a mark; people do not see it. */
export function marked(mark: string) {
  return { event_type: eventType, event_payload: { mark } };
}

/** True for the metadata of a message that was posted with this mark. */
export function isMarked(metadata: unknown, mark: string): boolean {
  const parsed = Marked.safeParse(metadata);
  return parsed.success && parsed.data.event_payload.mark === mark;
}

/** A time as Slack writes it in a message's `ts`: seconds since 1970, with a fraction. */
export function slackTime(date: Date): string {
  return (date.getTime() / 1_000).toFixed(6);
}

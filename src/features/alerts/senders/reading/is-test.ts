import { firstText, textOf } from "./fields.ts";

/**
 * Whether the observability system sent it because somebody pressed "send test". The state of a test tells only where no
 * id and no title do: an alert that lost its data may have it, too, and that is no test.
 */
export function isTest({ id, title, states }: { id?: unknown; title: unknown; states: unknown[] }): boolean {
  const [eventId, titled] = [textOf(id).trim(), textOf(title).trim()];
  if (eventId === "test-event-id" || /^\W*Test Webhook from/i.test(titled)) return true;
  if (eventId !== "" || titled !== "") return false;
  return /^insufficient[_ ]?data$/i.test(firstText(...states).trim());
}

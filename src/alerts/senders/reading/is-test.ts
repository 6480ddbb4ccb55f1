import { firstText, textOf } from "./fields.ts";

/** Whether the observability system sent it because somebody pressed "send test". */
export function isTest({ id, title, states }: { id?: unknown; title: unknown; states: unknown[] }): boolean {
  if (textOf(id).trim() === "test-event-id" || /^\W*Test Webhook from/i.test(textOf(title))) return true;
  return /^insufficient[_ ]?data$/i.test(firstText(...states).trim());
}

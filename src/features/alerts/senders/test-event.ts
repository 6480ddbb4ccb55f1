import type { AlertEvent } from "../incident/event-record.ts";
import type { Hook } from "../hooks/record.ts";
import type { Received } from "../receive/accept.ts";

/** The sender of tests of our own. */
const testSender = "quartermaster";

/** True for a test of our own, which says nothing of how a sender was set up. */
export function isOwnTest({ sender }: Pick<AlertEvent, "sender">): boolean {
  return sender === testSender;
}

/** What a test says, and where it leads, where it is more than of the hook itself. */
export interface TestWords {
  title: string;
  /** http(s) only. */
  link?: string | undefined;
}

/** An event of no alert, each an incident of its own, to try the way from a hook to its channel. */
export function testEvent(
  { name }: Pick<Hook, "name">,
  id: string,
  atMs: number,
  { title, link }: TestWords = { title: `The hook “${name}” reaches this channel` },
): Received {
  const event: AlertEvent = {
    sender: testSender,
    key: `test:${id}`,
    title,
    alertName: "Test",
    body: "",
    state: "unclear",
    stateWord: "test",
    isTest: true,
    ...(link !== undefined && { link }),
    atMs,
  };
  return { event, dedupeId: `test:${id}`, dedupeSeconds: 60 };
}

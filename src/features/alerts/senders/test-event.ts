import type { AlertEvent } from "../incident/event-record.ts";
import type { Hook } from "../hooks/record.ts";
import { testTitle } from "../hooks/try-texts.ts";
import type { Received } from "../receive/accept.ts";

/** The sender's name of our own tests. */
const testSender = "quartermaster";

/** True for our own test. It says nothing about how a sender was set up. */
export function isOwnTest({ sender }: Pick<AlertEvent, "sender">): boolean {
  return sender === testSender;
}

/** The title and the link of a test that is about more than the hook itself. */
export interface TestWords {
  title: string;
  /** http(s) only. */
  link?: string | undefined;
}

/** An event that tests the route from a hook to its channel. Each one is an incident of its own. */
export function testEvent(
  { name }: Pick<Hook, "name">,
  id: string,
  atMs: number,
  { title, link }: TestWords = { title: testTitle(name) },
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

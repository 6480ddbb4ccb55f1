import { fits } from "@quartermaster/local-slack/person";
import type { SeenMessage, SlackPerson } from "./slack-person.ts";

/** Types a command into #databases, and waits for the answer to it. */
export async function answerTo(
  person: SlackPerson,
  text: string,
  expected: string | RegExp,
): Promise<SeenMessage> {
  const before = new Set((await person.messages("databases")).map(({ ts }) => ts));
  await person.command("databases", text);
  return person.waitForMessage("databases", (message) => !before.has(message.ts) && fits(message, expected));
}

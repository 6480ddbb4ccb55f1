import type { Logger } from "pino";
import { escapeName } from "../blocks/escape.ts";
import { AppError } from "../../lib/errors.ts";
import type { KnownPeople } from "./known-people.ts";

// A name isn't worth a long wait, and people are read ahead when they do something.
const maxWaitMs = 1_000;

interface Reading {
  people: Pick<KnownPeople, "find">;
  log: Logger;
}

/** A person's full name in Slack, escaped for mrkdwn. "someone" if Slack doesn't give it now. It never fails. */
export async function fullName(userId: string, { people, log }: Reading): Promise<string> {
  return escapeName(await nameOf(userId, { people, log }));
}

/** The same in plain text. */
export async function nameOf(userId: string, { people, log }: Reading): Promise<string> {
  try {
    const { name } = await people.find(userId, { maxWaitMs });
    return name.trim() === "" ? unnamed : name;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.info({ err: error }, "couldn't read a person's name");
    return unnamed;
  }
}

const unnamed = "someone";

/** A person as a mention in mrkdwn. Slack shows their present name. In a new message it notifies them. */
export function mentionOf(userId: string): string {
  return `<@${userId}>`;
}

import type { RespondFn } from "@slack/bolt";
import type { Reply } from "../blocks/reply.ts";
import type { MessagePlace, Messenger } from "../delivery/messenger.ts";
import { type Say, responding } from "./respond.ts";

/** How what is said of one command reaches its asker. */
export interface Voices {
  /** How far it came; the answer takes its place wherever it can. */
  progress: Say;
  answer: Say;
  /** Why there is no answer. */
  failure: Say;
}

/** To a slash command: the first post is a message of its own, and what follows takes its place. */
export function voicesOfCommand(respond: RespondFn): Voices {
  const { inPlace: say } = responding(respond);
  return { progress: say, answer: say, failure: say };
}

/** To a click: a turned page is shown in its own place, and stays where there is none; another answer is a message of its own. */
export function voicesOfClick(respond: RespondFn, turns: boolean): Voices {
  const { newMessage, inPlace } = responding(respond);
  if (turns) return { progress: inPlace, answer: inPlace, failure: newMessage };
  // The original is somebody else's to keep, and only it could be replaced: so progress is told once.
  return { progress: once(newMessage), answer: newMessage, failure: newMessage };
}

/** In a person's direct messages, where the answer takes the place of what was told of progress. */
export function voicesInMessages(messenger: Pick<Messenger, "post" | "update">, userId: string): Voices {
  let told: MessagePlace | undefined;
  const say: Say = async (reply: Reply) => {
    if (told) await messenger.update(told, reply);
    else told = await messenger.post(userId, reply);
  };
  return { progress: say, answer: say, failure: say };
}

function once(say: Say): Say {
  let said = false;
  return async (reply) => {
    if (said) return;
    said = true;
    await say(reply);
  };
}

import type { RespondFn } from "@slack/bolt";
import type { Logger } from "pino";
import { type Reply, say } from "../../blocks/reply.ts";
import type { MessageRef, Messenger } from "../../jobs/messenger.ts";
import { isAppError } from "../../../lib/errors.ts";
import { type Say, responding, saidAlone } from "./respond.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { Responder } from "../../commands/command.ts";

/** Tells of progress, and knows whether anything was told. */
interface Told extends Responder {
  anything(): boolean;
  /** Tells nothing more, and waits for what is on its way, so that it comes before what is said next; for 5 s at most. */
  end(): Promise<void>;
}

/** How often progress may be told. */
export interface Pace {
  /** How many times in all. */
  most: number;
  /** Quicker work shows none. */
  firstAfterMs: number;
  leastGapMs: number;
  /** By how much longer each gap is than the one before. */
  slowDown: number;
}

// https://docs.slack.dev/interactivity/handling-user-interaction: a response_url takes five posts. The answer needs
// one, and another one where Slack refuses its blocks. The last ones are left for work that takes minutes.
export const fewPosts: Pace = { most: 3, firstAfterMs: 1_500, leastGapMs: 6_000, slowDown: 4 };

// https://docs.slack.dev/reference/methods/chat.update: 50 a minute for everybody in the workspace. The first takes a
// person elsewhere, so it has to be worth the way.
export const manyEdits: Pace = { most: Infinity, firstAfterMs: 4_000, leastGapMs: 3_000, slowDown: 1 };

const longestEndMs = 5_000;

/**
 * Tells of progress at a pace. `say` shows it; what cannot be shown is let go, since the answer is what counts.
 */
export function tellThrough(
  say: Say,
  { most, firstAfterMs, leastGapMs, slowDown }: Pace,
  now: () => number,
  onFailure: (error: unknown) => void,
): Told {
  let told = 0;
  let nextAtMs = now() + firstAfterMs;
  let under: Promise<unknown> = Promise.resolve();
  let ended = false;
  return {
    anything: () => told > 0,
    async progress(reply) {
      if (ended || told >= most || now() < nextAtMs) return;
      told += 1;
      nextAtMs = now() + leastGapMs * slowDown ** (told - 1);
      // One after the other, so that an older one never stands over a newer.
      under = under.then(() => say(reply)).catch(onFailure);
      await under;
    },
    async end() {
      ended = true;
      await Promise.race([under, sleep(longestEndMs, undefined, { ref: false })]);
    },
  };
}

/** How what is said of one command reaches its asker. */
export interface CommandResponder {
  /** How far it came; the answer takes its place. */
  progress: Say;
  pace: Pace;
  answer: Say;
  /** Why there is no answer. */
  failure: Say;
}

/** Who is answered, and what edits messages. */
interface Asked {
  messenger: Pick<Messenger, "post" | "update" | "whisper">;
  userId: string;
  channelId?: string | undefined;
  log: Pick<Logger, "info">;
}

/** To a turned page: all is said in its own place, and the page stays where there is no answer. */
export function responderInMessage(respond: RespondFn, asked: Asked): CommandResponder {
  const { newMessage, inMessage, progress } = responding(respond, saidAlone(asked, asked.log));
  return { progress, pace: fewPosts, answer: inMessage, failure: newMessage };
}

/** In a person's direct messages, where the answer takes the place of what was told of progress. */
export function responderInMessages({
  messenger,
  userId,
}: Pick<Asked, "messenger" | "userId">): CommandResponder {
  const { tell } = oneMessage(messenger, userId);
  return { progress: tell, pace: manyEdits, answer: tell, failure: tell };
}

const elsewhere = {
  begun: say(
    "This takes a while. I show in your direct messages with me how far it is, and then the answer.",
  ),
  ended: say("Done: see your direct messages with me."),
};

/**
 * To a slash command, or a button whose answer is a message of its own: a message only its asker sees. What is said
 * there cannot be changed any more (https://github.com/slackapi/bolt-js/issues/2287), so work that takes a while is told
 * of and answered in one message in their direct messages.
 */
export function responderOf(respond: RespondFn, asked: Asked): CommandResponder {
  const { messenger, userId, channelId } = asked;
  const { newMessage } = responding(respond, saidAlone(asked, asked.log));
  const { tell, messageRef } = oneMessage(messenger, userId);

  /** Points to the direct messages, for who is not looking at them. */
  async function point(words: Reply): Promise<void> {
    if (messageRef()?.channelId !== channelId) await newMessage(words);
  }

  async function progress(reply: Reply): Promise<void> {
    const isFirst = messageRef() === undefined;
    await tell(reply);
    if (isFirst) await point(elsewhere.begun);
  }

  async function answer(reply: Reply): Promise<void> {
    if (!messageRef()) return void (await newMessage(reply));
    try {
      await tell(reply);
    } catch (error) {
      // They may have deleted it meanwhile.
      if (!isAppError(error, "missing", "forbidden")) throw error;
      return void (await newMessage(reply));
    }
    await point(elsewhere.ended);
  }

  return { progress, pace: manyEdits, answer, failure: answer };
}

/** A message in somebody's direct messages that every further word takes the place of. */
function oneMessage(
  messenger: Asked["messenger"],
  userId: string,
): { tell: Say; messageRef: () => MessageRef | undefined } {
  let told: MessageRef | undefined;
  return {
    messageRef: () => told,
    async tell(reply) {
      if (told) await messenger.update(told, reply);
      else told = await messenger.post(userId, reply);
    },
  };
}

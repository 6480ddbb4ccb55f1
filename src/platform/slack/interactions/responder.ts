import type { RespondFn } from "@slack/bolt";
import type { Logger } from "pino";
import { type Reply, say } from "../../blocks/reply.ts";
import type { MessageRef, Messenger } from "../../jobs/messenger.ts";
import { isAppError } from "../../../lib/errors.ts";
import { type Say, responding, saidAlone } from "./respond.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { Responder } from "../../commands/command.ts";

/** Shows progress, and knows if it showed any. */
interface PacedProgress extends Responder {
  anything(): boolean;
  /** Shows nothing more, and waits at most 5 s for what is being sent, so that it arrives first. */
  end(): Promise<void>;
}

/** How often progress may be shown. */
export interface Pace {
  /** The total number. */
  most: number;
  /** Quicker work shows none. */
  firstAfterMs: number;
  leastGapMs: number;
  /** How much longer each gap is than the one before. */
  slowDown: number;
}

// https://docs.slack.dev/interactivity/handling-user-interaction: a response_url takes five posts. The reply needs
// one, and a second if Slack refuses its blocks. The last ones are for work that takes minutes.
export const fewPosts: Pace = { most: 3, firstAfterMs: 1_500, leastGapMs: 6_000, slowDown: 4 };

// https://docs.slack.dev/reference/methods/chat.update: 50 a minute for the whole workspace. The first takes a person
// to another conversation, so it must be worth it.
export const manyEdits: Pace = { most: Infinity, firstAfterMs: 4_000, leastGapMs: 3_000, slowDown: 1 };

const longestEndMs = 5_000;

/** Shows progress at a pace, with `say`. Progress that cannot be shown is dropped, because the reply is what counts. */
export function pacedProgress(
  say: Say,
  { most, firstAfterMs, leastGapMs, slowDown }: Pace,
  now: () => number,
  onFailure: (error: unknown) => void,
): PacedProgress {
  let shown = 0;
  let nextAtMs = now() + firstAfterMs;
  let sending: Promise<unknown> = Promise.resolve();
  let ended = false;
  return {
    anything: () => shown > 0,
    async progress(reply) {
      if (ended || shown >= most || now() < nextAtMs) return;
      shown += 1;
      nextAtMs = now() + leastGapMs * slowDown ** (shown - 1);
      // One after the other, so that an older one never replaces a newer one.
      sending = sending.then(() => say(reply)).catch(onFailure);
      await sending;
    },
    async end() {
      ended = true;
      await Promise.race([sending, sleep(longestEndMs, undefined, { ref: false })]);
    },
  };
}

/** The ways to reply to one command. */
export interface CommandResponder {
  /** Shows progress. The reply replaces it. */
  progress: Say;
  pace: Pace;
  answer: Say;
  /** Says why there is no reply. */
  failure: Say;
}

/** The asker, and the messenger that edits messages. */
interface Asked {
  messenger: Pick<Messenger, "post" | "update" | "whisper">;
  userId: string;
  channelId?: string | undefined;
  log: Pick<Logger, "info">;
}

/** For a page button: replies replace the page, which stays if there is none. */
export function responderInMessage(respond: RespondFn, asked: Asked): CommandResponder {
  const { newMessage, inMessage, progress } = responding(respond, saidAlone(asked, asked.log));
  return { progress, pace: fewPosts, answer: inMessage, failure: newMessage };
}

const elsewhere = {
  begun: say(
    "This takes a while. I show in your direct messages with me how far it is, and then the answer.",
  ),
  ended: say("Done: see your direct messages with me."),
};

/**
 * For a slash command, or a button with a message of its own: a message that only its asker sees. It cannot be
 * changed later (https://github.com/slackapi/bolt-js/issues/2287), so slow work shows its progress and reply in
 * direct messages.
 */
export function responderOf(respond: RespondFn, asked: Asked): CommandResponder {
  const { messenger, userId, channelId } = asked;
  const { newMessage } = responding(respond, saidAlone(asked, asked.log));
  const { show, messageRef } = oneMessage(messenger, userId);

  /** Points to the direct message, for a person who does not see it. */
  async function pointThere(words: Reply): Promise<void> {
    if (messageRef()?.channelId !== channelId) await newMessage(words);
  }

  async function progress(reply: Reply): Promise<void> {
    const isFirst = messageRef() === undefined;
    await show(reply);
    if (isFirst) await pointThere(elsewhere.begun);
  }

  async function answer(reply: Reply): Promise<void> {
    if (!messageRef()) return void (await newMessage(reply));
    try {
      await show(reply);
    } catch (error) {
      // They may have deleted it in the meantime.
      if (!isAppError(error, "missing", "forbidden")) throw error;
      return void (await newMessage(reply));
    }
    await pointThere(elsewhere.ended);
  }

  return { progress, pace: manyEdits, answer, failure: answer };
}

/** One direct message that each further reply replaces. */
function oneMessage(
  messenger: Asked["messenger"],
  userId: string,
): { show: Say; messageRef: () => MessageRef | undefined } {
  let shown: MessageRef | undefined;
  return {
    messageRef: () => shown,
    async show(reply) {
      if (shown) await messenger.update(shown, reply);
      else shown = await messenger.post(userId, reply);
    },
  };
}

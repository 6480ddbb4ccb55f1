import type { RespondFn } from "@slack/bolt";
import { type Asked, type Say, respondingTo } from "./respond.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { Responder } from "../../commands/found.ts";

/** Shows progress, and knows if it showed any. */
interface PacedProgress extends Responder {
  anything(): boolean;
  /** Shows nothing more, and waits at most 5 s for what is being sent, so it arrives first. */
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

// A slash command cannot change its earlier replies (https://github.com/slackapi/bolt-js/issues/2287), so one note has
// to do.
export const oneNote: Pace = { most: 1, firstAfterMs: 2_000, leastGapMs: 0, slowDown: 1 };

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
      // One after the other, so an older one never replaces a newer one.
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

/** For a page button: replies replace the page, which stays if there is none. */
export function responderInMessage(respond: RespondFn, asked: Asked): CommandResponder {
  const { newMessage, inMessage, progress } = respondingTo(respond, asked);
  return { progress, pace: fewPosts, answer: inMessage, failure: newMessage };
}

/**
 * For a slash command, or a button with a message of its own: messages where it was asked that only its asker sees. Slow
 * work shows one note before its answer. After the half hour that Slack allows, the answer is a direct message.
 */
export function responderOf(respond: RespondFn, asked: Asked): CommandResponder {
  const { newMessage, note } = respondingTo(respond, asked);
  return { progress: note, pace: oneNote, answer: newMessage, failure: newMessage };
}

/** For a slash command: the same, and the answer replaces the note if Slack can. */
export function responderOfCommand(respond: RespondFn, asked: Asked): CommandResponder {
  const { inMessage, progress } = respondingTo(respond, asked);
  return { progress, pace: oneNote, answer: inMessage, failure: inMessage };
}

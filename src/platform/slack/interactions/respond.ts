import { setTimeout as sleep } from "node:timers/promises";
import type { RespondArguments, RespondFn } from "@slack/bolt";
import type { Logger } from "pino";
import { minuteMs } from "../../../lib/duration.ts";
import { type Content, type Reply, reply, withOlder } from "../../blocks/reply.ts";
import { context } from "../../blocks/text.ts";
import type { Responder } from "../../commands/found.ts";
import { type Messenger, channelFirst } from "../../jobs/messenger.ts";
import * as texts from "../texts.ts";
import { sayAsWhole } from "../web-api/say.ts";

/** Sends a reply to the asker. */
export type Say = (reply: Reply) => Promise<unknown>;

/** The ways to reply through the response_url of a command or a click, visible to the asker only. */
interface Responding {
  newMessage: Say;
  /** Replaces the clicked message, or the previous reply. */
  inMessage: Say;
  /** As `newMessage`, for replies that may be lost. */
  note: Say;
  /** As `inMessage`, for replies that may be lost. */
  progress: Say;
}

// https://docs.slack.dev/interactivity/handling-user-interaction: a response_url takes five posts. It is not
// documented whether refused ones count.
const mostPosts = 5;

// From the same page: thirty minutes. Half a minute is for the way.
const lifeMs = 29.5 * minuteMs;

// Slack does not say here if the blocks were wrong. Fewer of them may work.
const mayBeTheBlocks = () => true;

/** Sends a reply another way, because the response_url is too old or failed with that error. */
type Otherwise = (reply: Reply, why: "too old" | { error: unknown }) => Promise<unknown>;

/** Who asked, and where. */
interface AskedBy {
  userId: string;
  channelId?: string | undefined;
  /** The thread of the clicked message. */
  threadTs?: string | undefined;
}

/** What replies to a click or a command need. */
interface Asked extends AskedBy {
  messenger: Pick<Messenger, "post" | "whisper">;
  now: () => Date;
  log: Pick<Logger, "info">;
}

/**
 * Replies to a click or a command where it was. A response_url takes what one person sees to the channel, also from a
 * thread (https://github.com/slackapi/bolt-js/issues/963), so new messages go to a thread without it.
 */
export function respondingTo(respond: RespondFn, asked: Asked): Responding {
  const { messenger, userId, channelId, threadTs } = asked;
  const ways = responding(respond, saidAlone(asked, asked.log), asked.now);
  if (threadTs === undefined) return ways;
  const inThread =
    (elsewhere: Say): Say =>
    (reply) =>
      channelFirst<unknown>(
        channelId,
        (id) => messenger.whisper(id, userId, reply, { threadTs }),
        () => elsewhere(reply),
      );
  return { ...ways, newMessage: inThread(ways.newMessage), note: inThread(ways.note) };
}

/**
 * Replies through a response_url with as many blocks as the remaining posts allow, or another way if it takes
 * nothing. The time begins now.
 */
export function responding(
  respond: RespondFn,
  otherwise: Otherwise,
  now: () => Date = () => new Date(),
): Responding {
  let left = mostPosts;
  const begunMs = now().getTime();
  const answering =
    (replaces: boolean): Say =>
    (reply) => {
      const send = (content: Content) => {
        left -= 1;
        return respond({ response_type: "ephemeral", ...content, replace_original: replaces });
      };
      return sayAsWhole(reply, send, mayBeTheBlocks, left);
    };
  const surely =
    (say: Say): Say =>
    async (reply) => {
      if (now().getTime() - begunMs > lifeMs) return otherwise(reply, "too old");
      try {
        return await say(reply);
      } catch (error) {
        return await otherwise(reply, { error });
      }
    };
  const [note, progress] = [answering(false), answering(true)];
  return { newMessage: surely(note), inMessage: surely(progress), note, progress };
}

/**
 * Replies to the asker only, without a response_url: in the channel or thread, or else in direct messages. A late reply goes to
 * direct messages at once, because its person has stopped waiting in the channel.
 */
function saidAlone(
  asked: AskedBy & { messenger: Pick<Messenger, "post" | "whisper"> },
  log: Pick<Logger, "info">,
): Otherwise {
  const { messenger, userId, channelId, threadTs } = asked;
  const thread = threadTs === undefined ? {} : { threadTs };
  const directly = (reply: Reply) => messenger.post(userId, withOrigin(reply, channelId));
  return async (reply, why) => {
    if (why === "too old") await directly(reply);
    else
      await channelFirst<unknown>(
        channelId,
        (id) => messenger.whisper(id, userId, reply, thread),
        () => directly(reply),
      );
    log.info(
      { err: why === "too old" ? undefined : why.error },
      "a response_url failed, so the answer went another way",
    );
  };
}

/** A reply in direct messages, with a link to the channel that it was asked in. */
export function withOrigin(given: Reply, channelId: string | undefined): Reply {
  if (channelId === undefined || channelId.startsWith("D")) return given;
  const { text, blocks, colored, olderBlocks } = given;
  const origin = texts.askedIn(channelId);
  const said = reply(`${text}\n${origin}`, [...blocks, context(origin)], colored);
  return olderBlocks ? withOlder(said, [...olderBlocks, context(origin)]) : said;
}

/** A reply as a message that only the asker sees. */
export function ephemeral({ text, blocks }: Reply) {
  return { response_type: "ephemeral", text, blocks } satisfies RespondArguments;
}

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

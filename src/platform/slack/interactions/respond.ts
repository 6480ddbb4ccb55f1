import type { RespondArguments, RespondFn } from "@slack/bolt";
import type { Logger } from "pino";
import type { Reply } from "../../blocks/reply.ts";
import { type Content, sayAsWhole } from "../web-api/say.ts";
import { type Messenger, postAlone } from "../../jobs/messenger.ts";

/** Sends a reply to the asker. */
export type Say = (reply: Reply) => Promise<unknown>;

/** The ways to reply through the response_url of a command or a click, visible to the asker only. */
interface Responding {
  newMessage: Say;
  /** Replaces the clicked message, or the previous reply. */
  inMessage: Say;
  /** The same, for replies that may be lost. */
  progress: Say;
}

// https://docs.slack.dev/interactivity/handling-user-interaction: a response_url takes five posts. It is not
// documented whether refused ones count.
const mostPosts = 5;

// Slack does not say here if the blocks were wrong. Fewer of them may work.
const mayBeTheBlocks = () => true;

/** Sends a reply another way after the response_url failed with that error. */
export type Otherwise = (reply: Reply, error: unknown) => Promise<unknown>;

/**
 * Replies through a response_url with as many blocks as the remaining posts allow, or another way if it takes
 * nothing.
 */
export function responding(respond: RespondFn, otherwise: Otherwise): Responding {
  let left = mostPosts;
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
      try {
        return await say(reply);
      } catch (error) {
        return await otherwise(reply, error);
      }
    };
  const inMessage = answering(true);
  return { newMessage: surely(answering(false)), inMessage: surely(inMessage), progress: inMessage };
}

/** Replies to the asker only, without a response_url: in the channel, or else in direct messages. */
export function saidAlone(
  asked: { messenger: Pick<Messenger, "post" | "whisper">; userId: string; channelId?: string | undefined },
  log: Pick<Logger, "info">,
): Otherwise {
  return async (reply, error) => {
    await postAlone(asked, reply, asked.messenger);
    log.info({ err: error }, "a response_url took nothing, so the answer went another way");
  };
}

/** A reply as a message that only the asker sees. */
export function ephemeral({ text, blocks }: Reply) {
  return { response_type: "ephemeral", text, blocks } satisfies RespondArguments;
}

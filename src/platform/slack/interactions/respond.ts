import type { RespondArguments, RespondFn } from "@slack/bolt";
import type { Logger } from "pino";
import type { Reply } from "../../blocks/reply.ts";
import { type Content, sayAsWhole } from "../web-api/say.ts";
import { type Messenger, tellAlone } from "../../jobs/messenger.ts";

/** How an answer reaches the one who asked. */
export type Say = (reply: Reply) => Promise<unknown>;

/** The ways to answer through the response_url of a command or a click, for the asker's eyes alone. */
export interface Responding {
  newMessage: Say;
  /** In place of the message that the click was made in, or of what was answered before. */
  inMessage: Say;
  /** The same for what need not come through. */
  progress: Say;
}

// https://docs.slack.dev/interactivity/handling-user-interaction: a response_url takes five posts. Whether refused
// ones count is not documented.
const mostPosts = 5;

// Slack does not say here whether it was the blocks; with less of them it may still get through.
const mayBeTheBlocks = () => true;

/** Says something another way, since the response_url failed with that. */
export type Otherwise = (reply: Reply, error: unknown) => Promise<unknown>;

/** Answers through a response_url as whole as the posts that are left allow, or otherwise if it takes nothing. */
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

/** Says it for the asker's eyes alone without a response_url: in the channel where they asked, else directly. */
export function saidAlone(
  asked: { messenger: Pick<Messenger, "post" | "whisper">; userId: string; channelId?: string | undefined },
  log: Pick<Logger, "info">,
): Otherwise {
  return async (reply, error) => {
    await tellAlone(asked, reply, asked.messenger);
    log.info({ err: error }, "a response_url took nothing, so the answer went another way");
  };
}

/** A reply as a message that only the asker sees. */
export function ephemeral({ text, blocks }: Reply) {
  return { response_type: "ephemeral", text, blocks } satisfies RespondArguments;
}

import type { RespondArguments, RespondFn } from "@slack/bolt";
import type { Reply } from "../blocks/reply.ts";
import { type Content, sayAsWhole } from "./say.ts";

/** How an answer reaches the one who asked. */
export type Say = (reply: Reply) => Promise<unknown>;

/** The ways to answer through the response_url of a command or a click, for the asker's eyes alone. */
export interface Responding {
  newMessage: Say;
  /** In place of the message that the click was made in, or of what was answered before. */
  inPlace: Say;
}

// https://docs.slack.dev/interactivity/handling-user-interaction: a response_url takes five posts. Whether refused
// ones count is not documented.
const mostPosts = 5;

// Slack does not say here whether it was the blocks; with less of them it may still get through.
const mayBeTheBlocks = () => true;

/** Answers through a response_url as whole as the posts that are left allow. */
export function responding(respond: RespondFn): Responding {
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
  return { newMessage: answering(false), inPlace: answering(true) };
}

/** A reply as a message that only the asker sees. */
export function ephemeral({ text, blocks }: Reply) {
  return { response_type: "ephemeral", text, blocks } satisfies RespondArguments;
}

import type { RespondArguments, RespondFn } from "@slack/bolt";
import type { Reply } from "../blocks/reply.ts";

/** How an answer reaches the one who asked. */
export type Say = (reply: Reply) => Promise<unknown>;

/** Answers through the response_url of a command or a click, for the asker's eyes alone. */
export function responding(respond: RespondFn): Say {
  return async (reply) => {
    const message = { ...ephemeral(reply), replace_original: false };
    try {
      await respond(message);
    } catch {
      // Slack does not say here whether it was the blocks; the plain text alone may still get through.
      await respond({ ...message, blocks: undefined });
    }
  };
}

/** A reply as a message that only the asker sees. */
export function ephemeral({ text, blocks }: Reply) {
  return { response_type: "ephemeral", text, blocks } satisfies RespondArguments;
}

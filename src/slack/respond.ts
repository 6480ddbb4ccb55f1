import type { RespondArguments, RespondFn } from "@slack/bolt";
import type { Reply } from "../blocks/reply.ts";
import { type Content, sayAsWhole } from "./say.ts";

/** How an answer reaches the one who asked. */
export type Say = (reply: Reply) => Promise<unknown>;

/** Answers through the response_url of a command or a click, for the asker's eyes alone. */
export function responding(respond: RespondFn): Say {
  return answering(respond, false);
}

/** The same in place of the message that the click was made in, or of what was answered before. */
export function replacing(respond: RespondFn): Say {
  return answering(respond, true);
}

// Slack does not say here whether it was the blocks; with less of them it may still get through.
const mayBeTheBlocks = () => true;

function answering(respond: RespondFn, replaces: boolean): Say {
  const send = (content: Content) =>
    respond({ response_type: "ephemeral", ...content, replace_original: replaces });
  return (reply) => sayAsWhole(reply, send, mayBeTheBlocks);
}

/** A reply as a message that only the asker sees. */
export function ephemeral({ text, blocks }: Reply) {
  return { response_type: "ephemeral", text, blocks } satisfies RespondArguments;
}

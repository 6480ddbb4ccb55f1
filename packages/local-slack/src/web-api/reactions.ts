import { z } from "zod";
import { joinedChannel } from "../channels.ts";
import { publicMessage } from "../messages.ts";
import { SlackRefusal } from "../refusal.ts";
import { method } from "./method.ts";

/** reactions.add: an emoji on a message, each once. */
export const addReaction = method({
  scopes: ["reactions:write"],
  args: z.object({ channel: z.string(), timestamp: z.string(), name: z.string().regex(/^[\w+-]+$/u) }),
  run({ channel, timestamp, name }, { workspace }) {
    const message = publicMessage(joinedChannel(workspace, channel), timestamp);
    const reactions = (message.reactions ??= []);
    if (reactions.includes(name)) throw new SlackRefusal("already_reacted");
    reactions.push(name);
    workspace.changes.bump();
    return {};
  },
});

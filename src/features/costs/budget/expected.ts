import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { CostsContext } from "../context.ts";
import type { Act, Press } from "../../../platform/forms/interaction.ts";
import { UnusualRef, linksOf } from "./unusual-links.ts";
import { expectedActionId, unusualPost } from "./unusual-post.ts";

/** “This was expected”: anybody in the channel may say so; the post then says who did, and has no button for it. */
export const expectedAct: Act<CostsContext> = { actionId: expectedActionId, access: "operator", press };

/** The first word counts; pressed again, the message is only brought to what it should say. */
async function press({ value, userId, message }: Press, context: CostsContext): Promise<Reply | undefined> {
  const ref = UnusualRef.safeParse(value);
  if (!ref.success || !message) return say(notKept);
  const { day, ...about } = ref.data;
  // Only what was told in this channel is found, so nobody speaks for another one.
  const scope = { ...about, channelId: message.channelId };
  const expectation = { by: userId, at: context.now().toISOString() };
  const unusual = await context.unusualDays.expect(scope, day, expectation);
  if (!unusual) return say(notKept);
  await context.messenger.update(message, unusualPost(unusual, await linksOf(scope, day, context)));
  return undefined;
}

const notKept = "What this message says is no longer kept here, so nothing was changed.";

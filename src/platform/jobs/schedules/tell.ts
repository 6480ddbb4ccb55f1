import { code } from "../../blocks/escape.ts";
import { placeInMrkdwn } from "../../blocks/place.ts";
import type { WorkspaceContext } from "../../context.ts";
import type { MessagePlace } from "../messenger.ts";
import { type OncePost, postOnce } from "../post-once.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { StandingOrder } from "./kept-schedules.ts";
import { tellOwner } from "./tell-owner.ts";

/** What a standing order has to say, and what it is called in a sentence of mrkdwn, as in "The daily digest of costs". */
export interface Telling extends Pick<OncePost, "key" | "reply" | "threadTs"> {
  orderInWords: string;
  /** The command that asks for it again, as it is typed. */
  toStartAgain: string;
}

/**
 * Posts what an order has to say in its channel, once. Where the channel does not take it any more (archived, gone, or
 * the app is no member), the order ends, the one who gave it is told in direct messages, once, and the answer is undefined.
 */
export async function tellInChannel(
  context: WorkspaceContext,
  order: StandingOrder,
  { orderInWords, toStartAgain, ...post }: Telling,
): Promise<MessagePlace | undefined> {
  try {
    return await postOnce(context, { ...post, channelId: order.channelId });
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    context.log.info({ err: error, orderId: order.id }, "a standing order's channel takes nothing any more");
    const whatNow = `${orderInWords} ${cannotBePosted(order)} ${toBegin(toStartAgain)}`;
    // One that was begun again ends anew.
    await tellOwner(context, order, { about: `undeliverable:${order.createdAt}`, mrkdwn: whatNow });
    await context.standingOrders.remove(order.id);
    return undefined;
  }
}

function cannotBePosted({ channelId }: StandingOrder): string {
  return `can no longer be posted ${placeInMrkdwn({ channelId })}: the channel is archived or gone, or I am not in it. So it has ended.`;
}

function toBegin(command: string): string {
  return `To begin it again, invite me there or choose another channel: ${code(command)}.`;
}

import { say } from "../../blocks/reply.ts";
import type { WorkspaceContext } from "../../context.ts";
import { postOnce } from "../post-once.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { StandingOrder } from "./kept-schedules.ts";

/** Tells the one who gave an order something in direct messages, once for everything that it is `about`. */
export async function tellOwner(
  context: WorkspaceContext,
  { id, createdBy }: StandingOrder,
  { about, mrkdwn }: { about: string; mrkdwn: string },
): Promise<void> {
  try {
    await postOnce(context, { key: `${id}:${about}`, channelId: createdBy, reply: say(mrkdwn) });
  } catch (error) {
    // They may have left the workspace, and then there is nobody to tell.
    if (!isAppError(error, "forbidden", "missing")) throw error;
    context.log.info({ err: error, orderId: id }, "a standing order's owner cannot be told");
  }
}

import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { say } from "../../../platform/blocks/reply.ts";
import type { Step } from "../../../platform/jobs/queue.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { CreatedProgress } from "./created-services.ts";
import type { Wish } from "../provisioning/provisioning-request.ts";

/** Tells the requester that what they were told before is not so: a service that they do not expect costs money. */
export async function tellCorrection(wish: Wish, progress: CreatedProgress): Promise<Step> {
  const { requestId, submission, context } = wish;
  try {
    await context.messenger.post(submission.userId, say(correctionText(progress)));
  } catch (error) {
    // A person who has left Slack cannot be told; the audit log and the announcement have it.
    if (!isAppError(error, "forbidden", "missing", "user")) throw error;
    context.log.error({ err: error, requestId }, "a correction could not be told");
  }
  await context.created.change(requestId, ({ corrects: _told, ...now }) => now);
  return "next";
}

/** What is said of a service that is there although its requester was told otherwise. */
export function correctionText({
  name,
  serviceId,
  corrects,
}: Pick<CreatedProgress, "name" | "serviceId" | "corrects">): string {
  const service = escapeName(name);
  const id = serviceId === undefined ? "" : ` It is service ${code(serviceId)}.`;
  const advice = "Each service costs money: delete what you do not need in the cloud's console.";
  if (corrects?.serviceId !== undefined)
    return `:warning: *${service} is not the service that you were told of.*${id} Service ${code(corrects.serviceId)} is from another request. ${advice}`;
  return `:warning: *${service} was created after all.*${id} It had been settled as not created. If you created it again, there are two now. ${advice}`;
}

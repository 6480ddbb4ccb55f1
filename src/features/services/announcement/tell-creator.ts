import { say } from "../../../platform/blocks/reply.ts";
import type { Step } from "../../../platform/jobs/queue.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { CreatedProgress } from "./created-services.ts";
import { createdText, createdView } from "./created-view.ts";
import { sendPasswordNotice } from "../passwords/notice.ts";
import { showInForm, tellAsker } from "../provisioning/say-where-asked.ts";
import type { Wish } from "../provisioning/provisioning-request.ts";

/**
 * Tells the creator that the service is there and where its password is: in the modal, or else where they asked. A password
 * that waits for a creator without the modal comes with its button in direct messages.
 */
export async function tellCreator(wish: Wish, progress: CreatedProgress): Promise<Step> {
  const { requestId, context } = wish;
  const shown = await showInForm(wish, createdView(requestId, progress));
  if (shown === "gone" && progress.password.fate === "sealed") {
    await sendPasswordNotice(wish, progress);
    return "next";
  }
  if (shown === "gone") await tellIfThere(wish, progress);
  await context.created.change(requestId, (now) => ({ ...now, creatorTold: true }));
  return "next";
}

async function tellIfThere(wish: Wish, progress: CreatedProgress): Promise<void> {
  try {
    await tellAsker(wish, say(createdText(progress)));
  } catch (error) {
    // Who has left Slack since cannot be told, and the service is followed all the same.
    if (!isAppError(error, "forbidden", "missing")) throw error;
    wish.context.log.info({ err: error, requestId: wish.requestId }, "the creator could not be told");
  }
}

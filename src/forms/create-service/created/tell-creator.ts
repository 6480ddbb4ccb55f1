import { say } from "../../../blocks/reply.ts";
import type { Step } from "../../../delivery/convergence.ts";
import { isAppError } from "../../../errors.ts";
import type { CreatedProgress } from "../../../store/created-services.ts";
import { createdText, createdView } from "./created-view.ts";
import { showInForm, tellAsker } from "../life/say-where-asked.ts";
import type { Wish } from "../life/wish.ts";

/** Tells the creator that the service is there and where its password is: in the modal, or else where they asked. */
export async function tellCreator(wish: Wish, progress: CreatedProgress): Promise<Step> {
  const { requestId, context } = wish;
  const shown = await showInForm(wish, createdView(requestId, progress));
  if (shown === "gone") await tellIfThere(wish, progress);
  await context.created.change(requestId, (now) => ({ ...now, creatorTold: true }));
  return "next";
}

async function tellIfThere(wish: Wish, progress: CreatedProgress): Promise<void> {
  const isWaiting = progress.password.fate === "sealed";
  const where = isWaiting ? "\nPress “Show the password” in the message about it." : "";
  try {
    await tellAsker(wish, say(createdText(progress) + where));
  } catch (error) {
    // Who has left Slack since cannot be told, and the service is followed all the same.
    if (!isAppError(error, "forbidden", "missing")) throw error;
    wish.context.log.info({ err: error, requestId: wish.requestId }, "the creator could not be told");
  }
}

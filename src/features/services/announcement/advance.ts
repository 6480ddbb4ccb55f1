import type { Step } from "../../../platform/jobs/queue.ts";
import type { CreatedProgress } from "./created-services.ts";
import { announce } from "./announce.ts";
import { follow } from "./follow.ts";
import { placePassword, placingWaitMs } from "../passwords/write.ts";
import { tellCorrection } from "./tell-correction.ts";
import { tellCreator } from "./tell-creator.ts";
import type { Wish } from "../provisioning/provisioning-request.ts";

/** One step in the life of a service that is created: its password first, then its creator, then its channel. */
export async function advanceCreated(wish: Wish, progress: CreatedProgress): Promise<Step> {
  const { password, corrects, creatorTold, message, silent } = progress;
  if (password.fate === "placing" && placingWaitMs(password, wish.context.now()) === 0) {
    return placePassword(wish, progress, password);
  }
  if (corrects) return tellCorrection(wish, progress);
  if (!creatorTold) return tellCreator(wish, progress);
  return message || silent ? follow(wish, progress) : announce(wish, progress);
}

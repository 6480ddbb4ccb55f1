import type { Step } from "../../../delivery/convergence.ts";
import type { CreatedProgress } from "../../../store/created-services.ts";
import { announce } from "./announce.ts";
import { follow } from "./follow.ts";
import { placePassword, placingWaitMs } from "../password/place-password.ts";
import { tellCorrection } from "./tell-correction.ts";
import { tellCreator } from "./tell-creator.ts";
import type { Wish } from "../life/wish.ts";

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

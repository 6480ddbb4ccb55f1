import { reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Step } from "../../../platform/jobs/queue.ts";
import { keepTrying } from "../../../platform/jobs/keep-trying.ts";
import { toldAfterMs, tryLater } from "../../../platform/jobs/try-later.ts";
import { AppError } from "../../../lib/errors.ts";
import type { ProgressOf } from "./progress.ts";
import { type Busy, waitingText, waitingView } from "../form/creating-view.ts";
import { showInForm, tellAsker } from "./say-where-asked.ts";
import type { Wish } from "./provisioning-request.ts";

/**
 * Gives the claim of a request back that surely was not taken, and has it sent again later; undefined if that has gone on
 * for too long, or the claim is lost. Its person sees in the modal that it waits, and is told if that is closed.
 */
export async function putOff(
  wish: Wish,
  claimed: ProgressOf<"submitting"> & { claim: string },
  failure: AppError,
  busy: Busy,
): Promise<Step | undefined> {
  const { since, told } = claimed.waited ?? { since: claimed.sentAt, told: false };
  const ageMs = wish.context.now().getTime() - Date.parse(since);
  const againInMs = tryLater(ageMs, failure);
  if (againInMs === undefined) return undefined;
  const waiting = { status: "waiting" as const, since, told };
  let isOurs = false;
  await keepTrying(async () => void (isOurs = await giveBack(wish, claimed.claim, waiting)));
  if (!isOurs) return undefined;
  const isLong = ageMs + againInMs >= toldAfterMs;
  // A disk that is busy for a moment is nothing to look at.
  if (busy === "cloud" || isLong) await tell(wish, waiting, busy, isLong && !told);
  return { againInMs };
}

async function giveBack(
  { requestId, context: { requests } }: Wish,
  claim: string,
  waiting: ProgressOf<"waiting">,
): Promise<boolean> {
  const now = await requests.find(requestId);
  if ((now?.status !== "submitting" && now?.status !== "sending") || now.claim !== claim) return false;
  if (await requests.saveUnlessChanged(requestId, now, waiting)) return true;
  throw new AppError("conflict", "The request was taken up elsewhere at the same moment.");
}

async function tell(wish: Wish, waiting: ProgressOf<"waiting">, busy: Busy, mayTell: boolean): Promise<void> {
  const { request } = wish.submission;
  if ((await showInForm(wish, waitingView(request, busy))) === "updated" || !mayTell) return;
  const text = waitingText(request, busy);
  await tellAsker(wish, reply(text, [section(text)]));
  await wish.context.requests.saveUnlessChanged(wish.requestId, waiting, { ...waiting, told: true });
}

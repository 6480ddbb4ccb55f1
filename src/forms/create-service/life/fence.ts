import type { Departure } from "../../../cloud/client.ts";
import { AppError } from "../../../errors.ts";
import { stopwatch } from "../../../lib/stopwatch.ts";
import type { ProgressOf } from "../../../store/request-progress.ts";
import type { WorkspaceContext } from "../../../context.ts";

type FenceContext = Pick<WorkspaceContext, "requests" | "limits" | "now" | "monotonicMs">;

/** The way of one claimed request to the cloud. */
export interface Fence extends Departure {
  /** The claim as it is kept now: `sending` from the moment that the request may leave. */
  claimed(): ProgressOf<"submitting" | "sending">;
  /** True if the request may not be sent by this process any more: its claim is given up, and surely was not used. */
  isLost(): boolean;
}

/** Makes a claim's fence; its time starts now, so make it before the claim is written. */
export function fenceOf(
  { requestId, context }: { requestId: string; context: FenceContext },
  submitting: ProgressOf<"submitting">,
): Fence {
  const { requests, limits } = context;
  const elapsedMs = stopwatch(context);
  const sending = { ...submitting, status: "sending" as const, claim: submitting.claim ?? "" };
  let claimed: ProgressOf<"submitting" | "sending"> = submitting;
  let isLost = false;
  return {
    claimed: () => claimed,
    isLost: () => isLost,
    isTooLate: () => elapsedMs() >= limits.cloudTimeoutMs,
    async pass() {
      isLost = !(await requests.saveUnlessChanged(requestId, claimed, sending));
      if (isLost) throw new AppError("conflict", "Another process has taken this request over.");
      claimed = sending;
    },
  };
}

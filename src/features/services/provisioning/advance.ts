import type { ServicesContext } from "../context.ts";
import type { ContextOf } from "../../../platform/context.ts";
import type { Step } from "../../../platform/jobs/queue.ts";
import { advanceCreated } from "../announcement/advance.ts";
import { tellFailed } from "./failed.ts";
import { awaitSender, send } from "./send.ts";
import { Submission, sealedAnew } from "./submission.ts";
import { settle } from "../lost-response/resolve.ts";
import { askRequester, underPressersName } from "../workflow/ask-requester.ts";
import { refuseStep } from "../workflow/outcome.ts";

/** One step in the life of a submitted request: send it once, find out what became of it, follow it until it runs. */
export function advanceCreation(
  contextOf: ContextOf<ServicesContext>,
): (requestId: string, item: unknown) => Promise<Step> {
  return async (requestId, item) => {
    const accepted = Submission.parse(item);
    const context = contextOf(accepted.workspaceId);
    const submission = sealedAnew(accepted, context);
    const wish = await underPressersName({ requestId, submission, context });
    if (submission.workflow?.refusal) return refuseStep(wish, submission.workflow.refusal);
    const progress = await context.requests.find(requestId);
    switch (progress?.status) {
      case undefined: {
        const asked = submission.workflow?.asksUntil === undefined ? "agreed" : await askRequester(wish);
        return asked === "agreed" ? send(wish) : asked;
      }
      case "waiting":
        return send(wish, progress);
      case "submitting":
      case "sending":
        return awaitSender(wish, progress);
      case "created":
        return advanceCreated(wish, progress);
      case "failed":
        return tellFailed(wish, progress);
      case "unknown":
        return settle(wish, progress);
    }
  };
}

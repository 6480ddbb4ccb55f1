import { actions } from "../../../platform/blocks/button.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { ServicesContext } from "../context.ts";
import type { RequestProgress } from "../provisioning/progress.ts";
import type { Press } from "../../../platform/forms/interaction.ts";
import { reopenButton } from "../../../platform/forms/reopen.ts";
import { Submission } from "../provisioning/submission.ts";
import type { ProgressOf } from "../provisioning/progress.ts";
import type { Wish } from "../provisioning/provisioning-request.ts";
import { closeQuestion } from "./ask.ts";
import { settledText } from "./texts.ts";

/** A request whose person is still asked what became of it. */
export interface StillAsked {
  wish: Wish;
  unknown: ProgressOf<"unknown">;
}

/** The request that an answer is about; a kind reply where it is another person's, or settled by now. */
export async function stillAsked(
  { value: requestId, userId, message }: Pick<Press, "value" | "userId" | "message">,
  context: ServicesContext,
): Promise<StillAsked | Reply> {
  const { data: submission } = Submission.safeParse(await context.requests.submission(requestId));
  const progress = await context.requests.find(requestId);
  if (!submission || !progress)
    return say("This request is no longer kept. Look in the cloud's console whether the service is there.");
  if (submission.userId !== userId) return say("Only the person who asked for this service can answer that.");
  if (progress.status === "unknown") return { wish: { requestId, submission, context }, unknown: progress };
  const answer = settledReply(submission, progress);
  if (message) await closeQuestion(message, answer.text, context);
  return answer;
}

function settledReply({ request, form }: Submission, progress: RequestProgress): Reply {
  const text = settledText(request, progress);
  const again = progress.status === "failed" && form ? [actions([reopenButton(form.formId)])] : [];
  return reply(text, [section(text), ...again]);
}

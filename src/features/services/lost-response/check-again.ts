import type { ServicesContext } from "../context.ts";
import { foldName } from "../../../lib/text.ts";
import { Submission } from "../provisioning/submission.ts";

/**
 * Takes a service away from a request that it was found for, since it is another one's by the cloud's own answer. What
 * became of that request is looked for again, and its person is asked.
 */
export async function lookAgain(
  requestId: string,
  serviceId: string,
  { requests, unsettled, creations, now }: ServicesContext,
): Promise<void> {
  const progress = await requests.find(requestId);
  const { data: submission } = Submission.safeParse(await requests.submission(requestId));
  if (progress?.status !== "created" || progress.serviceId !== serviceId || !submission) return;
  const { createdAt } = progress;
  await unsettled.add(requestId, {
    name: foldName(submission.request.name),
    connection: submission.connection,
    since: createdAt,
  });
  const isReopened = await requests.saveUnlessChanged(requestId, progress, {
    status: "unknown",
    sentAt: createdAt,
    lostAt: now().toISOString(),
    answered: false,
    succeeded: false,
    abandoned: true,
    message: `Service ${serviceId}, which was found for it, turned out to be another request's.`,
    asked: false,
  });
  if (isReopened) await creations.wake(requestId, submission);
}

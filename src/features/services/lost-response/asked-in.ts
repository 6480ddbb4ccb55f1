import type { ServicesContext } from "../context.ts";
import type { Press } from "../../../platform/forms/interaction.ts";
import { Submission } from "../provisioning/submission.ts";

/** The channel in which its person asked for the service that a button's question is about. */
export async function askedIn(
  { value: requestId, userId }: Press,
  { requests }: Pick<ServicesContext, "requests">,
): Promise<string | undefined> {
  const { data } = Submission.safeParse(await requests.submission(requestId));
  return data?.userId === userId ? data.channelId : undefined;
}

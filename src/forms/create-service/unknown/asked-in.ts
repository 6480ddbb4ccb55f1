import type { WorkspaceContext } from "../../../context.ts";
import type { Press } from "../../act.ts";
import { Submission } from "../life/submission.ts";

/** The channel in which its person asked for the service that a button's question is about. */
export async function askedIn(
  { value: requestId, userId }: Press,
  { requests }: Pick<WorkspaceContext, "requests">,
): Promise<string | undefined> {
  const { data } = Submission.safeParse(await requests.submission(requestId));
  return data?.userId === userId ? data.channelId : undefined;
}

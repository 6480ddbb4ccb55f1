import type { Reply } from "../../blocks/reply.ts";
import type { WorkspaceContext } from "../../context.ts";
import type { RequestProgress } from "../../store/requests.ts";
import type { Submission } from "./submission.ts";

/** One submitted request with all that serves it. */
export interface Wish {
  requestId: string;
  submission: Submission;
  context: WorkspaceContext;
}

/** Progress of one status. */
export type ProgressOf<Status extends RequestProgress["status"]> = Extract<
  RequestProgress,
  { status: Status }
>;

/** Says something to the person who asked: where they asked, for their eyes alone, or in their direct messages. */
export async function tellAsker({ submission, context }: Wish, reply: Reply): Promise<void> {
  const { channelId, userId } = submission;
  if (channelId === undefined) await context.messenger.post(userId, reply);
  else await context.messenger.whisper(channelId, userId, reply);
}

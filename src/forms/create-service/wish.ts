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

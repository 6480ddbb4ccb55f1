import type { ServicesContext } from "../context.ts";
import type { Submission } from "./submission.ts";

/** One submitted request with all that serves it. */
export interface Wish {
  requestId: string;
  submission: Submission;
  context: ServicesContext;
}

import { z } from "zod";
import { ServiceRequest } from "../../cloud/service-request.ts";

/** One submitted request to create a service, as its job carries it; there is no secret in it. */
export const Submission = z.object({
  workspaceId: z.string(),
  formId: z.string(),
  attempt: z.number().int(),
  viewId: z.string(),
  userId: z.string(),
  userName: z.string(),
  channelId: z.string().optional(),
  request: ServiceRequest,
});
export type Submission = z.infer<typeof Submission>;

import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import { requestedName } from "../form/request.ts";

/** A person agreed, and the request is on its way. mrkdwn. */
export const creating = (request: ServiceRequest) =>
  `:hourglass_flowing_sand: *Creating ${requestedName(request)}…* I'll tell you when it's there, and where its password is.`;

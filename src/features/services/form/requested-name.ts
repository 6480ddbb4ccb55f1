import { escapeName } from "../../../platform/blocks/escape.ts";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";

/** What a requested service is called in mrkdwn. */
export function requestedName({ name }: ServiceRequest): string {
  return name === undefined ? "the service" : escapeName(name);
}

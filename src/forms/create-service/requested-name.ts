import { escapeName } from "../../blocks/escape.ts";
import type { ServiceRequest } from "../../cloud/service-request.ts";

/** What a requested service is called in mrkdwn. */
export function requestedName({ name }: ServiceRequest): string {
  return name === undefined ? "the service" : escapeName(name);
}

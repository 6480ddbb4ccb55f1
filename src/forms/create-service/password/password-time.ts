import type { CreatedProgress } from "../../../store/created-services.ts";
import { ttlInSeconds } from "../../../store/keys.ts";

/** When a password that waits is gone: 15 minutes after the cloud gave it. */
export function passwordGoneAt({ createdAt }: Pick<CreatedProgress, "createdAt">): Date {
  return new Date(Date.parse(createdAt) + ttlInSeconds.password * 1_000);
}

/** What a new service's password is sealed for. */
export function passwordPurpose(requestId: string): string {
  return `password of ${requestId}`;
}

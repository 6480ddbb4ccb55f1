import type { KnownService } from "../../connections/index.ts";
import { ServiceDetails } from "../../../platform/cloud/services/details.ts";
import { dayMs } from "../../../lib/duration.ts";
import { parseTime } from "../../../lib/time.ts";
import type { BackupsContext } from "../context.ts";
import type { BackupFacts } from "./facts.ts";

// The rhythm of a service shows after some backups. Until then its first one is due within a day.
const firstWithinMs = dayMs;

/** When a service's first backup is due: a day after it was created, or after it was added here if that is unknown. */
export async function firstDueOf(
  { serviceId, addedAt }: Pick<KnownService, "serviceId" | "addedAt">,
  { services }: Pick<BackupsContext, "services">,
): Promise<Date> {
  const details = ServiceDetails.safeParse(await services.detailsOf(serviceId)).data;
  const since = parseTime(details?.createdAt) ?? new Date(addedAt);
  return new Date(since.getTime() + firstWithinMs);
}

/** True if a service is younger than its first backup: none is good, none failed, and the first is not late. */
export function isFirstDue(facts: readonly BackupFacts[], now: Date, firstDueAt: Date | undefined): boolean {
  if (firstDueAt === undefined || now > firstDueAt) return false;
  return facts.every(({ state }) => state === "running");
}

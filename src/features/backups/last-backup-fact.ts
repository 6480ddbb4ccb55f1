import { minuteMs } from "../../lib/duration.ts";
import { survey } from "../../lib/unreadable.ts";
import { isAppError } from "../../lib/errors.ts";
import { slackDate } from "../../platform/blocks/date.ts";
import { listBackups } from "../../platform/cloud/services/backup.ts";
import type { FactsOf, KnownFact, ServiceFact } from "../../platform/commands/service-facts.ts";
import type { BackupsContext } from "./context.ts";
import { lastGoodOf } from "./judgement/facts.ts";

// Each service costs a request, and App Home is opened often.
const freshForMs = 5 * minuteMs;

/** When each service's last good backup was. */
export const lastBackup: ServiceFact<BackupsContext> = {
  label: "Last backup",
  rank: 3,
  async read(services, context) {
    const known = await Promise.all(services.map((service) => lastBackupOf(service, context)));
    return new Map(known.flat());
  },
};

async function lastBackupOf(
  { serviceId, connection }: FactsOf,
  { cloudOf, now }: BackupsContext,
): Promise<[serviceId: string, fact: KnownFact][]> {
  try {
    const listed = await cloudOf(connection).call(listBackups, { serviceId }, { freshForMs });
    const { readable, unreadable } = survey(listed);
    const { at, failedSince, unclearSince } = lastGoodOf(readable, now());
    const failed = failedSince > 0 ? ` (:warning: ${failedSince} failed since)` : "";
    const unclear = unclearSince + unreadable.length;
    const data = {
      lastGoodBackupAt: at?.toISOString(),
      failedBackupsSince: failedSince,
      ...(unclear > 0 && { unclearBackupsSince: unclear }),
    };
    return [[serviceId, { text: `${at ? slackDate(at) : "none yet"}${failed}`, data }]];
  } catch (error) {
    if (isAppError(error, "bug")) throw error;
    return [];
  }
}

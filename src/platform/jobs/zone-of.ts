import type { Logger } from "pino";
import { AppError } from "../../lib/errors.ts";
import { findZone } from "../../lib/zone-names.ts";
import type { Messenger } from "./messenger.ts";

/** The time zone that a person keeps in Slack; undefined where it does not tell, also because it cannot be reached. */
export async function zoneOf(
  { userId }: { userId: string },
  { messenger, log }: { messenger: Pick<Messenger, "timeZoneOf">; log: Logger },
): Promise<string | undefined> {
  try {
    const found = findZone((await messenger.timeZoneOf(userId)) ?? "");
    return "zone" in found ? found.zone : undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // What goes by UTC is better than nothing, and whoever is told hears by which clocks it goes.
    log.info({ err: error }, "a person's time zone cannot be read");
    return undefined;
  }
}

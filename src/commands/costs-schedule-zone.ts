import type { Asker, WorkspaceContext } from "../context.ts";
import { AppError } from "../errors.ts";
import { findZone } from "../lib/zone-names.ts";
import type { ScheduleWords } from "./costs-schedule-words.ts";

/** The time zone that the asker keeps in Slack; undefined where it does not tell. */
export async function zoneOf(
  { userId }: Asker,
  { messenger, log }: WorkspaceContext,
): Promise<string | undefined> {
  try {
    const found = findZone((await messenger.timeZoneOf(userId)) ?? "");
    return "zone" in found ? found.zone : undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A digest by UTC is better than none, and the answer says by which clocks it comes.
    log.info({ err: error }, "a person's time zone cannot be read");
    return undefined;
  }
}

/** What to say of a zone that was not asked for by name. */
export function zoneNote({ timeZone }: Pick<ScheduleWords, "timeZone">, zone: string | undefined): string[] {
  if (timeZone !== undefined) return [];
  return zone === undefined
    ? ["Slack does not tell your time zone, so it goes by UTC; name another at the end of the command."]
    : [`${zone} is your time zone in Slack; name another at the end of the command.`];
}

import { ageInWords } from "../judgement/age.ts";
import { placeInMrkdwn } from "../../../platform/blocks/link.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { context, packed, section } from "../../../platform/blocks/text.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { plural } from "../../../lib/text.ts";
import type { BackupWatchOrder } from "./schedule.ts";

/** Those after these have a line each and no button. */
const withButton = 20;

/** The answer to "what is watched": a numbered line for each watch, and how it stands. */
export function watchesReply(watches: readonly BackupWatchOrder[]): Reply {
  const howTo = `To watch one: ${code("/db backups watch <service> #channel max-age 26h")}`;
  if (watches.length === 0) return say(`No service's backups are watched. ${howTo}`);
  const headline = `*${plural(watches.length, "watch", "watches")}* over backups.`;
  const lines = watches.map((watch, index) => `${index + 1}. ${lineOf(watch)}`);
  const hint = `${howTo}. To stop one: ${code("/db backups watch stop <number or service>")}`;
  return reply([headline, ...lines, hint].join("\n"), [
    section(headline),
    ...watches.slice(0, withButton).map(({ id }, index) => ({
      ...section(lines[index] ?? ""),
      accessory: commandButton("Stop", `backups watch stop ${id}`),
    })),
    ...packed(lines.slice(withButton)),
    context(hint),
  ]);
}

/** A watch in words: the service, what is promised, and where it is told. */
export function watchInWords({ service, maxAgeMs, channelId }: BackupWatchOrder): string {
  return `*${escapeName(service.name)}*: a good backup at most ${ageInWords(maxAgeMs)} old, told ${placeInMrkdwn({ channelId })}`;
}

function lineOf(watch: BackupWatchOrder): string {
  return `${watchInWords(watch)}. ${standingOf(watch)}`;
}

function standingOf({ state: { breach, unreadable, nextLookAt } }: BackupWatchOrder): string {
  if (unreadable && unreadable.until === undefined) {
    return `:grey_question: Cannot be checked since ${slackDate(new Date(unreadable.since))}.`;
  }
  if (!breach || breach.mended) return nextLookAt === undefined ? "Not checked yet." : "Holds.";
  return breach.lastGoodAt === undefined
    ? ":warning: Broken: there is no good backup."
    : `:warning: Broken: the last good one began ${slackDate(new Date(breach.lastGoodAt))}.`;
}

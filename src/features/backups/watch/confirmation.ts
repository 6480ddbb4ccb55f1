import { ageInWords } from "../judgement/age.ts";
import { type LastGood, promiseHolds } from "../judgement/promise.ts";
import { spanInWords } from "../judgement/span.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { placeInMrkdwn } from "../../../platform/blocks/link.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AppError } from "../../../lib/errors.ts";
import type { BackupWatchOrder } from "./schedule.ts";

/** What became of the wish for a watch. */
export type Happened = "set" | "changed" | "there";

/** The newest good backup at a moment, or why it cannot be known. */
export type Standing =
  | { lastGood: LastGood; maxAgeMs: number; everyMs: number | undefined; now: Date }
  | { error: AppError };

interface Done {
  happened: Happened;
  standing: Standing;
  /** True where nobody said how old a backup may be. */
  isDefault: boolean;
  /** More to know of the channel. */
  notes?: readonly string[];
}

/** Tells the asker what is promised, where it is told, and whether it holds now. */
export function confirmation(
  order: BackupWatchOrder,
  { happened, standing, isDefault, notes = [] }: Done,
): Reply {
  const name = `*${escapeName(order.service.name)}*`;
  const age = `*${ageInWords(order.maxAgeMs)}*`;
  const texts = {
    set: `${name} is watched now: its last good backup may be ${age} old at most${isDefault ? ", which `max-age` changes" : ""}.`,
    changed: `The watch over ${name} is changed: its last good backup may be ${age} old at most from now on.`,
    there: `${name} is watched here already: its last good backup may be ${age} old at most. To change that, say \`max-age\` with another age.`,
  };
  const text = [
    texts[happened],
    `I post ${placeInMrkdwn(order)} once when it is older, and once when there is a good one again.`,
    standingInWords(standing, order.channelId),
    ...tooShort(standing),
    ...notes,
  ].join("\n");
  return reply(text, [
    section(text),
    actions([
      commandButton("All watches", "backups watch list"),
      commandButton("Stop it", `backups watch stop ${order.id}`),
    ]),
  ]);
}

function standingInWords(standing: Standing, channelId: string): string {
  if ("error" in standing) return `Whether that holds now is not known yet. ${explain(standing.error)}`;
  const { lastGood, maxAgeMs, now } = standing;
  if (lastGood.at === undefined) {
    return `That does not hold now: there is no good backup. I post that ${placeInMrkdwn({ channelId })}.`;
  }
  const ago = spanInWords(now.getTime() - lastGood.at.getTime());
  const began = `the last good backup began ${slackDate(lastGood.at)}, ${ago} ago`;
  return promiseHolds(lastGood, maxAgeMs, now)
    ? `That holds now: ${began}.`
    : `That does not hold now: ${began}. I post that ${placeInMrkdwn({ channelId })}.`;
}

/** A promise that breaks between any two backups tells of no trouble. */
function tooShort(standing: Standing): string[] {
  if ("error" in standing || standing.everyMs === undefined || standing.maxAgeMs > standing.everyMs)
    return [];
  const every = spanInWords(standing.everyMs);
  return [
    `:warning: Backups of this service usually begin every ${every}, so this breaks between one and the next. An age above ${every} tells of trouble alone.`,
  ];
}

import type { KnownBlock } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { turnButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import { plural } from "../../../lib/text.ts";
import type { DigestOrder } from "./schedule.ts";
import { nextInWords, scheduleInWords, stopButton } from "./parts.ts";

/** As many as are read at a glance. */
const aPage = 10;
const howToAdd =
  "To have one, write for example `/db costs schedule daily at 09:00` in the channel that it is for.";

/** The workspace's digests, numbered by age; `from` is the number that the page begins with. */
export function digestsReply(digests: readonly DigestOrder[], now: Date, from: string): Reply {
  if (digests.length === 0) return say(`No digests of costs are scheduled. ${howToAdd}`);
  const wanted = Number(from) - 1;
  const start = Number.isInteger(wanted) && wanted > 0 && wanted < digests.length ? wanted : 0;
  const shown = digests.slice(start, start + aPage);
  const end = start + shown.length;
  const headline = `*${plural(digests.length, "digest")} of costs*${shown.length < digests.length ? `, ${start + 1} to ${end}` : ""}`;
  const texts = shown.map((digest, index) => entry(digest, start + index + 1, now));
  const hint = "`/db costs schedule stop 1` stops the first.";
  return reply([headline, ...texts, hint].join("\n"), [
    section(headline),
    ...shown.map((digest, index): KnownBlock => {
      return { ...section(texts[index] ?? ""), accessory: stopButton(digest) };
    }),
    ...turning(start, end, digests.length),
    context(hint),
  ]);
}

function entry(digest: DigestOrder, number: number, now: Date): string {
  const sentence = scheduleInWords(digest);
  const first = sentence.charAt(0).toUpperCase() + sentence.slice(1);
  return `*${number}.* ${first}\n${nextInWords(digest, now, "The next one")} Asked for by <@${digest.createdBy}>.`;
}

function turning(start: number, end: number, total: number): KnownBlock[] {
  const buttons = [
    ...(start > 0 ? [turnButton("Earlier", `costs schedule list ${Math.max(1, start - aPage + 1)}`)] : []),
    ...(end < total ? [turnButton("More", `costs schedule list ${end + 1}`)] : []),
  ];
  return buttons.length === 0 ? [] : [actions(buttons)];
}

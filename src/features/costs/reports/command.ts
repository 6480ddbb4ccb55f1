import { DigestOrder } from "./schedule.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import type { CostsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { addDigest } from "./add.ts";
import type { KnownBlock } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { turnButton } from "../../../platform/blocks/command-button.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import { plural } from "../../../lib/text.ts";
import { nextInWords, scheduleInWords, stopButton, againButton } from "./format-schedule.ts";
import { AppError } from "../../../lib/errors.ts";

const listing = new Set(["", "list"]);
const stopping = new Set(["stop", "remove", "delete", "cancel"]);

/** `/db costs schedule …`: asks for digests of costs in channels, lists them and stops them. */
export async function scheduleCosts(words: string, context: CostsContext, asker: Asker): Promise<Reply> {
  const [, word = "", rest = ""] = /^\s*(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
  const act = word.toLowerCase();
  if (listing.has(act)) return digestsReply(await context.schedules.list(DigestOrder), context.now(), rest);
  if (stopping.has(act)) return stopDigest(rest.trim(), context);
  return addDigest(words, context, asker);
}

/** As many as are read at a glance. */
const aPage = 10;
const howToAdd =
  "To have one, write for example `/db costs schedule daily at 09:00` in the channel that it is for.";

/** The workspace's digests, numbered by age; `from` is the number that the page begins with. */
function digestsReply(digests: readonly DigestOrder[], now: Date, from: string): Reply {
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

/** Stops a digest by its number in the list, or by its id as its button does; tells how to have it again. */
async function stopDigest(which: string, { schedules }: CostsContext): Promise<Reply> {
  const digests = await schedules.list(DigestOrder);
  const digest = find(which.replace(/^#/, ""), digests);
  await schedules.remove(digest.id);
  const text = `Stopped; this is not posted any more: ${scheduleInWords(digest)}`;
  return reply(text, [section(text), actions([againButton(digest)])]);
}

function find(which: string, digests: readonly DigestOrder[]): DigestOrder {
  const isNumber = /^\d{1,4}$/.test(which);
  const found = isNumber ? digests[Number(which) - 1] : digests.find(({ id }) => id === which);
  if (found) return found;
  if (digests.length === 0)
    throw new AppError("missing", "No digests of costs are scheduled, so there is none to stop.");
  const there = `There ${digests.length === 1 ? "is" : "are"} ${plural(digests.length, "digest")}: \`/db costs schedule list\` shows the numbers.`;
  if (which === "")
    throw new AppError("user", `Say which one to stop, as in \`/db costs schedule stop 1\`. ${there}`);
  if (isNumber) throw new AppError("missing", `There is no digest number ${which}. ${there}`);
  throw new AppError("missing", `This digest is stopped already, or was never there. ${there}`);
}

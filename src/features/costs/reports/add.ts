import { defaultNameOf } from "../../connections/index.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { CostsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { AppError } from "../../../lib/errors.ts";
import { DigestOrder } from "./schedule.ts";
import { type ScheduleWords, readScheduleWords } from "./read-words.ts";
import { nextInWords, scheduleInWords, stopButton } from "./format-schedule.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import {
  channelOfOrder,
  startOrder,
  wakeOrder,
  zoneNote,
} from "../../../platform/jobs/schedules/schedules.ts";

// Each one reads costs and posts; more than these are asked for by mistake.
const mostDigests = 50;

/** Begins a digest of costs, or changes the one that its channel has; tells the asker when the next one comes. */
export async function addDigest(words: string, context: CostsContext, asker: Asker): Promise<Reply> {
  const said = readScheduleWords(words);
  const { channelId, notes } = await channelOfOrder(said.channelId, context, asker);
  const digests = await context.schedules.list(DigestOrder);
  const connection = await defaultNameOf(context.connections);
  const place = { every: said.every, channelId, connection };
  const same = digests.find((one) => isSame(one, place));
  if (same) return changeDigest(same, said, context, { ...asker, notes });
  if (digests.length >= mostDigests) throw tooMany();

  const zone = said.timeZone === undefined ? await zoneOf(asker, context) : undefined;
  const order = newDigest({ ...said, ...place, timeZone: said.timeZone ?? zone ?? "UTC" }, context, asker);
  await startOrder(context, order);
  const kept = await keepOne(order, context);
  return answer(`Scheduled: ${scheduleInWords(kept)}`, kept, context, [...zoneNote(said, zone), ...notes]);
}

type Place = Pick<DigestOrder, "every" | "channelId" | "connection">;

function isSame(order: DigestOrder, { every, channelId, connection }: Place): boolean {
  return order.every === every && order.channelId === channelId && order.connection === connection;
}

/** What was not said stays as it is. */
async function changeDigest(
  order: DigestOrder,
  { at = order.at, by = order.by, timeZone = order.timeZone }: ScheduleWords,
  context: CostsContext,
  { userId, notes }: Pick<Asker, "userId"> & { notes: string[] },
): Promise<Reply> {
  if (order.at === at && order.by === by && order.timeZone === timeZone)
    return answer(`That is scheduled already: ${scheduleInWords(order)}`, order, context, notes);
  const change = (one: DigestOrder): DigestOrder => ({ ...one, at, by, timeZone, createdBy: userId });
  const changed = await context.schedules.change(order, change);
  if (!changed)
    throw new AppError("conflict", "Somebody just stopped this digest. Send the command again to have it.");
  await wakeOrder(context, changed);
  return answer(`Changed: ${scheduleInWords(changed)}`, changed, context, notes);
}

function newDigest(
  {
    every,
    at = "09:00",
    by = "service",
    timeZone,
    channelId,
    connection,
  }: ScheduleWords & Place & { timeZone: string },
  { newId, now }: CostsContext,
  { userId }: Asker,
): DigestOrder {
  const facts = { id: newId(), channelId, connection, createdBy: userId };
  return { ...facts, kind: "digest", createdAt: now().toISOString(), every, at, by, timeZone, state: {} };
}

/** Of several that were asked for at the same moment, as by a double click, the oldest one stays. */
async function keepOne(order: DigestOrder, { schedules }: CostsContext): Promise<DigestOrder> {
  const digests = await schedules.list(DigestOrder);
  const [kept = order, ...others] = digests.filter((one) => isSame(one, order));
  // Also those of others, who did not see this one yet though it is older.
  for (const { id } of others) await schedules.remove(id);
  return kept;
}

function answer(headline: string, order: DigestOrder, { now }: CostsContext, notes: string[] = []): Reply {
  const text = `${headline}\n${nextInWords(order, now(), "The next digest")}`;
  const small = [
    ...notes,
    "Days, weeks and months are those of UTC, and a digest comes once its own is over.",
  ].join(" ");
  return reply(`${text}\n${small}`, [
    section(text),
    smallPrint(small),
    actions([commandButton("All digests", "costs schedule list"), stopButton(order)]),
  ]);
}

function tooMany(): AppError {
  return new AppError(
    "user",
    `A workspace has at most ${mostDigests} digests. Stop one first: \`/db costs schedule list\` shows them.`,
  );
}

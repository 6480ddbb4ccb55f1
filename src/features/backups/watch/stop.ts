import { ageAsTyped } from "../judgement/age.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { BackupsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName, listInWords, nearest } from "../../../lib/text.ts";
import { BackupWatchOrder } from "./schedule.ts";
import { watchInWords } from "./list.ts";
import type { WatchWords } from "./read-words.ts";

/** Stops a watch by its id, its number in the list, or its service, with the channel where a service has several. */
export async function stopWatch(
  { which, channelId }: Extract<WatchWords, { act: "stop" }>,
  { schedules }: BackupsContext,
): Promise<Reply> {
  const all = await schedules.list(BackupWatchOrder);
  const watch = find(all, which, channelId);
  await schedules.remove(watch.id);
  const again = `/db backups watch ${watch.service.name} max-age ${ageAsTyped(watch.maxAgeMs)}`;
  return say(
    `Stopped: ${watchInWords(watch)}. Nobody is told of these backups any more there. To watch them again, write there: ${code(again)}.`,
  );
}

function find(
  all: readonly BackupWatchOrder[],
  which: string,
  channelId: string | undefined,
): BackupWatchOrder {
  if (which === "" && channelId === undefined) throw stopping("Say which watch to stop.");
  const exact =
    all.find(({ id }) => id === which) ?? (/^\d{1,4}$/.test(which) ? all[Number(which) - 1] : undefined);
  if (exact) return exact;
  const found = all.filter(
    (watch) =>
      (which === "" || isOf(watch, which)) && (channelId === undefined || watch.channelId === channelId),
  );
  const [first, second] = found;
  if (first && second)
    throw stopping(
      `There are ${found.length} such watches: ${numbersOf(found, all)}. Stop one by its number.`,
    );
  if (first) return first;
  throw notThere(all, which);
}

function isOf({ service }: BackupWatchOrder, which: string): boolean {
  return service.serviceId === which || foldName(service.name) === foldName(which);
}

function numbersOf(found: readonly BackupWatchOrder[], all: readonly BackupWatchOrder[]): string {
  return listInWords(found.map((watch) => String(all.indexOf(watch) + 1)));
}

function notThere(all: readonly BackupWatchOrder[], which: string): AppError {
  const near = nearest(which, [...new Set(all.map(({ service }) => service.name))]);
  const hint = near === undefined ? "" : ` Did you mean “${near}”?`;
  return new AppError(
    "missing",
    `There is no watch “${which}”.${hint} \`/db backups watch list\` numbers them all.`,
  );
}

function stopping(what: string): AppError {
  return new AppError(
    "user",
    `${what} \`/db backups watch list\` numbers them, and \`/db backups watch stop 2\` stops the second.`,
  );
}

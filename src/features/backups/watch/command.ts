import { unconnectedReply } from "../../connections/index.ts";
import { BackupWatchSchedule, watchKind } from "./schedule.ts";
import { removeSchedule } from "../../../platform/audit/schedule-changes.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import type { BackupsContext } from "../context.ts";
import { channelIn } from "../../../platform/commands/channel-in.ts";
import type { Asker } from "../../../platform/context.ts";
import { scheduleNamed } from "../../../platform/jobs/schedules/schedules.ts";
import { type WatchRequest, setWatch } from "./set.ts";
import { ageAsTyped, defaultMaxAgeMs, formatAge, parseMaxAge } from "../judgement/format.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { context as smallPrint, packed, section } from "../../../platform/blocks/text.ts";
import { plural, foldName, formatList, nearest } from "../../../lib/text.ts";
import { AppError } from "../../../lib/errors.ts";

/** `/db backups watch …`: sets, lists and stops watches over the age of a service's last good backup. */
export async function watch(words: string, context: BackupsContext, asker: Asker): Promise<Reply> {
  const read = watchWords(words);
  switch (read.subcommand) {
    case "list":
      return watchesReply(await context.schedules.list(BackupWatchSchedule));
    case "stop":
      return stopWatch(read, context);
    case "set":
      return (await unconnectedReply(context)) ?? setWatch(read, context, asker);
  }
}

/** The words after `backups watch`. */
type WatchWords =
  | { subcommand: "list" }
  | { subcommand: "stop"; which: string; channelId?: string }
  | ({ subcommand: "set" } & WatchRequest);

const usage = "such as `/db backups watch orders prod #databases max-age 26h`";

/** Reads the words after `backups watch`. Fails as user. */
export function watchWords(words: string): WatchWords {
  const { rest, ...channel } = channelIn(words);
  if (/^list$/i.test(rest) || words.trim() === "") return { subcommand: "list" };
  const [, which] = /^stop(?:\s+(.*))?$/i.exec(rest) ?? [];
  if (/^stop(\s|$)/i.test(rest)) return { subcommand: "stop", which: which ?? "", ...channel };
  const { service, age } = withoutAge(rest);
  if (service === "") throw new AppError("user", `Say which service to watch, ${usage}.`);
  const maxAgeMs = age === undefined ? defaultMaxAgeMs : parseMaxAge(age);
  return { subcommand: "set", service, maxAgeMs, isDefault: age === undefined, ...channel };
}

/** Takes "max-age 26 h" out of the words. */
function withoutAge(words: string): { service: string; age?: string } {
  const found = /^(.*?)(?:^|\s)max-?age(?:[\s=:]+|$)(.*)$/i.exec(words);
  if (!found) return withoutBareAge(words);
  const [, before = "", after = ""] = found;
  const [, age = after, rest = ""] = /^([\d.]+\s*[a-z]+)(?:\s+(.*))?$/i.exec(after) ?? [];
  return { service: `${before} ${rest}`.trim(), age };
}

/** "26h" at the end is an age too. A service with such a name is named by its id. */
function withoutBareAge(words: string): { service: string; age?: string } {
  const [, service, age] = /^(.*\S)\s+(\d[\d.]*\s?(?:h|hours?|d|days?))$/i.exec(words) ?? [];
  return service === undefined ? { service: words } : { service, age };
}

/** The later ones have no button. */
const withButton = 20;

/** A numbered line for each watch, with its state. */
function watchesReply(watches: readonly BackupWatchSchedule[]): Reply {
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
    smallPrint(hint),
  ]);
}

/** A watch in mrkdwn: its service, its age and its channel. */
function formatWatch({ service, maxAgeMs, channelId }: BackupWatchSchedule): string {
  return `*${escapeName(service.name)}*: a good backup at most ${formatAge(maxAgeMs)} old, told ${formatChannel({ channelId })}`;
}

function lineOf(watch: BackupWatchSchedule): string {
  return `${formatWatch(watch)}. ${formatState(watch)}`;
}

function formatState({ state: { breach, unreadable, nextCheckAt } }: BackupWatchSchedule): string {
  if (unreadable && unreadable.until === undefined) {
    return `:grey_question: Cannot be checked since ${slackDate(new Date(unreadable.since))}.`;
  }
  if (!breach || breach.mended) return nextCheckAt === undefined ? "Not checked yet." : "Holds.";
  return breach.lastGoodAt === undefined
    ? ":warning: Broken: there is no good backup."
    : `:warning: Broken: the last good one began ${slackDate(new Date(breach.lastGoodAt))}.`;
}

/** Stops a watch by its id, its number in the list, or its service and channel. */
async function stopWatch(
  { which, channelId }: Extract<WatchWords, { subcommand: "stop" }>,
  context: BackupsContext,
): Promise<Reply> {
  const all = await context.schedules.list(BackupWatchSchedule);
  const watch = find(all, which, channelId);
  await removeSchedule(watchKind, watch, context);
  const again = `/db backups watch ${watch.service.name} max-age ${ageAsTyped(watch.maxAgeMs)}`;
  return say(
    `Stopped: ${formatWatch(watch)}. Nobody is told of these backups any more there. To watch them again, write there: ${code(again)}.`,
  );
}

function find(
  all: readonly BackupWatchSchedule[],
  which: string,
  channelId: string | undefined,
): BackupWatchSchedule {
  if (which === "" && channelId === undefined) throw stopping("Say which watch to stop.");
  const exact = scheduleNamed(which, all);
  if (exact) return exact;
  const found = all.filter(
    (watch) =>
      (which === "" || isOf(watch, which)) && (channelId === undefined || watch.channelId === channelId),
  );
  const [first, second] = found;
  if (first && second) {
    const numbers = formatList(found.map((watch) => String(all.indexOf(watch) + 1)));
    throw stopping(`There are ${found.length} such watches: ${numbers}. Stop one by its number.`);
  }
  if (first) return first;
  throw notThere(all, which);
}

function isOf({ service }: BackupWatchSchedule, which: string): boolean {
  return service.serviceId === which || foldName(service.name) === foldName(which);
}

function notThere(all: readonly BackupWatchSchedule[], which: string): AppError {
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

import { unconnectedReply } from "../../connections/index.ts";
import { BackupWatchSchedule, watchKind } from "./schedule.ts";
import { removeSchedule } from "../../../platform/audit/schedule-changes.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import type { BackupsContext } from "../context.ts";
import { channelIn } from "../../../platform/commands/channel-in.ts";
import type { Asker } from "../../../platform/context.ts";
import { scheduleNamed } from "../../../platform/jobs/schedules/schedules.ts";
import { type Troubles, troublesOf } from "../../../platform/jobs/schedules/troubles.ts";
import type { Answer } from "../../../platform/commands/command.ts";
import { watchesData } from "./data.ts";
import { type WatchRequest, setWatch } from "./set.ts";
import * as texts from "./texts.ts";
import { defaultMaxAgeMs, parseMaxAge } from "../judgement/format.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { context as smallPrint, packed, section } from "../../../platform/blocks/text.ts";
import { foldName, nearest } from "../../../lib/text.ts";
import { AppError } from "../../../lib/errors.ts";

/** `/db backups watch …`: sets, lists and stops watches over the age of a service's last good backup. */
export async function watch(words: string, context: BackupsContext, asker: Asker): Promise<Answer> {
  const read = watchWords(words);
  switch (read.subcommand) {
    case "list": {
      const watches = await context.schedules.list(BackupWatchSchedule);
      const troubles = await troublesOf(watchKind, watches, context);
      return { data: () => watchesData(watches, troubles), draw: () => watchesReply(watches, troubles) };
    }
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

/** Reads the words after `backups watch`. Fails as user. */
export function watchWords(words: string): WatchWords {
  const { rest, ...channel } = channelIn(words);
  if (/^list$/i.test(rest) || words.trim() === "") return { subcommand: "list" };
  const [, which] = /^stop(?:\s+(.*))?$/i.exec(rest) ?? [];
  if (/^stop(\s|$)/i.test(rest)) return { subcommand: "stop", which: which ?? "", ...channel };
  const { service, age } = withoutAge(rest);
  if (service === "") throw new AppError("user", texts.chooseService);
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

/** A numbered line for each watch, with its status. */
function watchesReply(watches: readonly BackupWatchSchedule[], troubles: Troubles): Reply {
  if (watches.length === 0) return say(texts.noWatches);
  const headline = texts.listHeadline(watches.length);
  const lines = watches.map((watch, index) => {
    const trouble = troubles.get(watch.id);
    return [texts.listLine(watch, index + 1), ...(trouble ? [trouble.line] : [])].join("\n");
  });
  return reply([headline, ...lines, texts.listHint].join("\n"), [
    section(headline),
    ...watches.slice(0, withButton).map(({ id }, index) => ({
      ...section(lines[index] ?? ""),
      accessory: commandButton(texts.labels.stop, `backups watch stop ${id}`),
    })),
    ...packed(lines.slice(withButton)),
    smallPrint(texts.listHint),
  ]);
}

/** Stops a watch by its id, its number in the list, or its service and channel. */
async function stopWatch(
  { which, channelId }: Extract<WatchWords, { subcommand: "stop" }>,
  context: BackupsContext,
): Promise<Reply> {
  const all = await context.schedules.list(BackupWatchSchedule);
  const watch = find(all, which, channelId);
  await removeSchedule(watchKind, watch, context);
  return say(texts.stopped(watch));
}

function find(
  all: readonly BackupWatchSchedule[],
  which: string,
  channelId: string | undefined,
): BackupWatchSchedule {
  if (which === "" && channelId === undefined) throw new AppError("user", texts.chooseOne);
  const exact = scheduleNamed(which, all);
  if (exact) return exact;
  const found = all.filter(
    (watch) =>
      (which === "" || isOf(watch, which)) && (channelId === undefined || watch.channelId === channelId),
  );
  const [first, second] = found;
  if (first && second) {
    const numbers = found.map((watch) => all.indexOf(watch) + 1);
    throw new AppError("user", texts.several(numbers));
  }
  if (first) return first;
  throw notThere(all, which);
}

function isOf({ service }: BackupWatchSchedule, which: string): boolean {
  return service.serviceId === which || foldName(service.name) === foldName(which);
}

function notThere(all: readonly BackupWatchSchedule[], which: string): AppError {
  const near = nearest(which, [...new Set(all.map(({ service }) => service.name))]);
  return new AppError("missing", texts.notFound(which, near));
}

import { createServiceForm } from "../services/index.ts";
import { type KnownService, unconnected } from "../connections/index.ts";
import { listBackups } from "../../platform/cloud/services/backup.ts";
import { type ReadBackups, readEach } from "./list/read-each.ts";
import { backupDetailsData, backupsData, overviewData } from "./data.ts";
import { entries, entryOf } from "./entries.ts";
import type { BackupsContext } from "./context.ts";
import { AppError, isAppError } from "../../lib/errors.ts";
import { minuteMs } from "../../lib/duration.ts";
import { survey } from "../../lib/unreadable.ts";
import { backupDetails, findBackup } from "./list/details.ts";
import { overviewReply, readingReply } from "./list/overview.ts";
import { backupsReply } from "./list/reply.ts";
import { watch } from "./watch/command.ts";
import { BackupsWords, isServiceId, pageIn } from "./list/read-words.ts";
import { listed } from "../../platform/commands/entry.ts";
import { type Found, type Responder, command } from "../../platform/commands/command.ts";
import type { Asker } from "../../platform/context.ts";
import { zoneOf } from "../../platform/jobs/messenger.ts";
import { firstDueOf } from "./judgement/first-due.ts";
import * as texts from "./texts.ts";

/** `/db backups [service]`: an overview, the backups of a service, one backup, a new service from one, and watches. */
export const backups = command({
  name: "backups",
  group: { line: "Check backups, restore one, watch their age.", buttons: [["Backups", "backups"]] },
  summary: texts.help.summary,
  usage: texts.help.usage,
  examples: [
    "/db backups",
    "/db backups orders prod",
    "/db backups details orders prod 5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f",
    "/db backups restore orders prod 5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f",
    "/db backups watch orders prod #databases max-age 26h",
    "/db backups watch stop orders prod",
  ],
  details: texts.help.details,
  args: BackupsWords,
  entries: listed(entries),
  calls: entryOf,

  async run(args, context: BackupsContext, asker, responder) {
    // Watches can be listed and stopped without a connection.
    const first = args.subcommand === "watch" ? undefined : await unconnected(context);
    if (first) return first;
    switch (args.subcommand) {
      case "overview":
        return overview(context, responder);
      case "list":
        return list(args.service, context, asker);
      case "watch":
        // A service may be called "watch list".
        return (await found(context.services.find(args.service)))
          ? list(args.service, context, asker)
          : watch(args.words, context, asker);
      case "details": {
        const service = await context.services.find(args.service);
        const backup = findBackup(await readBackups(service, context), args.backupId, service.name);
        return {
          data: () => backupDetailsData(service, backup),
          draw: () => backupDetails(service, backup, context.now()),
        };
      }
      case "restore": {
        const { serviceId, name } = await context.services.find(args.service);
        // The form checks the backup: a trigger lives 3 s, and the cloud may take longer.
        const backup = { serviceId, serviceName: name, backupId: args.backupId };
        return { opens: createServiceForm, given: { backup } };
      }
    }
  },
});

async function overview(context: BackupsContext, responder: Responder): Promise<Found> {
  const services = await context.services.list();
  const all = await readEach({
    services,
    read: (service, pace) => readBackups(service, context, pace),
    requestsPerWindow: context.limits.requestsPerWindow,
    onRead: (done) => responder.progress(readingReply(done, services.length)),
  });
  const facts = all.map(async (each) => ({ ...each, firstDueAt: await firstDueOf(each.service, context) }));
  const found = await Promise.all(facts);
  const now = context.now();
  return { data: () => overviewData(found, now), draw: () => overviewReply(found, now) };
}

async function list(words: string, context: BackupsContext, asker: Asker): Promise<Found> {
  const { service, page } = await findWithPage(words, context);
  const [read, firstDueAt] = await Promise.all([readBackups(service, context), firstDueOf(service, context)]);
  const facts = { service, ...read, firstDueAt, page, now: context.now() };
  return {
    data: () => backupsData(facts),
    draw: async () => backupsReply({ ...facts, zone: await zoneOf(asker, context) }),
  };
}

/** The readable and the unreadable backups of a service, as they were at most a minute ago. */
async function readBackups(
  { serviceId, connection }: KnownService,
  context: BackupsContext,
  pace?: () => Promise<void>,
): Promise<Required<ReadBackups>> {
  const departure = pace && { pass: pace, isTooLate: () => false };
  const options = { freshForMs: minuteMs, departure };
  const listed = await context.cloudOf(connection).call(listBackups, { serviceId }, options);
  const { readable: backups, unreadable } = survey(listed);
  return { backups, unreadable };
}

/** The named service and the page. A service may be called "orders page 2". */
async function findWithPage(
  words: string,
  { services }: BackupsContext,
): Promise<{ service: KnownService; page: number }> {
  const paged = pageIn(words);
  if (paged === undefined) return { service: await findOrExplain(words, services), page: 1 };
  if (!isServiceId(paged.service)) {
    const whole = await found(services.find(words));
    if (whole) return { service: whole, page: 1 };
  }
  return { service: await services.find(paged.service), page: paged.page };
}

/** Explains what is missing if the words look like a subcommand without an id. */
async function findOrExplain(words: string, services: BackupsContext["services"]): Promise<KnownService> {
  const [, subcommand] = /^(restore|details)(?:\s|$)/i.exec(words) ?? [];
  const service = subcommand === undefined ? await services.find(words) : await found(services.find(words));
  if (service) return service;
  throw new AppError("user", texts.needsBackupId(subcommand?.toLowerCase() ?? ""));
}

async function found<T>(finding: Promise<T>): Promise<T | undefined> {
  try {
    return await finding;
  } catch (error) {
    if (!isAppError(error, "missing")) throw error;
    return undefined;
  }
}

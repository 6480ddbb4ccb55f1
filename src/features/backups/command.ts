import { z } from "zod";
import { minuteMs } from "../../lib/duration.ts";
import { isAppError } from "../../lib/errors.ts";
import { survey } from "../../lib/json.ts";
import type { Asker } from "../../platform/access/asker.ts";
import { slackDate } from "../../platform/blocks/date.ts";
import { listBackups } from "../../platform/cloud/services/backup.ts";
import { id, page, service } from "../../platform/commands/arguments.ts";
import { type ArgumentKind, argument, gap } from "../../platform/commands/arguments/kind.ts";
import { call } from "../../platform/commands/call.ts";
import { commandOf } from "../../platform/commands/command.ts";
import { none } from "../../platform/commands/entry.ts";
import type { Answer, Responder } from "../../platform/commands/found.ts";
import type { FactsOf, KnownFact, ServiceFact } from "../../platform/commands/service-facts.ts";
import { zoneOf } from "../../platform/jobs/messenger.ts";
import { type KnownService, unconnected } from "../connections/index.ts";
import { createServiceForm } from "../services/index.ts";
import type { BackupsContext } from "./context.ts";
import {
  BackupDetailsData,
  BackupsData,
  OverviewData,
  backupDetailsData,
  backupsData,
  overviewData,
} from "./data.ts";
import { lastGoodOf } from "./judgement/facts.ts";
import { firstDueOf } from "./judgement/judge.ts";
import { backupDetails, findBackup } from "./list/details.ts";
import { overviewReply, readingReply } from "./list/overview.ts";
import { type ReadBackups, readEach } from "./list/read-each.ts";
import { backupsReply } from "./list/reply.ts";
import * as texts from "./texts.ts";
import { watchCalls } from "./watch/watch.ts";

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const afterName = /^(?:(.*)\s)?([0-9a-f]{8}-\S*)$/i;
const afterId = new RegExp(String.raw`^(${uuid}|${gap})\s(\S+)$`, "i");

/** A backup's id at the end. It looks like one, or is any word after a service's id or a name in quotes. */
const backupKind: ArgumentKind = {
  slot: "id",
  take(words) {
    const [, rest = "", found] = afterName.exec(words) ?? afterId.exec(words) ?? [];
    return found === undefined ? undefined : { value: found, rest };
  },
  write: String,
};

const backup = argument(backupKind, id).describe("The backup's id");
const restorableId = argument(backupKind, z.guid(texts.badBackupId).toLowerCase()).describe(
  "The backup's id",
);

/** `/db backups`: how the backups of all services are. */
const overview = call({
  name: "backups_overview",
  title: "Backups of all services",
  summary: "Says for each service whether its backups are as they should be.",
  effect: "read",
  isTool: true,
  line: "backups",
  verb: "overview",
  args: none,
  result: OverviewData,
  asks: {
    means: ["backup", "backup late"],
    around: "service late list time",
    says: ["Backups of all services"],
  },
  run: async (_, context: BackupsContext, __, responder) =>
    (await unconnected(context)) ?? overviewOf(context, responder),
});

/** `/db backups orders prod page 2`. */
const list = call({
  name: "backups_list",
  title: "Backups of a service",
  summary: "Lists the backups of a service, the newest first.",
  effect: "read",
  isTool: true,
  line: "backups {service} page {page}",
  verb: "list",
  args: z.object({ service, page: page.optional() }),
  result: BackupsData,
  asks: {
    means: ["backup {service}", "restore backup {service}", "restore {service}"],
    around: "service late list time restore facts backup want",
    slots: { page: { parts: [[/\bpage (\d{1,6})\b/i, "$1"]] } },
    says: ["Backups of {service}", ", page {page}"],
  },
  run: async (wanted, context: BackupsContext, asker) =>
    (await unconnected(context)) ?? listOf(wanted, context, asker),
});

/** `/db backups details orders prod 5c1d7e2a-…`. */
const details = call({
  name: "backups_show",
  title: "One backup",
  summary: "Shows everything about one backup.",
  effect: "read",
  isTool: true,
  line: "backups details {service} {backup}",
  verb: "details",
  missing: { backup: texts.needsBackupId("details"), service: texts.whichService },
  args: z.object({ service, backup }),
  result: BackupDetailsData,
  asks: {
    means: ["backup {backup} {service}"],
    around: "facts list late time service amount duration",
    says: ["Backup {backup} of {service}"],
  },
  async run({ service: named, backup: backupId }, context: BackupsContext) {
    const first = await unconnected(context);
    if (first) return first;
    const service = await context.services.find(named);
    const found = findBackup(await readBackups(service, context), backupId, service.name);
    return {
      data: () => backupDetailsData(service, found),
      draw: () => backupDetails(service, found, context.now()),
    };
  },
});

/** `/db backups restore orders prod`: its backups, with the menu that restores one. */
const restorable = call({
  name: "backups_restorable",
  title: "Backups to restore",
  summary: "Lists the backups of a service, with a menu that restores one.",
  effect: "read",
  line: "backups restore {service}",
  verb: "restore",
  missing: { service: texts.needsBackupId("restore") },
  args: z.object({ service }),
  result: BackupsData,
  run: async (wanted, context: BackupsContext, asker) =>
    (await unconnected(context)) ?? listOf(wanted, context, asker),
});

/** `/db backups restore orders prod 5c1d7e2a-…`. */
const restore = call({
  name: "backups_restore",
  title: "Restore a backup",
  summary: "Opens the form for a new service from a backup.",
  effect: "change",
  opens: true,
  line: "backups restore {service} {backup}",
  verb: "restore",
  missing: { backup: texts.needsBackupId("restore"), service: texts.whichService },
  args: z.object({ service, backup: restorableId }),
  asks: {
    means: ["restore {backup} {service}", "create service backup {backup} {service}"],
    around: "backup service late time want",
    says: ["Restore {service} from backup {backup}"],
  },
  async run({ service: named, backup: backupId }, context: BackupsContext) {
    const first = await unconnected(context);
    if (first) return first;
    const { serviceId, name } = await context.services.find(named);
    // The form checks the backup: a trigger lives 3 s, and the cloud may take longer.
    return { opens: createServiceForm, given: { backup: { serviceId, serviceName: name, backupId } } };
  },
});

/** `/db backups [service]`: an overview, the backups of a service, one backup, a new service from one, and watches. */
export const backups = commandOf({
  name: "backups",
  group: { line: "Check backups, restore one, watch their age.", buttons: [["Backups", "backups"]] },
  summary: texts.help.summary,
  examples: [
    "/db backups",
    "/db backups orders prod",
    "/db backups details orders prod 5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f",
    "/db backups restore orders prod 5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f",
    "/db backups watch orders prod #databases max-age 26h",
    "/db backups watch stop orders prod",
  ],
  details: texts.help.details,
  calls: [overview, list, details, restorable, restore, ...watchCalls],
});

async function overviewOf(context: BackupsContext, responder: Responder): Promise<Answer> {
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

async function listOf(
  { service: named, page = 1 }: { service: string; page?: number | undefined },
  context: BackupsContext,
  asker: Asker,
): Promise<Answer> {
  const service = await context.services.find(named);
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

// Each service costs a request, and App Home is opened often.
const freshForMs = 5 * minuteMs;

/** When each service's last good backup was. */
export const lastBackup: ServiceFact<BackupsContext> = {
  label: "Last backup",
  rank: 3,
  async read(services, context) {
    const known = await Promise.all(services.map((service) => lastBackupOf(service, context)));
    return new Map(known.flat());
  },
};

async function lastBackupOf(
  { serviceId, connection }: FactsOf,
  { cloudOf, now }: BackupsContext,
): Promise<[serviceId: string, fact: KnownFact][]> {
  try {
    const listed = await cloudOf(connection).call(listBackups, { serviceId }, { freshForMs });
    const { readable, unreadable } = survey(listed);
    const { at, failedSince, unclearSince } = lastGoodOf(readable, now());
    const failed = failedSince > 0 ? ` (:warning: ${failedSince} failed since)` : "";
    const unclear = unclearSince + unreadable.length;
    const data = {
      lastGoodBackupAt: at?.toISOString(),
      failedBackupsSince: failedSince,
      ...(unclear > 0 && { unclearBackupsSince: unclear }),
    };
    return [[serviceId, { text: `${at ? slackDate(at) : "none yet"}${failed}`, data }]];
  } catch (error) {
    if (isAppError(error, "bug")) throw error;
    return [];
  }
}

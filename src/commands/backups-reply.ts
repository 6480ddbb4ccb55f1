import { code, escapeName } from "../blocks/escape.ts";
import { slackDate } from "../blocks/date.ts";
import { type Reply, reply, say } from "../blocks/reply.ts";
import { type Table, plainTable, tableBlocks } from "../blocks/table.ts";
import { context, section } from "../blocks/text.ts";
import type { Backup } from "../cloud/backup.ts";
import { type BackupState, stateOf } from "../cloud/backup-state.ts";
import { humanBytes } from "../lib/bytes.ts";
import { plural } from "../lib/text.ts";
import { agoInWords, humanDuration, parseTime } from "../lib/time.ts";
import { isAmount, kindInWords } from "./backup-facts.ts";
import { stateInWords } from "./backup-state.ts";
import { restoreOffer } from "./backups-restore.ts";

/** As many as are read at a glance. */
const shownBackups = 20;

/** The answer to "what backups are there": a table, newest first, with the ways on from those that worked. */
export function backupsReply({
  service,
  backups,
  now,
}: {
  service: { serviceId: string; name: string };
  backups: readonly Backup[];
  now: Date;
}): Reply {
  const name = `*${escapeName(service.name)}*`;
  if (backups.length === 0) {
    return say(
      `No backups yet for ${name}. The first usually appears within a day of the service's creation; ${code(`/db backups ${service.name}`)} shows it then.`,
    );
  }
  const newestFirst = backups.toSorted((a, b) => startOf(b) - startOf(a));
  const headline = `${plural(backups.length, "backup")} of ${name}, newest first. ${lastDone(newestFirst, now)}`;
  const table = backupsTable(newestFirst, now);
  const shown = [
    section(headline),
    ...tableBlocks(table, "backup"),
    context("Times are in your own time zone."),
  ];
  const offer = restoreOffer(service, newestFirst, shown);
  return reply([headline, plainTable(table), offer.text].filter(Boolean).join("\n"), [
    ...shown,
    ...offer.blocks,
  ]);
}

/** For sorting: backups that do not say when they began come last. */
function startOf({ startedAt }: Backup): number {
  return parseTime(startedAt)?.getTime() ?? Number.NEGATIVE_INFINITY;
}

const notDone: Record<Exclude<BackupState, "done">, string> = {
  failed: "The newest one failed.",
  running: "The newest one is still running.",
  unknown: "",
};

function lastDone(newestFirst: readonly Backup[], now: Date): string {
  const [newest] = newestFirst;
  const state = newest ? stateOf(newest) : "unknown";
  const done = newestFirst.find((backup) => stateOf(backup) === "done");
  const startedAt = parseTime(done?.startedAt);
  return [
    ...(state === "done" || state === "unknown" ? [] : [notDone[state]]),
    ...(startedAt
      ? [`The last one that is done began ${slackDate(startedAt)}, ${agoInWords(startedAt, now)}.`]
      : []),
    ...(done ? [] : ["None of them is done."]),
  ].join(" ");
}

function backupsTable(backups: readonly Backup[], now: Date): Table {
  return {
    columns: [
      { header: "Started" },
      { header: "Status" },
      { header: "Took", align: "right" },
      { header: "Size", align: "right" },
      { header: "Kind" },
      { header: "Name" },
    ],
    maxRows: shownBackups,
    rows: backups.map((backup) => [
      parseTime(backup.startedAt) ?? backup.startedAt ?? "",
      stateInWords(backup, now),
      durationInWords(backup),
      isAmount(backup.sizeInBytes) ? humanBytes(backup.sizeInBytes) : "",
      kindInWords(backup.type),
      backup.backupName ?? "",
    ]),
  };
}

function durationInWords({ durationInSeconds, startedAt, finishedAt }: Backup): string {
  const [start, end] = [parseTime(startedAt), parseTime(finishedAt)];
  const seconds = durationInSeconds ?? (start && end && (end.getTime() - start.getTime()) / 1000);
  return isAmount(seconds) ? humanDuration(seconds) : "";
}

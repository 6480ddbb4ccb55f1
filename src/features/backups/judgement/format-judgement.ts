import { escapeName } from "../../../platform/blocks/escape.ts";
import { humanBytes } from "../../../lib/text.ts";
import { humanDuration } from "../../../lib/duration.ts";
import type { Judgement, Warning } from "./judge.ts";
import { firstDue } from "../texts.ts";
import { formatSpan } from "./format.ts";
import type { Usual } from "./rhythm.ts";

/** Most services have two kinds of backups. More would hide the one that matters. */
const shownKinds = 2;

/** The judgement in sentences of mrkdwn, the warnings on lines of their own. `short` leaves out the usual, and is one line. */
export function formatJudgement(judgement: Judgement, { short = false } = {}): string {
  const warnings = formatWarnings(judgement);
  const status = formatFreshness(judgement, short ? [] : judgement.usual);
  if (warnings.length === 0) return status;
  return [status, ...warnings].join(short ? " " : "\n");
}

function formatFreshness(judgement: Judgement, usual: readonly Usual[]): string {
  const { counts, lastGoodAgoMs } = judgement;
  const { all, good, failed, running } = counts;
  if (lastGoodAgoMs !== undefined)
    return `Last good backup ${formatSpan(lastGoodAgoMs)} ago.${usually(usual)}`;
  if (good > 0) return "There are good backups.";
  if (failed > 0 && failed === all)
    return all === 1 ? "No good backup: the only one failed." : `No good backup: all ${all} failed.`;
  return all === running ? firstDue(judgement) : "No good backup.";
}

function usually(usual: readonly Usual[]): string {
  const kinds = usual.map(formatUsual).filter(({ text }) => text !== "");
  if (kinds.length === 0) return "";
  const shown = kinds.slice(0, shownKinds);
  const texts = shown.map(({ kind, text }) => (shown.length === 1 || kind === "" ? text : `${kind} ${text}`));
  return ` Usually ${texts.join(", ")}.`;
}

function formatUsual({ kind, sizeInBytes, durationInSeconds }: Usual): { kind: string; text: string } {
  const text = [
    ...(sizeInBytes === undefined ? [] : [humanBytes(sizeInBytes)]),
    ...(durationInSeconds === undefined ? [] : [`in ${humanDuration(durationInSeconds)}`]),
  ].join(" ");
  return { kind: escapeName(kind, 20), text };
}

/** The warnings as sentences of mrkdwn. The first line already says if all have failed. */
function formatWarnings({ counts, warnings }: Judgement): string[] {
  const unsaid = warnings.filter(({ about }) => about !== "failed" || counts.failed < counts.all);
  return unsaid.map(formatWarning);
}

function formatWarning(warning: Warning): string {
  switch (warning.about) {
    case "failed":
      return formatFailed(warning);
    case "overdue":
      return formatOverdue(warning);
    case "silent":
      return `No backup started for ${formatSpan(warning.lastAgoMs)}.`;
    case "undated":
      return "No good backup has a time, so I can't tell how old they are.";
    case "shrunken":
      return `The newest ${one(warning.kind)} has ${humanBytes(warning.sizeInBytes)}, less than half the usual ${humanBytes(warning.usualSizeInBytes)}.`;
  }
}

function formatFailed({ inARow, lastAgoMs }: Extract<Warning, { about: "failed" }>): string {
  const ago = lastAgoMs === undefined ? "" : `${formatSpan(lastAgoMs)} ago`;
  if (inARow === 1) return `The last backup failed${ago && ` ${ago}`}.`;
  return `The last ${inARow} backups failed${ago && `, the newest ${ago}`}.`;
}

function formatOverdue({ kind, everyMs, lastAgoMs }: Extract<Warning, { about: "overdue" }>): string {
  const [last, every] = [`started ${formatSpan(lastAgoMs)} ago`, formatSpan(everyMs)];
  return `The last ${one(kind ?? "")} ${last}. Usually one starts every ${every}.`;
}

/** "full backup" for a kind of that name. */
function one(kind: string): string {
  return kind === "" ? "backup" : `${escapeName(kind, 20)} backup`;
}

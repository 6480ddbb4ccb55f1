import { escapeName } from "../../../platform/blocks/escape.ts";
import { humanBytes } from "../../../lib/text.ts";
import { humanDuration } from "../../../lib/duration.ts";
import type { Judgement, Warning } from "./judge.ts";
import { formatSpan } from "./format.ts";
import type { Usual } from "./rhythm.ts";

/** Most services have two kinds of backups. More would hide the one that matters. */
const shownKinds = 2;

/** The judgement in mrkdwn, with the warnings on a line of their own. `short` leaves out the usual, and is one line. */
export function formatJudgement(judgement: Judgement, { short = false } = {}): string {
  const warnings = formatWarnings(judgement);
  const status = formatFreshness(judgement, short ? [] : judgement.usual);
  if (warnings.length === 0) return status;
  return `${status}${short ? " " : "\n"}:warning: *Warning:* ${warnings.join("; ")}.`;
}

function formatFreshness({ counts, lastGoodAgoMs }: Judgement, usual: readonly Usual[]): string {
  const { all, good, failed, running } = counts;
  if (all === 0) return "No backups yet.";
  if (lastGoodAgoMs !== undefined)
    return `Last good backup ${formatSpan(lastGoodAgoMs)} ago${usually(usual)}.`;
  if (good > 0) return "There are good backups.";
  if (failed === all)
    return all === 1 ? "No good backup: the only one failed." : `No good backup: all ${all} failed.`;
  return running > 0 ? "No good backup yet; one is running." : "No good backup.";
}

function usually(usual: readonly Usual[]): string {
  const kinds = usual.map(formatUsual).filter(({ text }) => text !== "");
  if (kinds.length === 0) return "";
  const shown = kinds.slice(0, shownKinds);
  const texts = shown.map(({ kind, text }) => (shown.length === 1 || kind === "" ? text : `${kind} ${text}`));
  return ` (usual: ${texts.join(", ")})`;
}

function formatUsual({ kind, sizeInBytes, durationInSeconds }: Usual): { kind: string; text: string } {
  const text = [
    ...(sizeInBytes === undefined ? [] : [humanBytes(sizeInBytes)]),
    ...(durationInSeconds === undefined ? [] : [`in ${humanDuration(durationInSeconds)}`]),
  ].join(" ");
  return { kind: escapeName(kind, 20), text };
}

/** The warnings as parts of a sentence, in mrkdwn. The first line already says if all have failed. */
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
      return `none has begun for ${formatSpan(warning.lastAgoMs)}`;
    case "undated":
      return "none of the good ones says when it was made, so how old they are is unknown";
    case "shrunken":
      return `the newest ${one(warning.kind)} has ${humanBytes(warning.sizeInBytes)}, less than half of the usual ${humanBytes(warning.usualSizeInBytes)}`;
  }
}

function formatFailed({ inARow, lastAgoMs }: Extract<Warning, { about: "failed" }>): string {
  const ago = lastAgoMs === undefined ? "" : `${formatSpan(lastAgoMs)} ago`;
  if (inARow === 1) return `the last one failed${ago && `, ${ago}`}`;
  return `the last ${inARow} failed${ago && `, the newest ${ago}`}`;
}

function formatOverdue({ kind, everyMs, lastAgoMs }: Extract<Warning, { about: "overdue" }>): string {
  const usual = `one usually begins every ${formatSpan(everyMs)}`;
  return kind === undefined
    ? `overdue: ${usual}, and the last began ${formatSpan(lastAgoMs)} ago`
    : `the last ${one(kind)} began ${formatSpan(lastAgoMs)} ago, and ${usual}`;
}

/** "full one" for a kind of that name. */
function one(kind: string): string {
  return kind === "" ? "one" : `${escapeName(kind, 20)} one`;
}

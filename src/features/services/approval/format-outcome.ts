import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import { listInWords } from "../../../lib/text.ts";
import type { ApprovalOutcome, ApprovedBy } from "./approvals.ts";

/** How it ended, in mrkdwn. */
export function ended(
  { kind, userId, reason, at: when }: ApprovalOutcome,
  approvedBy: readonly ApprovedBy[] = [],
): string {
  const by = userId === undefined ? "" : ` by <@${userId}>`;
  const why = reason === undefined ? "" : ` ${escapeMrkdwn(reason)}`;
  switch (kind) {
    case "approved":
      return `:white_check_mark: *Approved* ${approvers(approvedBy)}`;
    case "denied":
      return `:no_entry: *Denied*${by}, ${at(when)}, with the reason: “${why.trim()}”`;
    case "expired":
      return `:hourglass: *Expired* ${at(when)}: not enough people decided in time. Nothing was created.`;
    case "void":
      return `:heavy_multiplication_x: *Void* since ${at(when)}.${why} Nothing was created.`;
    case "withdrawn":
      return `:leftwards_arrow_with_hook: *Taken back*${by}, ${at(when)}. Nothing was created.`;
  }
}

/** Who approved and when, as the end of a sentence. */
export function approvers(approvedBy: readonly ApprovedBy[]): string {
  return `by ${listInWords(approvedBy.map(({ userId, at: when }) => `<@${userId}>, ${at(when)}`))}.`;
}

/** A moment as its reader sees it. */
export function at(time: string): string {
  return slackDate(new Date(time));
}

import type { KnownBlock } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { placeInMrkdwn } from "../../../platform/blocks/place.ts";
import { header, section } from "../../../platform/blocks/text.ts";
import { requestedName } from "../../services/form/requested-name.ts";
import type { Form } from "../../../platform/forms/form.ts";
import { draftInWords, resumeButtons } from "../../../platform/forms/resume.ts";
import { plural } from "../../../lib/text.ts";
import type { HomeFacts } from "./facts.ts";
import { type Offer, row } from "./offer.ts";

/** What its person left unfinished. */
export function unfinishedBlocks({ draft }: HomeFacts, forms: readonly Form[]): KnownBlock[] {
  const form = forms.find(({ name, resumes }) => name === draft?.form && resumes);
  if (!draft?.touched || !form) return [];
  return [header("Unfinished"), section(draftInWords(form, draft)), actions(resumeButtons(draft))];
}

const mostShown = 5;

/** The person's own requests that wait for approval, and how many of others do. */
export function approvalBlocks({ pending, userId }: HomeFacts, offer: Offer): KnownBlock[] {
  if (pending.length === 0) return [];
  const own = pending.filter(({ content }) => content.requesterId === userId);
  const others = pending.length - own.length;
  const lines = own.slice(0, mostShown).map(({ content, approvedBy }) => {
    const { request, policy, expiresAt } = content;
    return `• *${escapeName(requestedName(request))}* ${placeInMrkdwn(policy)}: ${approvedBy.length} of ${policy.quorum} approved, expires ${slackDate(new Date(expiresAt))}.`;
  });
  const left = own.length > mostShown ? [`and ${own.length - mostShown} more of yours`] : [];
  const rest =
    others > 0
      ? [`${plural(others, "request")} of other people ${others === 1 ? "waits" : "wait"} for approval.`]
      : [];
  return [
    header("Waiting for approval"),
    section([...lines, ...left, ...rest].join("\n")),
    ...row(offer("All that waits", "approvals")),
  ];
}

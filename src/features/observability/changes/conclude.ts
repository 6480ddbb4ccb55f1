import type { Step } from "../../../platform/jobs/worker.ts";
import { actions } from "../../../platform/blocks/button.ts";
import type { Form } from "../../../platform/forms/form.ts";
import { reopenButton } from "../../../platform/forms/open.ts";
import { refuseSubmission } from "../../../platform/forms/submit.ts";
import { tellAlone } from "../../../platform/jobs/tell.ts";
import type { PendingChange } from "./change.ts";
import { notDoneText, outcomeWords } from "./format-outcome.ts";
import { followMadeAlerts } from "./made-here.ts";
import type { ChangeProgress, ChangeProgressOf, Outcome } from "./progress.ts";
import { pendingOf, showInModal } from "./step.ts";
import { releaseHold } from "./update.ts";
import { messageOf, viewOf } from "./views.ts";
import { followUp } from "../../../platform/jobs/request-log/machine.ts";
import { keepTrying } from "../../../platform/jobs/keep-trying.ts";
import { asSentences } from "../../../lib/text.ts";
import { audit } from "./texts.ts";
import type { AuditEntry } from "../../../platform/audit/log.ts";
import { editDifferences } from "./differences.ts";
import { type Difference, nameOf, nounOf, verbOf } from "./format-change.ts";

/** Follows an outcome up, each step once: writes it into the audit log, then notifies the change's person. */
export function conclude(pending: PendingChange, outcome: Outcome, forms: readonly Form[]): Promise<Step> {
  return followUp<ChangeProgress>(pendingOf(pending), outcome, {
    async record() {
      await releaseHold(pending);
      await followMadeAlerts(pending, outcome);
      await recordOutcome(pending, outcome);
    },
    tell: () => postOutcome(pending, outcome, forms),
  });
}

/** Shows the outcome in the modal, or where its person asked. If nothing was done, their form comes back. */
async function postOutcome(pending: PendingChange, outcome: Outcome, forms: readonly Form[]): Promise<void> {
  if (outcome.status === "failed" && (await bringBack(pending, outcome, forms)) === "updated") return;
  const words = await outcomeWords(pending, outcome);
  if ((await showInModal(pending, viewOf(words))) === "updated") return;
  const message = messageOf(words);
  const { submitted, context } = pending;
  const again = outcome.status === "failed" && !outcome.mayBeDone ? submitted.form : undefined;
  const blocks = again ? [...message.blocks, actions([reopenButton(again.formId)])] : message.blocks;
  const { userId, channelId } = submitted;
  const key = `change:${pending.changeId}:${outcome.status}`;
  await tellAlone({ key, userId, channelId, reply: { ...message, blocks } }, context);
}

async function bringBack(
  pending: PendingChange,
  failed: ChangeProgressOf<"failed">,
  forms: readonly Form[],
): Promise<"updated" | "gone"> {
  const { form: from, viewId, userId } = pending.submitted;
  const form = forms.find(({ name }) => name === from?.name);
  if (!from || !form || viewId === undefined || failed.mayBeDone) return "gone";
  const { message, field } = failed;
  const refusal = {
    message: notDoneText(pending, failed),
    ...(field === undefined ? {} : { problem: { field, message } }),
  };
  return refuseSubmission(form, { ...from, viewId, userId }, refusal, pending.context);
}

/** Redis has this long. After that the step is taken again. */
const waitPolicy = { everyMs: 1_000, forMs: 10_000 };

/** Writes an outcome into the audit log, unless nothing had to be changed. */
async function recordOutcome({ submitted, context }: PendingChange, outcome: Outcome): Promise<void> {
  if (outcome.status === "done" && outcome.wasSo) return;
  const { userId, userName, channelId, wanted, target } = submitted;
  const differences = editDifferences(wanted);
  const subject = nameOf(wanted);
  const tiles = [...new Set(differences.flatMap(({ tile }) => tile ?? []))];
  const entry: AuditEntry = {
    at: context.now().toISOString(),
    userId,
    userName,
    ...(channelId ? { channelId } : {}),
    action: `${nounOf(wanted)}.${verbOf(wanted)}`,
    ...(subject === undefined ? {} : { subject }),
    result: outcome.status === "done" ? "done" : "failed",
    detail: asSentences([audit.where(target.name, tiles), ...whyNot(outcome)]),
    before: valuesOf(differences, "before"),
    after: valuesOf(differences, "after"),
    ...(outcome.status === "failed" && outcome.requestId ? { requestId: outcome.requestId } : {}),
  };
  await keepTrying(() => context.audit.record(entry), waitPolicy);
}

function whyNot(outcome: Outcome): string[] {
  switch (outcome.status) {
    case "done":
      return outcome.corrects ? [audit.answeredLate] : [];
    case "conflict":
      return [audit.conflict];
    case "unknown":
      return [`${audit.unknown} ${outcome.message} ${outcome.found}`];
    case "failed":
      return [outcome.message];
  }
}

function valuesOf(differences: readonly Difference[], side: "before" | "after"): AuditEntry["after"] {
  const known = differences.flatMap(({ field }) => {
    const value = field?.[side];
    return field === undefined || value === undefined || value === "" ? [] : [[field.name, value] as const];
  });
  if (known.length === 0) return undefined;
  // The log keeps JSON.
  return JSON.parse(JSON.stringify(Object.fromEntries(known)));
}

import { AppError } from "../../../lib/errors.ts";
import { asSentences } from "../../../lib/text.ts";
import type { AuditEntry } from "../../../platform/audit/log.ts";
import { row } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import { reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { changeDraft } from "../../../platform/forms/save.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { refuseSubmission } from "../../../platform/forms/submit.ts";
import { followUp } from "../../../platform/jobs/request-log/machine.ts";
import { keepTrying } from "../../../platform/jobs/keep-trying.ts";
import { tellAlone } from "../../../platform/jobs/tell.ts";
import type { WorkState } from "../../../platform/jobs/queue.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import type { LifecycleContext } from "../context.ts";
import { changeServiceForm } from "../change/form.ts";
import { busyView } from "./busy.ts";
import type { PendingChange, SubmittedChange } from "./change.ts";
import type { Ended, Shape } from "./progress.ts";
import * as texts from "./texts.ts";

/** Follows the end of a change up, each step once: writes it into the audit log, then tells its person. */
export function conclude(pending: PendingChange, end: Ended): Promise<Step> {
  const { changeId, submitted, context } = pending;
  return followUp({ id: changeId, log: context.serviceChangeLog }, end, {
    async record() {
      if (submitted.verb === "delete" && end.outcome === "done") await forgetDeleted(pending);
      await record(pending, end);
    },
    // A policy tells people by its own messages.
    tell: async () => (submitted.userId === "app" ? undefined : tell(pending, end)),
  });
}

/** Nothing here may name a service that is gone, or act on it. */
async function forgetDeleted({ submitted: { service }, context }: PendingChange): Promise<void> {
  const known = (await context.services.list()).find(({ serviceId }) => serviceId === service.serviceId);
  if (known) await context.services.forget(known.name);
}

/** Redis has this long. After that the step is taken again. */
const waitPolicy = { everyMs: 1_000, forMs: 10_000 };

/** Writes the end into the audit log, unless nothing had to be changed. */
async function record({ submitted, context }: PendingChange, end: Ended): Promise<void> {
  if (end.outcome === "void" || (end.outcome === "done" && !end.made)) return;
  const { userId, userName, channelId, service, verb, because } = submitted;
  const detail = asSentences([because, whyNot(end)].filter((each) => each !== undefined));
  const entry: AuditEntry = {
    at: end.at,
    userId,
    ...(userName && { userName }),
    ...(channelId && { channelId }),
    action: `service.${verb}`,
    subject: service.name,
    result: end.outcome === "done" ? "done" : "failed",
    ...(detail !== "" && { detail }),
    ...valuesOf(submitted),
    ...(end.requestId && { requestId: end.requestId }),
  };
  await keepTrying(() => context.audit.record(entry), waitPolicy);
}

function whyNot({ outcome, message }: Ended): string | undefined {
  switch (outcome) {
    case "done":
    case "void":
      return undefined;
    case "failed":
      return message;
    case "unknown":
      return texts.audit.unknown(message ?? "");
    case "conflict":
    case "gone":
    case "unserved":
      return texts.audit[outcome];
  }
}

/** What each changed field was and was to be. */
function valuesOf({
  parts,
  seen = {},
  service,
  verb,
}: SubmittedChange): Pick<AuditEntry, "before" | "after"> {
  if (verb === "delete") return { before: { serviceId: service.serviceId, connection: service.connection } };
  const before: Shape = {};
  const after: Shape = {};
  for (const part of parts) {
    if (part.kind === "addresses") {
      before.ipAccessList = seen.ipAccessList ?? [];
      const gone = new Set(part.remove.map(({ source }) => source));
      after.ipAccessList = [...before.ipAccessList.filter(({ source }) => !gone.has(source)), ...part.add];
    }
    if (part.kind === "scaling") {
      Object.assign(after, part.to);
      Object.assign(before, pick(seen, Object.keys(part.to)));
    }
  }
  if (Object.keys(after).length === 0) return {};
  // The log keeps JSON.
  return { before: JSON.parse(JSON.stringify(before)), after: JSON.parse(JSON.stringify(after)) };
}

function pick(shape: Shape, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(shape).filter(([name]) => names.includes(name)));
}

/** Shows the end in the form's modal, or where its person asked. If nothing was done, their form comes back. */
async function tell(pending: PendingChange, end: Ended): Promise<void> {
  if ((await bringBack(pending, end)) === "updated") return;
  const { submitted, context } = pending;
  const { verb, service, form } = submitted;
  const text = endText(pending, end);
  const again =
    end.outcome === "conflict"
      ? [commandButton(texts.lookAgain, { call: "services_change", args: { service: service.serviceId } })]
      : [];
  const blocks = [section(text), ...row(again)];
  const view = notice(texts.titles[verb], blocks);
  if (form && (await context.messenger.updateModal(form.viewId, view)) === "updated") return;
  const { userId, channelId } = submitted;
  const key = `service-change:${pending.changeId}`;
  await tellAlone({ key, userId, channelId, reply: reply(text, blocks) }, context);
}

/** How a change ended, in mrkdwn. */
function endText({ submitted: { verb, service } }: PendingChange, end: Ended): string {
  const name = escapeName(service.name);
  const { outcome, made, message = "", requestId } = end;
  const why = explain(new AppError("user", message, { requestId }));
  switch (outcome) {
    case "done":
      return made ? texts.outcomes.done(verb, name) : texts.outcomes.wasSo(verb, name);
    case "failed":
      return made ? texts.outcomes.half(name, why) : texts.outcomes.failed(verb, name, why);
    case "unserved":
      return made ? texts.outcomes.half(name, texts.audit.unserved) : texts.outcomes.unserved(verb, name);
    case "unknown":
      return texts.outcomes.unknown(verb, name, why);
    // Only a policy's change is void, and it tells no one.
    case "void":
    case "gone":
      return texts.outcomes.gone(name);
    case "conflict":
      return texts.conflictElsewhere(name);
  }
}

/** Nothing was sent: the form comes back with its input, and after a conflict with the service as it is now. */
async function bringBack(pending: PendingChange, end: Ended): Promise<"updated" | "gone"> {
  const { submitted, context } = pending;
  const { form, userId, service } = submitted;
  if (!form || end.made || (end.outcome !== "failed" && end.outcome !== "conflict")) return "gone";
  const back = { ...form, userId };
  if (end.outcome === "conflict") {
    await changeDraft(changeServiceForm, back, context, (draft) => ({
      ...draft,
      facts: { ...draft.facts, present: end.theirs },
    }));
    const message = texts.outcomes.conflict(escapeName(service.name));
    return refuseSubmission(changeServiceForm, back, { message }, context);
  }
  const { field, message = "" } = end;
  const refusal = {
    message: endText(pending, end),
    ...(field === undefined ? {} : { problem: { field, message } }),
  };
  return refuseSubmission(changeServiceForm, back, refusal, context);
}

/** Says in the form's modal that the cloud can't take it now. */
export async function showWaiting({ submitted, context }: PendingChange): Promise<void> {
  const { form, verb, service } = submitted;
  if (!form) return;
  await context.messenger.updateModal(form.viewId, busyView(verb, service.name, texts.waiting));
}

/** Where a change is, for whoever started it. */
export async function stateOfChange(
  changeId: string,
  { serviceChangeLog }: Pick<LifecycleContext, "serviceChangeLog">,
): Promise<WorkState> {
  const progress = await serviceChangeLog.find(changeId);
  if (progress?.status !== "ended") return { state: "running" };
  const { outcome, message } = progress;
  if (outcome === "done" || outcome === "unknown") return { state: outcome, reason: message };
  const reason =
    outcome === "conflict" || outcome === "gone" || outcome === "unserved" ? texts.audit[outcome] : message;
  return { state: "failed", reason };
}

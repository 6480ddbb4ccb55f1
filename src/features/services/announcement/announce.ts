import type { Step } from "../../../platform/jobs/worker.ts";
import { type MessageRef, channelFirst } from "../../../platform/jobs/messenger.ts";
import { postOnce } from "../../../platform/jobs/post-once.ts";
import { isAppError } from "../../../lib/errors.ts";
import { hashJson } from "../../../lib/hash.ts";
import type { Button, KnownBlock } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import { formatState } from "./service-state.ts";
import { showPasswordButton } from "../passwords/show-button.ts";
import { endpointBlocks, endpointText } from "./endpoints.ts";
import type { CreatedProgress } from "./keep-created.ts";
import { sizeFacts } from "../form/facts.ts";
import type { ProvisioningRequest } from "../provisioning/submission.ts";
import { completeStep, stepOutcome } from "../workflow/step.ts";
import { reopenButton } from "../../../platform/forms/open.ts";
import { passwordGoneAt, resetPassword } from "../passwords/format-password.ts";

/**
 * Adds the service to the workspace and announces it once in the channel of the request. If the channel refuses the
 * message, the requester gets it directly.
 */
export async function announce(provisioning: ProvisioningRequest, before: CreatedProgress): Promise<Step> {
  const { requestId, context } = provisioning;
  const name = await makeKnown(provisioning, before);
  await completeStep(provisioning, stepOutcome({ ...before, name }));
  const announcingSince = before.announcingSince ?? context.now().toISOString();
  const known = await context.created.change(requestId, (now) => ({ ...now, name, announcingSince }));
  // Another process took over while this one was paused, and has announced the service.
  if (known.message || known.silent) return "next";
  const posted = await post(provisioning, known);
  await context.created.change(requestId, (now) => ({ ...now, ...posted }));
  return "next";
}

/** The key under which the announcement is posted once. */
export function announcementPostKey(requestId: string): string {
  return `announcement-${requestId}`;
}

/** A message that an earlier step posted comes without `drawn`, because its text is unknown; following redraws it. */
async function post(
  provisioning: ProvisioningRequest,
  known: CreatedProgress,
): Promise<{ message: MessageRef; drawn?: string } | { silent: true }> {
  const { requestId, submission, context } = provisioning;
  const message = announcement(provisioning, known);
  let drawn: string | undefined;
  const postTo = (channelId: string, key: string) =>
    postOnce(context, {
      key,
      channelId,
      reply: async () => {
        drawn = hashJson(message);
        return message;
      },
    });
  try {
    const messageRef = await channelFirst(
      submission.channelId,
      (channelId) => postTo(channelId, announcementPostKey(requestId)),
      () => postTo(submission.userId, `${announcementPostKey(requestId)}-direct`),
    );
    return { message: messageRef, ...(drawn === undefined ? {} : { drawn }) };
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    context.log.info({ err: error, requestId }, "there is nowhere to announce a service");
    return { silent: true };
  }
}

/** Adds the service under its name, with the beginning of its id if another service has that name. Returns its name. */
async function makeKnown(
  { submission, context }: ProvisioningRequest,
  { serviceId, name }: CreatedProgress,
): Promise<string> {
  if (serviceId === undefined) return name;
  const { userId: addedBy, connection } = submission;
  const facts = { serviceId, connection, addedBy, addedAt: context.now().toISOString() };
  try {
    await context.services.add({ ...facts, name });
    return name;
  } catch (error) {
    if (!isAppError(error, "conflict")) throw error;
    const labelOf = await context.services.labels([{ serviceId, name }]);
    const label = labelOf(serviceId, name);
    await context.services.add({ ...facts, name: label });
    return label;
  }
}

/** Makes the channel's message about a created service from what is known of it now. */
export function announcement(
  { requestId, submission }: Pick<ProvisioningRequest, "requestId" | "submission">,
  progress: CreatedProgress,
): Reply {
  const { emoji, words, outcome } = formatState(progress.announced ?? "");
  const headline = `*${escapeName(progress.name)}* ${words}`;
  const facts = [...sizeFacts(submission.request), `asked for by ${requesterOf(submission)}`];
  const isReachable = outcome === "running" || outcome === "unknown";
  const lines = isReachable ? `\n${endpointText(progress.endpoints)}` : "";
  return reply(`${headline} (${facts.join(" · ")})${lines}`, [
    section(`${emoji} ${headline}`),
    context([...facts, ...idFact(progress)].join(" · ")),
    ...(isReachable ? endpointBlocks(progress.endpoints) : []),
    ...passwordLine(requesterOf(submission), progress),
    ...buttonRow([
      ...(progress.password.fate === "sealed" ? [showPasswordButton(requestId)] : []),
      ...(outcome === "failed" && submission.form ? [reopenButton(submission.form.formId)] : []),
      ...(isReachable ? commandButtons(progress) : []),
    ]),
  ]);
}

/** Mentions the requester; a workflow is named instead. */
function requesterOf({ userId, userName, workflow }: ProvisioningRequest["submission"]): string {
  return workflow || userId === "" ? escapeName(userName) : `<@${userId}>`;
}

function passwordLine(requester: string, progress: CreatedProgress): KnownBlock[] {
  const { fate } = progress.password;
  if (fate === "expired")
    return [context(`:hourglass: Its password was not looked at in time, and is gone. ${resetPassword}`)];
  if (fate !== "sealed") return [];
  const goneAt = passwordGoneAt(progress);
  const until = goneAt ? `, until ${slackDate(goneAt)}` : "";
  return [context(`:lock: Only ${requester} can see its password, once${until}.`)];
}

function commandButtons({ serviceId, name }: CreatedProgress): Button[] {
  // Backups and details need its id.
  const backups = serviceId === undefined ? [] : [commandButton("Backups", `backups ${name}`)];
  const details = serviceId === undefined ? [] : [commandButton("Details", `services show ${name}`)];
  return [...details, ...backups, commandButton("Costs", "costs")];
}

function buttonRow(buttons: Button[]): KnownBlock[] {
  return buttons.length === 0 ? [] : [actions(buttons)];
}

function idFact({ serviceId }: CreatedProgress): string[] {
  return serviceId === undefined ? [] : [`id ${code(serviceId)}`];
}

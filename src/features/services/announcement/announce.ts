import { giveFirstOwner } from "../../owners/index.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { postTo, tellAdmins, tellDirectly } from "../../../platform/jobs/tell.ts";
import { isAppError } from "../../../lib/errors.ts";
import { checkEstimate, perDayOf, keptPriceBasis, priceOf } from "../../costs/index.ts";
import { hashJson } from "../../../lib/hash.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { say } from "../../../platform/blocks/reply.ts";
import type { CreatedProgress } from "../provisioning/progress.ts";
import type { ProvisioningRequest } from "../provisioning/submission.ts";
import { completeStep, stepOutcome } from "../workflow/step.ts";
import { mentionOf } from "../../../platform/access/known-people.ts";
import { announcement } from "./message.ts";
import { formatState, isFinal } from "./states.ts";
import * as texts from "./texts.ts";

/**
 * Adds the service to the workspace and announces it once in the channel of the request. If the channel refuses the
 * message, the requester gets it directly.
 */
export async function announce(provisioning: ProvisioningRequest, before: CreatedProgress): Promise<Step> {
  const { requestId, context } = provisioning;
  const name = await makeKnown(provisioning, before);
  if (before.serviceId !== undefined) {
    const { userId, channelId, connection, expires } = provisioning.submission;
    const created = { serviceId: before.serviceId, name, connection, userId, channelId, expires };
    await context.afterCreation?.(created, context);
  }
  await completeStep(provisioning, stepOutcome({ ...before, name }));
  const announcingSince = before.announcingSince ?? context.now().toISOString();
  const perDay = before.perDay ?? (await estimateOf(provisioning));
  const known = await context.created.change(requestId, (now) => ({ ...now, name, announcingSince, perDay }));
  // Another process took over while this one was paused, and has announced the service.
  if (known.message || known.silent) return "next";
  const posted = await post(provisioning, known);
  await compareLater(provisioning, { ...known, ...posted });
  await context.created.change(requestId, (now) => ({ ...now, ...posted }));
  return "next";
}

/** The price that its person saw, or what is known now. An announcement does not wait for the cloud's costs. */
async function estimateOf({
  submission: { request, connection, perDay },
  context,
}: ProvisioningRequest): Promise<CreatedProgress["perDay"]> {
  return perDay ?? perDayOf(priceOf(request, await keptPriceBasis(connection, context)));
}

/** Compares the costs with the estimate when a week of them is final. */
async function compareLater(
  { requestId, submission, context }: ProvisioningRequest,
  { serviceId, name, perDay, message }: CreatedProgress,
): Promise<void> {
  if (serviceId === undefined || !perDay || !message) return;
  const { connection, userId: createdBy } = submission;
  const about = { connection, createdBy, service: { serviceId, name }, perDay };
  const { channelId, ts: threadTs } = message;
  await checkEstimate(requestId, { ...about, channelId, threadTs }, context);
}

/** The key under which the announcement is posted once. */
export function announcementPostKey(requestId: string): string {
  return `announcement-${requestId}`;
}

/** If an earlier step posted the message, its text is unknown: it comes without `drawn`, so following redraws it. */
async function post(
  provisioning: ProvisioningRequest,
  known: CreatedProgress,
): Promise<Partial<Pick<CreatedProgress, "message" | "drawn" | "silent" | "told">>> {
  const { requestId, submission, context } = provisioning;
  const message = announcement(provisioning, known);
  const key = announcementPostKey(requestId);
  let drawn: string | undefined;
  const reply = async () => {
    drawn = hashJson(message);
    return message;
  };
  const { userId, channelId } = submission;
  const posted =
    (channelId && (await postTo(channelId, { key, reply }, context))) ||
    (await postTo(userId, { key: `${key}-direct`, reply }, context));
  if (!posted) await tellAdmins({ key, userId, channelId, reply: say(message.text) }, context);
  // The post itself says so.
  const told = isFinal(known.announced ?? "");
  return posted ? { message: posted, drawn, told } : { silent: true };
}

/** Makes the service known, with whom it belongs to. Returns its name. */
async function makeKnown(provisioning: ProvisioningRequest, created: CreatedProgress): Promise<string> {
  const name = await addToKnown(provisioning, created);
  const { serviceId } = created;
  const { connection, userId, owner = { ownerId: userId } } = provisioning.submission;
  if (serviceId !== undefined)
    await giveFirstOwner({ serviceId, name, connection }, owner, provisioning.context);
  return name;
}

/** Adds the service under its name, with the beginning of its id if another service has that name. Returns its name. */
async function addToKnown(
  { submission, context }: ProvisioningRequest,
  { serviceId, name }: CreatedProgress,
): Promise<string> {
  if (serviceId === undefined) return name;
  const { userId: addedBy, connection } = submission;
  const facts = { serviceId, connection, addedBy, addedAt: context.now().toISOString() };
  try {
    return (await context.services.add({ ...facts, name })).name;
  } catch (error) {
    if (!isAppError(error, "conflict")) throw error;
    const labelOf = await context.services.labels([{ serviceId, name }]);
    const label = labelOf(serviceId, name);
    return (await context.services.add({ ...facts, name: label })).name;
  }
}

/**
 * Says in the thread how the creation ended, once, with a mention of the requester: an edited message notifies no one.
 */
export async function tellInThread(
  provisioning: ProvisioningRequest,
  progress: CreatedProgress,
): Promise<void> {
  const { requestId, submission, context } = provisioning;
  const { message } = progress;
  const mention = submission.userId === "" ? "" : mentionOf(submission.userId);
  const { words = "" } = formatState(progress.announced ?? "");
  const text = texts.endedInThread(mention, escapeName(progress.name), words);
  if (message) {
    const { channelId, ts: threadTs } = message;
    const said = { key: `${announcementPostKey(requestId)}-ended`, threadTs, reply: say(text) };
    if (!(await postTo(channelId, said, context)))
      await tellDirectly({ key: said.key, userId: submission.userId, reply: said.reply }, context);
  }
  await context.created.change(requestId, (now) => ({ ...now, told: true }));
}

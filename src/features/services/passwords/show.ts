import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { ServicesContext } from "../context.ts";
import { keepTrying } from "../../../platform/jobs/keep-trying.ts";
import { AppError } from "../../../lib/errors.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import { showPasswordActionId, isPasswordOver, passwordPurpose } from "./passwords.ts";
import { createdText, createdView, mainEndpoint } from "../announcement/endpoints.ts";
import type { CreatedProgress } from "../provisioning/progress.ts";
import type { KnownBlock, ModalView } from "@slack/types";
import { context, section } from "../../../platform/blocks/text.ts";
import { truncate } from "../../../lib/text.ts";
import { fullName } from "../../../platform/access/known-people.ts";
import * as texts from "./texts.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { type ProvisioningRequest, findSubmission } from "../provisioning/submission.ts";

const shownLength = 253;
// What people cannot see, or lose when they copy by hand: outer and double spaces, control and invisible characters.
const hidden = /^\s|\s$|\s\s|[^\S ]|\p{C}/u;

/** The only view that holds a password: exactly as the cloud sent it, with its service and what to do. */
export function passwordView(progress: CreatedProgress, password: string): ModalView {
  const { name, endpoints } = progress;
  const { host, username } = mainEndpoint(endpoints);
  const facts = [
    `*Service:* ${escapeName(name)}`,
    `*User name:* ${username ? code(truncate(username, shownLength)) : texts.noUserName}`,
    `*Host:* ${host ? code(truncate(host, shownLength)) : texts.noHost}`,
  ];
  return notice("Password", [
    section(texts.copyNow),
    preformatted(password),
    ...(hidden.test(password) ? [context(texts.hiddenSigns)] : []),
    section(facts.join("\n")),
    context(texts.afterClosing),
  ]);
}

/** Rich text shows every character as it is. */
function preformatted(text: string): KnownBlock {
  return {
    type: "rich_text",
    elements: [{ type: "rich_text_preformatted", elements: [{ type: "text", text }] }],
  };
}

/** Shows a new service's password to its requester, once. */
export const showPasswordAction: Action<ServicesContext> = {
  actionId: showPasswordActionId,
  access: "viewer",
  opens: ({ viewId }) => viewId === undefined,
  run,
};

/** How to retry the drop of a shown password while Redis is away. After that, the password expires by itself. */
const dropWaitPolicy = { everyMs: 500, forMs: 10_000 };

async function run(by: Interaction, context: ServicesContext): Promise<Reply | undefined> {
  const requestId = by.value;
  const submission = await findSubmission(requestId, context);
  const progress = await context.requests.find(requestId);
  if (!submission || progress?.status !== "created") {
    return say(texts.gone);
  }
  const provisioning = { requestId, submission, context };
  if (by.userId !== provisioning.submission.userId) {
    await recordReading(provisioning, by, "refused");
    return say(texts.onlyRequester(await requesterName(provisioning)));
  }
  // Redis keeps it a while longer, and the step that drops it may be still to come.
  if (progress.password.fate === "sealed" && isPasswordOver(progress, context.now()))
    return showFate(provisioning, await endWaiting(provisioning, "expired"), by);
  const isOver = progress.password.fate !== "sealed";
  // In a message a late click gets a line of its own. In a modal the answer would hide the password of the first click.
  if (isOver && by.viewId === undefined) return showFate(provisioning, progress, by);
  // Only one of two clicks counts. The claim outlasts the view, so a slow second click does nothing.
  if (!(await context.passwords.claimReading(requestId))) return undefined;
  if (isOver) return showFate(provisioning, progress, by);
  const sealed = await context.passwords.find(requestId);
  if (sealed !== undefined) return showOnce(provisioning, progress, sealed, by);
  return showFate(provisioning, await endWaiting(provisioning, "expired"), by);
}

async function requesterName({ submission, context }: ProvisioningRequest): Promise<string> {
  const { userId, userName } = submission;
  return userId === "" ? escapeName(userName) : fullName(userId, context);
}

/** Shows the password, and drops it only after Slack accepted the view. If Slack fails, it waits for another try. */
async function showOnce(
  provisioning: ProvisioningRequest,
  progress: CreatedProgress,
  sealed: string,
  by: Interaction,
): Promise<undefined> {
  const { requestId, context } = provisioning;
  try {
    const password = context.sealer.open(sealed, passwordPurpose(requestId));
    // Before the view, because showing a password must be recorded.
    await recordReading(provisioning, by, "done");
    await show(passwordView(progress, password), by, context);
  } catch (error) {
    await context.passwords.releaseReading(requestId);
    throw error;
  }
  await keepTrying(async () => void (await endWaiting(provisioning, "seen")), dropWaitPolicy);
}

async function recordReading(
  { requestId, submission, context }: ProvisioningRequest,
  { userId }: Interaction,
  result: "done" | "refused",
): Promise<void> {
  await context.audit.record({
    at: context.now().toISOString(),
    userId,
    action: "password.show",
    subject: submission.request.name ?? requestId,
    result,
    requestId,
  });
}

async function show(
  view: ReturnType<typeof passwordView>,
  { viewId, triggerId }: Interaction,
  { messenger }: ServicesContext,
): Promise<void> {
  if (viewId === undefined) return void (await messenger.openModal(triggerId, view));
  if ((await messenger.updateModal(viewId, view)) === "updated") return;
  throw new AppError("conflict", texts.windowClosed);
}

/** Shows the password's fate and what to do, in the modal or in an answer to the click. */
async function showFate(
  { requestId, context }: ProvisioningRequest,
  progress: CreatedProgress,
  { viewId }: Interaction,
): Promise<Reply | undefined> {
  if (viewId === undefined) return say(createdText(progress));
  await context.messenger.updateModal(viewId, createdView(requestId, progress));
  return undefined;
}

/** Saves a waiting password's fate, drops the password, and wakes the job that removes its button. */
async function endWaiting(
  { requestId, submission, context }: ProvisioningRequest,
  fate: "seen" | "expired",
): Promise<CreatedProgress> {
  const changed = await context.created.change(
    requestId,
    (now) => (now.password.fate === "sealed" ? { ...now, password: { fate } } : now),
    { dropPassword: true },
  );
  await context.creations.wake(requestId, submission);
  return changed;
}

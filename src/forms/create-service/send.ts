import { say } from "../../blocks/reply.ts";
import { type CreatedService, createService } from "../../cloud/service.ts";
import type { Step } from "../../delivery/convergence.ts";
import { AppError } from "../../errors.ts";
import { keepTrying } from "../../lib/keep-trying.ts";
import { explain } from "../../blocks/explain.ts";
import { drawForm } from "../draw.ts";
import { createServiceForm } from "./form.ts";
import { createdView, unknownText, unknownView } from "./views.ts";
import type { ProgressOf, Wish } from "./wish.ts";

/** A call to the cloud ends within 30 s; this long after it began, whoever was sending is no longer alive. */
const sendingEndsAfterMs = 45_000;

/** Sends the request, once in its life: the claim is written before, the outcome after. */
export async function send(wish: Wish): Promise<Step> {
  const { requestId, submission, context } = wish;
  const isOurs = await context.requests.claim(requestId, context.now());
  if (!isOurs) return { againInMs: 1_000 };
  const outcome = await post(wish);
  if (!(outcome instanceof AppError)) return keepCreated(wish, outcome);
  context.log.warn({ err: outcome, requestId, workspaceId: submission.workspaceId }, "create-service failed");
  return outcome.outcomeUnknown ? leaveUnknown(wish) : refuse(wish, outcome);
}

/** What the cloud answered; a failure that says how to react is an outcome here, not an accident. */
async function post({ submission, context }: Wish): Promise<CreatedService | AppError> {
  try {
    return await context.cloud.call(createService, { body: submission.request });
  } catch (error) {
    if (error instanceof AppError && error.kind !== "bug") return error;
    throw error;
  }
}

/** Somebody claimed the sending and left no outcome: waits as long as they may be alive, then says so. */
export async function settleLost(wish: Wish, { sentAt }: ProgressOf<"sending">): Promise<Step> {
  const waitMs = Date.parse(sentAt) + sendingEndsAfterMs - wish.context.now().getTime();
  return waitMs > 0 ? { againInMs: waitMs } : leaveUnknown(wish);
}

async function keepCreated(wish: Wish, { service, password }: CreatedService): Promise<Step> {
  const { requestId, submission, context } = wish;
  const progress: ProgressOf<"created"> = {
    status: "created",
    createdAt: context.now().toISOString(),
    serviceId: service.id ?? undefined,
    name: submission.request.name ?? service.id ?? "new service",
    announced: service.state ?? "provisioning",
  };
  // Side by side: Redis being away must not keep the password from its person, nor a closed modal the record.
  await Promise.all([
    keepTrying(() => context.requests.save(requestId, progress)),
    showPassword(wish, password ?? undefined),
  ]);
  return { againInMs: 0 };
}

async function showPassword({ submission, context }: Wish, password: string | undefined): Promise<void> {
  const { viewId, channelId, userId, request } = submission;
  const shown = await context.messenger.updateModal(viewId, createdView(request, password));
  if (shown === "updated" || password === undefined) return;
  const lost = say(
    "The service is created, but its window was closed before the password could be shown. Set a new one in the cloud's console.",
  );
  await (channelId
    ? context.messenger.whisper(channelId, userId, lost)
    : context.messenger.post(userId, lost));
}

/** The cloud said no, so nothing was created: the form comes back with what was typed and the reason. */
async function refuse({ requestId, submission, context }: Wish, error: AppError): Promise<Step> {
  await context.requests.save(requestId, { status: "refused" });
  const form = await context.forms.find(submission.formId);
  const attempt = submission.attempt + 1;
  if (form) await context.forms.save({ ...form, attempt });
  const view = drawForm(createServiceForm, {
    ticket: { formId: submission.formId, attempt },
    values: form?.values ?? submission.request,
    refusal: { message: explain(error), field: error.field },
  });
  const shown = await context.messenger.updateModal(submission.viewId, view);
  if (shown === "gone") await tell(submission, context, `*Nothing was created.* ${explain(error)}`);
  return "done";
}

async function leaveUnknown({ requestId, submission, context }: Wish): Promise<Step> {
  await context.requests.save(requestId, { status: "unknown" });
  const shown = await context.messenger.updateModal(submission.viewId, unknownView(submission.request));
  if (shown === "gone") await tell(submission, context, unknownText(submission.request));
  return "done";
}

async function tell(
  { channelId, userId }: Wish["submission"],
  { messenger }: Wish["context"],
  text: string,
): Promise<void> {
  await (channelId ? messenger.whisper(channelId, userId, say(text)) : messenger.post(userId, say(text)));
}

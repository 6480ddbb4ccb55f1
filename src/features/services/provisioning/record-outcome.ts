import { z } from "zod";
import { AppError, isAppError } from "../../../lib/errors.ts";
import type { AuditEntry } from "../../../platform/audit/log.ts";
import { keepTrying, toldAfterMs, tryLater } from "../../../platform/jobs/keep-trying.ts";
import { type ProvisioningRequest, showInForm, tellAsker } from "./submission.ts";
import { reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Step } from "../../../platform/jobs/queue.ts";
import type { ProgressOf } from "./progress.ts";
import { type Busy, waitingText, waitingView } from "../form/form.ts";

/** Redis is given this long; the process's own log has the entry in any case. */
const patience = { everyMs: 1_000, forMs: 10_000 };

/** What became of a request, as the audit log has it. */
type Outcome = Pick<AuditEntry, "result"> & Partial<Pick<AuditEntry, "detail" | "after">> & { act: string };

/** Writes down what became of a request; never fails, since what became of it is so whether it is written down or not. */
export async function recordOutcome(
  { requestId, submission, context }: ProvisioningRequest,
  { act, ...outcome }: Outcome,
): Promise<void> {
  const { userId, userName, channelId, request } = submission;
  const who = { userId: userId === "" ? "app" : userId, userName, ...(channelId ? { channelId } : {}) };
  const { serviceId } = ServiceFacts.safeParse(outcome.after).data ?? {};
  const entry = {
    at: context.now().toISOString(),
    ...who,
    action: `service.${act}`,
    subject: await subjectOf(request.name ?? requestId, serviceId, context),
    requestId,
    ...outcome,
  };
  try {
    await keepTrying(() => context.audit.record(entry), patience);
  } catch (err) {
    context.log.error({ err, requestId }, "what became of a request is not in the audit log");
  }
}

const ServiceFacts = z.object({ serviceId: z.string().optional() });

/** A service that exists is called as it is everywhere; without our storage, as it was asked for. */
async function subjectOf(
  name: string,
  serviceId: string | undefined,
  { services }: ProvisioningRequest["context"],
): Promise<string> {
  if (serviceId === undefined) return name;
  try {
    return (await services.labels([{ serviceId, name }]))(serviceId, name);
  } catch (error) {
    if (isAppError(error, "upstream")) return name;
    throw error;
  }
}

/**
 * Gives the claim of a request back that surely was not taken, and has it sent again later; undefined if that has gone on
 * for too long, or the claim is lost. Its person sees in the modal that it waits, and is told if that is closed.
 */
export async function putOff(
  provisioning: ProvisioningRequest,
  claimed: ProgressOf<"submitting"> & { claim: string },
  failure: AppError,
  busy: Busy,
): Promise<Step | undefined> {
  const { since, told } = claimed.waited ?? { since: claimed.sentAt, told: false };
  const ageMs = provisioning.context.now().getTime() - Date.parse(since);
  const againInMs = tryLater(ageMs, failure);
  if (againInMs === undefined) return undefined;
  const waiting = { status: "waiting" as const, since, told };
  let isOurs = false;
  await keepTrying(async () => void (isOurs = await giveBack(provisioning, claimed.claim, waiting)));
  if (!isOurs) return undefined;
  const isLong = ageMs + againInMs >= toldAfterMs;
  // A disk that is busy for a moment is nothing to look at.
  if (busy === "cloud" || isLong) await tell(provisioning, waiting, busy, isLong && !told);
  return { againInMs };
}

async function giveBack(
  { requestId, context: { requests } }: ProvisioningRequest,
  claim: string,
  waiting: ProgressOf<"waiting">,
): Promise<boolean> {
  const now = await requests.find(requestId);
  if ((now?.status !== "submitting" && now?.status !== "sending") || now.claim !== claim) return false;
  if (await requests.saveUnlessChanged(requestId, now, waiting)) return true;
  throw new AppError("conflict", "The request was taken up elsewhere at the same moment.");
}

async function tell(
  provisioning: ProvisioningRequest,
  waiting: ProgressOf<"waiting">,
  busy: Busy,
  mayTell: boolean,
): Promise<void> {
  const { request } = provisioning.submission;
  if ((await showInForm(provisioning, waitingView(request, busy))) === "updated" || !mayTell) return;
  const text = waitingText(request, busy);
  await tellAsker(provisioning, reply(text, [section(text)]));
  await provisioning.context.requests.saveUnlessChanged(provisioning.requestId, waiting, {
    ...waiting,
    told: true,
  });
}

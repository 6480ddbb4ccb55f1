import { z } from "zod";
import { type AppError, isAppError } from "../../../lib/errors.ts";
import type { AuditEntry } from "../../../platform/audit/log.ts";
import { keepTrying, sayWaiting, noticeAfterMs, tryLater } from "../../../platform/jobs/keep-trying.ts";
import { type ProvisioningRequest, showInForm, tellAsker } from "./submission.ts";
import { reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import type { ProgressOf, RequestProgress } from "./progress.ts";
import { type Busy, waitingText, waitingView } from "../form/form.ts";

/** Redis is given this long; the process's own log has the entry in any case. */
const waitPolicy = { everyMs: 1_000, forMs: 10_000 };

/** What became of a request, as the audit log has it. */
type Outcome = Pick<AuditEntry, "result"> & Partial<Pick<AuditEntry, "detail" | "after">> & { verb: string };

/** Writes down what became of a request; never fails, since what became of it is so whether it is written down or not. */
export async function recordOutcome(
  { requestId, submission, context }: ProvisioningRequest,
  { verb, ...outcome }: Outcome,
): Promise<void> {
  const { userId, userName, channelId, request } = submission;
  const who = { userId: userId === "" ? "app" : userId, userName, ...(channelId ? { channelId } : {}) };
  const { serviceId } = ServiceFacts.safeParse(outcome.after).data ?? {};
  const entry = {
    at: context.now().toISOString(),
    ...who,
    action: `service.${verb}`,
    subject: await subjectOf(request.name ?? requestId, serviceId, context),
    requestId,
    ...outcome,
  };
  try {
    await keepTrying(() => context.audit.record(entry), waitPolicy);
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
 * Has a request sent again later that surely had no effect. Returns undefined if that has gone on for too long, or if
 * another process has the request. Its person sees in the modal that it waits, or gets a message if that is closed.
 */
export async function putOff(
  provisioning: ProvisioningRequest,
  sending: ProgressOf<"sending">,
  failure: AppError,
  busy: Busy,
): Promise<Step | undefined> {
  const { requestId, context } = provisioning;
  const { since, told } = sending.waited ?? { since: sending.sentAt, told: false };
  const ageMs = context.now().getTime() - Date.parse(since);
  const againInMs = tryLater(ageMs, failure);
  if (againInMs === undefined) return undefined;
  const waiting = { status: "waiting" as const, since, told };
  const isOurs = (now: RequestProgress | undefined) =>
    now === undefined ||
    now.status === "waiting" ||
    (now.status === "sending" && now.claim === sending.claim);
  const kept = await keepTrying(() =>
    context.requests.update(requestId, (now) => (isOurs(now) ? waiting : undefined)),
  );
  if (!kept) return undefined;
  const waitedMs = ageMs + againInMs;
  // A disk that is busy for a moment is not worth a new view.
  if (busy === "cloud" || waitedMs >= noticeAfterMs) await tell(provisioning, waiting, busy, waitedMs);
  return { againInMs };
}

async function tell(
  provisioning: ProvisioningRequest,
  waiting: ProgressOf<"waiting">,
  busy: Busy,
  waitedMs: number,
): Promise<void> {
  const { requestId, submission, context } = provisioning;
  const { request } = submission;
  const isTold = await sayWaiting({
    waitedMs,
    wasNotified: waiting.told,
    show: () => showInForm(provisioning, waitingView(request, busy)),
    notify: async () => {
      const text = waitingText(request, busy);
      await tellAsker(provisioning, reply(text, [section(text)]));
    },
  });
  if (isTold) await context.requests.saveUnlessChanged(requestId, waiting, { ...waiting, told: true });
}

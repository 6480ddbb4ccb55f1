import { z } from "zod";
import { type AppError, orUndefined } from "../../../lib/errors.ts";
import type { AuditEntry } from "../../../platform/audit/log.ts";
import { keepTrying, sayWaiting, noticeAfterMs, tryLater } from "../../../platform/jobs/keep-trying.ts";
import { type ProvisioningRequest, showInForm, notifyRequester } from "./submission.ts";
import { reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import type { ProgressOf, RequestProgress } from "./progress.ts";
import { type Busy, waitingText, waitingView } from "../form/form.ts";

/** How long Redis may take. The process's own log has the entry in any case. */
const waitPolicy = { everyMs: 1_000, forMs: 10_000 };

/** A request's outcome for the audit log. */
type Outcome = Pick<AuditEntry, "result"> & Partial<Pick<AuditEntry, "detail" | "after">> & { verb: string };

/** Records a request's outcome. Never fails, because the outcome stands without the entry. */
export async function recordOutcome(
  { requestId, submission, context }: ProvisioningRequest,
  { verb, ...outcome }: Outcome,
): Promise<void> {
  const { userId, userName, channelId, request, preset } = submission;
  const facts = z.record(z.string(), z.json()).catch({}).parse(outcome.after);
  const { serviceId } = ServiceFacts.safeParse(outcome.after).data ?? {};
  const entry = {
    at: context.now().toISOString(),
    userId: userId === "" ? "app" : userId,
    userName,
    ...(channelId ? { channelId } : {}),
    action: `service.${verb}`,
    subject: await subjectOf(request.name ?? requestId, serviceId, context),
    requestId,
    ...outcome,
    ...(preset !== undefined && outcome.result === "done" && { after: { ...facts, preset } }),
  };
  try {
    await keepTrying(() => context.audit.record(entry), waitPolicy);
  } catch (err) {
    context.log.error({ err, requestId }, "couldn't write the outcome of a request to the audit log");
  }
}

const ServiceFacts = z.object({ serviceId: z.string().optional() });

/** A service has the name that all commands use. If Redis is away, it has the requested one. */
async function subjectOf(
  name: string,
  serviceId: string | undefined,
  { services }: ProvisioningRequest["context"],
): Promise<string> {
  if (serviceId === undefined) return name;
  const labelOf = await orUndefined(() => services.labels([{ serviceId, name }]), "upstream");
  return labelOf?.(serviceId, name) ?? name;
}

/**
 * Schedules another try of a request that surely had no effect, and shows its requester that it waits. Undefined if
 * it was tried for too long, or another process has the request.
 */
export async function putOff(
  provisioning: ProvisioningRequest,
  sending: ProgressOf<"sending">,
  failure: AppError,
  busy: Busy,
): Promise<Step | undefined> {
  const { requestId, context } = provisioning;
  const { since, notified } = sending.waited ?? { since: sending.sentAt, notified: false };
  const ageMs = context.now().getTime() - Date.parse(since);
  const againInMs = tryLater(ageMs, failure);
  if (againInMs === undefined) return undefined;
  const waiting = { status: "waiting" as const, since, notified };
  const isOurs = (now: RequestProgress | undefined) =>
    now === undefined ||
    now.status === "waiting" ||
    (now.status === "sending" && now.claim === sending.claim);
  const kept = await keepTrying(() =>
    context.requests.update(requestId, (now) => (isOurs(now) ? waiting : undefined)),
  );
  if (!kept) return undefined;
  const waitedMs = ageMs + againInMs;
  // A storage that is slow for a moment is not worth a new view.
  if (busy === "cloud" || waitedMs >= noticeAfterMs) await showWaiting(provisioning, waiting, busy, waitedMs);
  return { againInMs };
}

async function showWaiting(
  provisioning: ProvisioningRequest,
  waiting: ProgressOf<"waiting">,
  busy: Busy,
  waitedMs: number,
): Promise<void> {
  const { requestId, submission, context } = provisioning;
  const { request } = submission;
  const isNotified = await sayWaiting({
    waitedMs,
    wasNotified: waiting.notified,
    show: () => showInForm(provisioning, waitingView(request, busy)),
    notify: async () => {
      const text = waitingText(request, busy);
      await notifyRequester(provisioning, reply(text, [section(text)]));
    },
  });
  if (isNotified)
    await context.requests.saveUnlessChanged(requestId, waiting, { ...waiting, notified: true });
}

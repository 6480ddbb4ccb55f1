import { z } from "zod";
import { isAppError } from "../../../lib/errors.ts";
import type { AuditEntry } from "../../../platform/audit/log.ts";
import { keepTrying } from "../../../platform/jobs/keep-trying.ts";
import type { Wish } from "./provisioning-request.ts";

/** Redis is given this long; the process's own log has the entry in any case. */
const patience = { everyMs: 1_000, forMs: 10_000 };

/** What became of a request, as the audit log has it. */
type Outcome = Pick<AuditEntry, "result"> & Partial<Pick<AuditEntry, "detail" | "after">> & { act: string };

/** Writes down what became of a request; never fails, since what became of it is so whether it is written down or not. */
export async function recordOutcome(
  { requestId, submission, context }: Wish,
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
  { services }: Wish["context"],
): Promise<string> {
  if (serviceId === undefined) return name;
  try {
    return (await services.labels([{ serviceId, name }]))(serviceId, name);
  } catch (error) {
    if (isAppError(error, "upstream")) return name;
    throw error;
  }
}

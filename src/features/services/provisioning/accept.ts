import { recorder } from "../../../platform/audit/recorder.ts";
import { keepTrying } from "../../../platform/jobs/keep-trying.ts";
import type { ServicesContext } from "../context.ts";
import type { Submission } from "./submission.ts";

type Context = Pick<ServicesContext, "audit" | "creations" | "now" | "log">;

/** How long Redis may take to keep an entry while a person waits. */
const waitPolicy = { everyMs: 250, forMs: 1_000 };

/** Records a request to create a service, then accepts it. What cannot be audited is not begun. */
export async function acceptRequest(
  requestId: string,
  submission: Submission,
  context: Context,
  afterMs?: number,
): Promise<void> {
  await record(requestId, submission, context);
  await context.creations.accept(requestId, submission, afterMs);
}

async function record(
  requestId: string,
  { userId, userName, channelId, connection, request, sealedEncryptionKey, workflow }: Submission,
  { audit, now, log }: Context,
): Promise<void> {
  const { refusal, asksUntil, approvedAs } = workflow ?? {};
  // Nothing happens until the requester agrees.
  if (asksUntil !== undefined) return;
  const who = { userId, userName, ...(channelId ? { channelId } : {}), action: "service.request" } as const;
  if (refusal !== undefined)
    return recorder(who, { audit, now, log }).notDone({ requestId, result: "refused", detail: refusal });
  const after = {
    ...request,
    connection,
    ...(sealedEncryptionKey === undefined ? {} : { encryptionKey: "given, not kept here" }),
    ...(approvedAs === undefined ? {} : { approvedWorkflow: approvedAs }),
  };
  const at = now().toISOString();
  const entry = { ...who, at, requestId, subject: request.name ?? requestId, after, result: "done" } as const;
  await keepTrying(() => audit.record(entry), waitPolicy);
}

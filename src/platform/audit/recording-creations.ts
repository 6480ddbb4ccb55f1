import { z } from "zod";
import type { AppContext } from "../../app/context.ts";
import type { Recorder } from "./recorder.ts";

/** What a submitted request says of itself; there is no secret in it in the clear, and the sealed one is left out. */
const Submitted = z.object({
  userId: z.string(),
  channelId: z.string().optional(),
  connection: z.string().default("default"),
  request: z.record(z.string(), z.json()),
  sealedEncryptionKey: z.string().optional(),
  workflow: z
    .object({
      refusal: z.string().optional(),
      asksUntil: z.string().optional(),
      approvedAs: z.string().optional(),
    })
    .optional(),
});

/** Requests to create a service, each written down before it is accepted: what cannot be audited is not begun. */
export function recordingCreations(
  { creations }: Pick<AppContext, "creations">,
  record: Recorder,
): AppContext["creations"] {
  return {
    ...creations,
    async accept(requestId, item, afterMs) {
      await recordRequest(requestId, Submitted.parse(JSON.parse(JSON.stringify(item))), record);
      await creations.accept(requestId, item, afterMs);
    },
  };
}

async function recordRequest(
  requestId: string,
  { userId, channelId, connection, request, sealedEncryptionKey, workflow }: z.output<typeof Submitted>,
  record: Recorder,
): Promise<void> {
  const facts = {
    action: "service.request",
    userId,
    requestId,
    ...(channelId ? { channelId } : {}),
  } as const;
  const { refusal, asksUntil, approvedAs } = workflow ?? {};
  // Nothing has happened until its requester agrees.
  if (asksUntil !== undefined) return;
  if (refusal !== undefined) return record.notDone({ ...facts, result: "refused", detail: refusal });
  const after: typeof request = { ...request, connection };
  if (sealedEncryptionKey !== undefined) after["encryptionKey"] = "given, not kept here";
  if (approvedAs !== undefined) after["approvedWorkflow"] = approvedAs;
  const name = z.string().catch(requestId).parse(request["name"]);
  await record.done({ ...facts, subject: name, after });
}

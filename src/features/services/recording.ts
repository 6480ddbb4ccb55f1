import { z } from "zod";
import type { ServicesContext } from "./context.ts";
import { keepTrying } from "../../platform/jobs/keep-trying.ts";
import type { Preset } from "./presets/presets.ts";
import type { Recorder } from "../../platform/audit/recorder.ts";
import { type Summary, plain, shortHash } from "../../platform/audit/log.ts";

/** What a submitted request says of itself; there is no secret in it in the clear, and the sealed one is left out. */
const Submitted = z.object({
  userId: z.string(),
  userName: z.string().optional(),
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

/** Presets and requests to create a service: each change is written down. */
export function recordingServices(context: ServicesContext, record: Recorder): Partial<ServicesContext> {
  return {
    presets: recordingPresets(context, record),
    creations: recordingCreations(context, record),
  };
}

/** Requests to create a service, each written down before it is accepted: what cannot be audited is not begun. */
export function recordingCreations(
  { creations, now }: Pick<ServicesContext, "creations" | "now">,
  record: Recorder,
): ServicesContext["creations"] {
  return {
    ...creations,
    async accept(requestId, item, afterMs) {
      await recordRequest(requestId, Submitted.parse(JSON.parse(JSON.stringify(item))), record, now());
      await creations.accept(requestId, item, afterMs);
    },
  };
}

async function recordRequest(
  requestId: string,
  {
    userId,
    userName,
    channelId,
    connection,
    request,
    sealedEncryptionKey,
    workflow,
  }: z.output<typeof Submitted>,
  record: Recorder,
  at: Date,
): Promise<void> {
  const facts = {
    action: "service.request",
    userId,
    ...(userName === undefined ? {} : { userName }),
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
  // It is not done yet, so the recorder's words for what was done would be wrong.
  await keepTrying(
    () => record.record({ ...facts, at: at.toISOString(), result: "done", subject: name, after }),
    { everyMs: 250, forMs: 1_000 },
  );
}

function recordingPresets({ presets }: ServicesContext, record: Recorder): ServicesContext["presets"] {
  return {
    ...presets,
    async save(preset) {
      record.begin({ action: "preset.save", subject: preset.name });
      await presets.save(preset);
      const after = plain(presetSummary(preset));
      await record.done({ action: "preset.save", subject: preset.name, after });
    },
    async delete(name) {
      record.begin({ action: "preset.delete", subject: name });
      const preset = await presets.delete(name);
      const before = plain(presetSummary(preset));
      await record.done({ action: "preset.delete", subject: preset.name, before });
      return preset;
    },
  };
}

function presetSummary({ name, description, fields }: Preset): Summary {
  return { name, description, fields: Object.keys(fields), fieldsHash: shortHash(fields) };
}

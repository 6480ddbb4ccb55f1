import type { AlertsContext } from "../context.ts";
import type { Digest, DigestMember } from "./record.ts";
import { type StormLimits, stormEndItem } from "./storm.ts";

type StormContext = Pick<AlertsContext, "storms" | "now">;

/** Ends a storm when its calm has lasted long enough; its digest goes on with what it shows. */
export async function endIfCalm(context: StormContext, digestId: string, limits: StormLimits): Promise<void> {
  const { storms, now } = context;
  const digest = await storms.digest(digestId);
  const nowMs = now().getTime();
  if (!digest) return;
  const { channelId, lastNewAtMs } = digest;
  const calmAtMs = lastNewAtMs + limits.calmMs;
  // Another process's clock may be ahead, or something new came meanwhile.
  if (nowMs < calmAtMs) return storms.schedule(channelId, stormEndItem(digestId), calmAtMs, "later");
  // Where it had ended, who ended it may have died before the rest was done.
  const ended = { ...digest, endedAtMs: digest.endedAtMs ?? nowMs };
  if (digest.endedAtMs === undefined) await storms.save(ended);
  await releaseFew(context, ended, await storms.members(digestId), limits);
  await storms.schedule(channelId, digestId, nowMs, "soonest");
}

/** Few that are still open after a storm get messages of their own, with buttons; answers who stays. */
export async function releaseFew(
  { storms, now }: StormContext,
  digest: Digest,
  members: readonly DigestMember[],
  limits: StormLimits,
): Promise<readonly DigestMember[]> {
  const open = members.filter(({ state }) => state !== "resolved");
  if (digest.endedAtMs === undefined || open.length === 0 || open.length > limits.waiting) return members;
  await storms.release(
    digest,
    open.map(({ incidentId }) => incidentId),
    now().getTime(),
  );
  return members.filter(({ state }) => state === "resolved");
}

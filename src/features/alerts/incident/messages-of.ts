import type { Redis } from "ioredis";
import type { z } from "zod";
import { keys } from "../../../platform/redis/keys.ts";
import type { KeptPlace } from "../../../platform/jobs/message-place.ts";
import { tryRecord } from "../../../platform/redis/record.ts";
import type { Incident } from "./record.ts";
import { Shown } from "../../../platform/jobs/outbox/shown.ts";

/** Where incidents' messages stand, in their order; of one that a storm's digest shows, the digest's. */
export function messagesOf(
  redis: Redis,
  workspaceId: string,
  incidents: readonly Pick<Incident, "id" | "channelId">[],
): Promise<(z.output<typeof KeptPlace> | undefined)[]> {
  const rootOf = async (itemId: string) => {
    const stored = await redis.get(keys.shown(workspaceId, itemId));
    return stored === null ? undefined : tryRecord(Shown, stored)?.root;
  };
  return Promise.all(
    incidents.map(async ({ id, channelId }) => {
      const digestId = await redis.hget(keys.laneDigests(workspaceId, channelId), id);
      return rootOf(digestId ?? id);
    }),
  );
}

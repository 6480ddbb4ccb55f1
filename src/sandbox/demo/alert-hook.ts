import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { defaultConnection } from "../../features/connections/records.ts";
import { connectRedis } from "../../platform/redis/connect.ts";
import { createStore } from "../../app/store.ts";
import { hashText } from "../../lib/hash.ts";

const name = "demo-alerts";

/** The hook's owner, the channel of its alerts, and their service. */
interface Options {
  workspaceId: string;
  ownerId: string;
  channelId: string;
  serviceId: string;
}

/** Saves a hook like `/db hook create`, with a new secret if it exists from an earlier demo. */
export async function alertHook(
  redisUrl: string,
  { workspaceId, serviceId, ...place }: Options,
): Promise<{ id: string; secret: string }> {
  const secret = `whsec_${randomBytes(24).toString("hex").slice(0, 32)}`;
  const createdAt = new Date().toISOString();
  const secrets = [{ hash: hashText(secret), createdAt }];
  const observes = { connection: defaultConnection, serviceId };
  // Every command below fails if the connection does.
  const redis = connectRedis(redisUrl, () => {});
  try {
    await once(redis, "ready");
    const { hooks } = createStore(redis).workspace(workspaceId);
    const known = await hooks.findByName(name);
    if (known) {
      await hooks.change(known.id, (hook) => ({ ...hook, ...place, secrets, observes, paused: undefined }));
      return { id: known.id, secret };
    }
    const id = `${workspaceId}-${randomBytes(12).toString("hex")}`;
    const usual = { broadcasts: true, rules: [], muted: {} };
    await hooks.add({ id, name, ...place, createdAt, secrets, observes, ...usual });
    return { id, secret };
  } finally {
    redis.disconnect();
  }
}

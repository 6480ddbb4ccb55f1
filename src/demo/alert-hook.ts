import { randomBytes } from "node:crypto";
import { defaultConnection } from "../features/connections/connection.ts";
import { hashText } from "../lib/hash.ts";
import { inStore } from "./store.ts";

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
  return inStore(redisUrl, workspaceId, async ({ hooks }) => {
    const known = await hooks.findByName(name);
    if (known) {
      await hooks.change(known.id, (hook) => ({ ...hook, ...place, secrets, observes, paused: undefined }));
      return { id: known.id, secret };
    }
    const id = `${workspaceId}-${randomBytes(12).toString("hex")}`;
    const usual = { broadcasts: true, rules: [], muted: {} };
    await hooks.add({ id, name, ...place, createdAt, secrets, observes, ...usual });
    return { id, secret };
  });
}

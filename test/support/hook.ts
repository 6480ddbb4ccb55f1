import { randomBytes } from "node:crypto";
import { hashText } from "../../src/lib/hash.ts";
import { type Hook, newHookId, newHookSecret } from "../../src/features/alerts/hooks/record.ts";
import type { RedisServer } from "../../src/platform/redis/server.ts";
import { hookRecord } from "./alerts.ts";
import { withStore } from "./stored.ts";

/** A stored hook, with the secret that only its owner sees. */
export interface KnownHook {
  hook: Hook;
  secret: string;
  /** The address for alerts, without the secret. */
  url: string;
}

/** A test's hook. Everything but the channel has a default. */
export interface HookOptions extends Partial<Hook> {
  channelId: string;
  /** The app's address. */
  publicUrl?: string;
}

/** Saves a hook in Redis as if its owner had created it. */
export async function putHook(
  redisAt: string | RedisServer,
  workspaceId: string,
  { publicUrl = "http://127.0.0.1", ...options }: HookOptions,
): Promise<KnownHook> {
  const secret = newHookSecret();
  const random = randomBytes(12).toString("base64url");
  const createdAt = new Date().toISOString();
  const hook = hookRecord({
    id: newHookId(workspaceId, random),
    name: `hook ${random}`,
    ownerId: "U0ADAPARK1",
    createdAt,
    secrets: [{ hash: hashText(secret), createdAt }],
    broadcasts: false,
    ...options,
  });
  await withStore(redisAt, (store) => store.workspace(workspaceId).hooks.add(hook));
  return { hook, secret, url: `${publicUrl}/hooks/${hook.id}` };
}

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connectRedis } from "../../src/platform/redis/connect.ts";
import { createStore } from "../../src/app/store.ts";
import { hashText } from "../../src/lib/hash.ts";
import { type Hook, newHookId, newHookSecret } from "../../src/features/alerts/hooks/record.ts";

/** A hook that is there, with what only its maker was shown. */
export interface KnownHook {
  hook: Hook;
  secret: string;
  /** Where alerts are posted to, without the secret. */
  url: string;
}

/** What a hook for a test needs; all but the channel has a default. */
export interface HookOptions extends Partial<Hook> {
  channelId: string;
  /** Where the app is, for the address. */
  publicUrl?: string;
}

/** Puts a hook into Redis as if its owner had made it. */
export async function putHook(
  redisUrl: string,
  workspaceId: string,
  { publicUrl = "http://127.0.0.1", ...options }: HookOptions,
): Promise<KnownHook> {
  const secret = newHookSecret();
  const hook = newHook(workspaceId, secret, options);
  const redis = connectRedis(redisUrl, () => {});
  try {
    await once(redis, "ready");
    await createStore(redis).workspace(workspaceId).hooks.add(hook);
  } finally {
    redis.disconnect();
  }
  return { hook, secret, url: `${publicUrl}/hooks/${hook.id}` };
}

/** A hook of Ada's with this secret. */
function newHook(
  workspaceId: string,
  secret: string,
  options: Partial<Hook> & Pick<Hook, "channelId">,
): Hook {
  const random = randomBytes(12).toString("base64url");
  const createdAt = new Date().toISOString();
  return {
    id: newHookId(workspaceId, random),
    name: `hook ${random}`,
    ownerId: "U0ADAPARK1",
    createdAt,
    secrets: [{ hash: hashText(secret), createdAt }],
    broadcasts: false,
    rules: [],
    muted: {},
    ...options,
  };
}

import { Redis } from "ioredis";
import { hooks } from "../src/features/alerts/hooks/hooks.ts";
import type { AlertLoad } from "./alert-load.ts";
import { benchWorkspaceId } from "./signed-command.ts";
import { hashText } from "../src/lib/hash.ts";
import { newHookSecret } from "../src/features/alerts/hooks/record.ts";

/** Adds so many hooks to a Redis, all with one secret. `channelOf` gives the channel of each. */
export async function addHooks(
  redisUrl: string,
  count: number,
  channelOf: (index: number) => string = () => "C0BENCH",
): Promise<Pick<AlertLoad, "paths" | "secret">> {
  const redis = new Redis(redisUrl);
  const kept = hooks(redis, benchWorkspaceId, []);
  const secret = newHookSecret();
  const at = new Date().toISOString();
  const ids = Array.from({ length: count }, (_, index) => `${benchWorkspaceId}-hook${index}`);
  for (const [index, id] of ids.entries())
    await kept.add({
      id,
      name: id,
      channelId: channelOf(index),
      ownerId: "U0BENCH",
      createdAt: at,
      secrets: [{ hash: hashText(secret), createdAt: at }],
      broadcasts: false,
      rules: [],
      muted: {},
    });
  await redis.quit();
  return { paths: ids.map((id) => `/hooks/${id}`), secret };
}

import { Redis } from "ioredis";
import { installationNews } from "./installations.ts";

/** What hears of changed installations, until it is closed. */
export interface InstallationListener {
  close(): void;
}

/**
 * Hears which workspaces' installations were changed, here or in another replica; of all of them, as undefined, where some
 * may have been missed while Redis was away.
 */
export function listenToInstallations(
  redisUrl: string,
  onChange: (workspaceId: string | undefined) => void,
  onRedisError: (error: Error) => void,
): InstallationListener {
  const redis = new Redis(redisUrl, {
    maxRetriesPerRequest: null,
    autoResubscribe: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  });
  redis.on("error", onRedisError);
  redis.on("message", (_channel, workspaceId) => onChange(workspaceId));
  const subscribe = async () => {
    await redis.subscribe(installationNews);
    onChange(undefined);
  };
  redis.on("ready", () => void subscribe().catch(onRedisError));
  return { close: () => redis.disconnect() };
}

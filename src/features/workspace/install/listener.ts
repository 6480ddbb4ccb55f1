import { installationNews } from "./installations.ts";
import { connectPatiently } from "../../../platform/redis/connect.ts";

/** What hears of changed installations, until it is closed. */
export interface InstallationListener {
  close(): void;
  /** Connects again: it writes nothing, so it cannot notice that its Redis is not the right one any more. */
  renew(): void;
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
  const redis = connectPatiently(redisUrl, onRedisError);
  redis.on("message", (_channel, workspaceId) => onChange(workspaceId));
  const subscribe = async () => {
    await redis.subscribe(installationNews);
    onChange(undefined);
  };
  redis.on("ready", () => void subscribe().catch(onRedisError));
  return {
    close: () => redis.disconnect(),
    renew() {
      if (redis.status === "ready") redis.disconnect(true);
    },
  };
}

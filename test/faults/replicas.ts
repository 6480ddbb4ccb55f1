import { redisServerIn } from "../../src/app/reach.ts";
import { type RedisClient, connectPatiently } from "../../src/platform/redis/connect.ts";
import type { RedisServer } from "../../src/platform/redis/server.ts";
import { type ReferenceCloud, startReferenceCloud } from "@quartermaster/reference-cloud";
import { startRedis } from "../../src/demo/redis.ts";
import type { LocalSlack } from "@quartermaster/local-slack";
import { startSlack } from "../../src/demo/start-sandbox.ts";
import { at } from "./alert-environment.ts";
import { startAppProcess } from "../support/app-process.ts";
import { type TestRedis, redisSettings, sandboxEnvironment, unhurried } from "../support/environment.ts";

/** The shared parts of replicas. */
export interface Sandbox extends AsyncDisposable {
  readonly cloud: ReferenceCloud;
  readonly slack: LocalSlack;
  readonly redisServer: RedisServer;
  /** A connection to it. */
  readonly redis: RedisClient;
  /** A replica's environment variables. */
  readonly environment: Record<string, string>;
}

/** The app as two processes with one outside world. Each can be killed. */
export interface Replicas extends Sandbox {
  /** The next replica's address. It may have just been killed. */
  address(attempt: number): string;
  /** Kills the next replica with -9, and starts it again. */
  kill(): Promise<void>;
  /** The number of kills so far. */
  killed(): number;
}

/** Starts the shared parts, with waits so short that a run ends soon. */
export async function startSandbox(
  settings: Record<string, string>,
  givenRedis?: TestRedis,
): Promise<Sandbox> {
  const [redis, cloud, slack] = await Promise.all([
    givenRedis ?? startRedis(),
    startReferenceCloud({ provisioningMs: 0, rateLimit: false, keptRequests: 100_000 }),
    startSlack({ page: false, rateLimitPosts: false, ...unhurried }),
  ]);
  const environment = {
    ...sandboxEnvironment({ redis, cloud, slack }),
    LOG_LEVEL: "info",
    ...settings,
  };
  const redisServer = redisServerIn(redisSettings(redis));
  const client = connectPatiently(redisServer, () => {});
  return {
    cloud,
    slack,
    redisServer,
    redis: client,
    environment,
    async [Symbol.asyncDispose]() {
      client.disconnect();
      await Promise.all([cloud.close(), slack.close()]);
      await redis.close();
    },
  };
}

/** Starts everything. */
export async function startReplicas(settings: Record<string, string>, redis?: TestRedis): Promise<Replicas> {
  const sandbox = await startSandbox(settings, redis);
  const { environment } = sandbox;
  const apps = await Promise.all([startAppProcess(environment), startAppProcess(environment)]);
  sandbox.slack.setAppUrl(apps[0].url);
  let killed = 0;
  return {
    ...sandbox,
    address: (attempt) => at(apps, attempt).url,
    killed: () => killed,
    async kill() {
      const attempt = killed % apps.length;
      killed += 1;
      await at(apps, attempt).end("SIGKILL");
      apps[attempt] = await startAppProcess(environment);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(apps.map((app) => app.end("SIGKILL")));
      await sandbox[Symbol.asyncDispose]();
    },
  };
}

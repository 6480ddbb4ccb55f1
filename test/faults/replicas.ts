import { type SandboxCloud, startSandboxCloud } from "../../src/sandbox/cloud/server.ts";
import { startRedis } from "../../src/sandbox/redis.ts";
import { type SandboxSlack, startSandboxSlack } from "../../src/sandbox/slack/server.ts";
import { startAppProcess } from "../support/app-process.ts";
import { sandboxEnvironment } from "../support/environment.ts";

/** All that replicas share. */
export interface Sandbox extends AsyncDisposable {
  readonly cloud: SandboxCloud;
  readonly slack: SandboxSlack;
  readonly redisUrl: string;
  /** What a replica is started with. */
  readonly environment: Record<string, string>;
}

/** The app as two processes that share all that is outside, any of which can be killed. */
export interface Replicas extends Sandbox {
  /** Where the replicas take requests, by turns; the address may be that of one that was just killed. */
  address(attempt: number): string;
  /** Kills a replica with -9, by turns, and starts it again. */
  kill(): Promise<void>;
  /** How many were killed so far. */
  killed(): number;
}

/** Starts what replicas share, with waits so short that a run is over soon. */
export async function startSandbox(settings: Record<string, string>): Promise<Sandbox> {
  const [redis, cloud, slack] = await Promise.all([
    startRedis(),
    startSandboxCloud({ provisioningMs: 0, rateLimit: false, keptRequests: 100_000 }),
    startSandboxSlack({ page: false, rateLimitPosts: false }),
  ]);
  const environment = {
    ...sandboxEnvironment({ redis, cloud, slack }),
    LOG_LEVEL: "info",
    ...settings,
  };
  return {
    cloud,
    slack,
    redisUrl: redis.url,
    environment,
    async [Symbol.asyncDispose]() {
      await Promise.all([cloud.close(), slack.close()]);
      await redis.close();
    },
  };
}

/** Starts everything. */
export async function startReplicas(settings: Record<string, string>): Promise<Replicas> {
  const sandbox = await startSandbox(settings);
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

function at<T>(items: readonly T[], attempt: number): T {
  const item = items[attempt % items.length];
  if (item === undefined) throw new Error("There is none.");
  return item;
}

import { type SandboxCloud, startSandboxCloud } from "../../src/sandbox/cloud/server.ts";
import { type SandboxRedis, startRedis } from "../../src/sandbox/redis.ts";
import { type SandboxSlack, startSandboxSlack } from "../../src/sandbox/slack/server.ts";
import { type AppProcess, startAppProcess } from "../support/app-process.ts";
import { sandboxEnvironment } from "../support/house.ts";

/** The app as two processes that share all that is outside, any of which can be killed. */
export interface Replicas extends AsyncDisposable {
  readonly cloud: SandboxCloud;
  readonly slack: SandboxSlack;
  readonly redisUrl: string;
  /** Where the replicas take requests, by turns; the address may be that of one that was just killed. */
  address(turn: number): string;
  /** Kills a replica with -9, by turns, and starts it again. */
  kill(): Promise<void>;
  /** How many were killed so far. */
  killed(): number;
}

/** Starts everything, with waits so short that a run is over soon. */
export async function startReplicas(settings: Record<string, string>): Promise<Replicas> {
  const [redis, cloud, slack] = await Promise.all([
    startRedis(),
    startSandboxCloud({ provisioningMs: 0, rateLimit: false, keptRequests: 100_000 }),
    startSandboxSlack({ page: false, rateLimitPosts: false }),
  ]);
  const outside = { redis, cloud, slack };
  const environment = { ...sandboxEnvironment(outside), LOG_LEVEL: "info", ...settings };
  const apps = await Promise.all([startAppProcess(environment), startAppProcess(environment)]);
  slack.setAppUrl(apps[0].url);
  let killed = 0;
  return {
    cloud,
    slack,
    redisUrl: redis.url,
    address: (turn) => at(apps, turn).url,
    killed: () => killed,
    async kill() {
      const turn = killed % apps.length;
      killed += 1;
      await at(apps, turn).end("SIGKILL");
      apps[turn] = await startAppProcess(environment);
    },
    [Symbol.asyncDispose]: () => end(apps, outside),
  };
}

async function end(
  apps: readonly AppProcess[],
  { redis, cloud, slack }: { redis: SandboxRedis; cloud: SandboxCloud; slack: SandboxSlack },
): Promise<void> {
  await Promise.all(apps.map((app) => app.end("SIGKILL")));
  await Promise.all([cloud.close(), slack.close()]);
  await redis.close();
}

function at<T>(items: readonly T[], turn: number): T {
  const item = items[turn % items.length];
  if (item === undefined) throw new Error("There is none.");
  return item;
}

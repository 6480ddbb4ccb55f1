import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { startReferenceCloud, type ReferenceCloud } from "@quartermaster/reference-cloud";
import { type LocalRedis, startRedis } from "../../src/demo/redis.ts";
import type { LocalSlack } from "@quartermaster/local-slack";
import { startSlack } from "../../src/demo/start-sandbox.ts";
import { type AppProcess, type MovedClock, movedClock, startClockedApp } from "./app-process.ts";
import { sandboxEnvironment, unhurried } from "./environment.ts";
import { person } from "./slack-person.ts";
import { until } from "./until.ts";

/** The app as one or more processes with one outside world, all with one clock that the test moves. */
export interface ClockedReplicas extends AsyncDisposable {
  readonly clock: MovedClock;
  readonly cloud: ReferenceCloud;
  readonly slack: LocalSlack;
  readonly redisUrl: string;
  /** The first replica's address. It changes after a kill. */
  readonly url: string;
  /** Kills the next replica with -9, and starts it again. */
  kill(): Promise<void>;
  /** Stops the next replica for a time, as a machine that is suspended. It goes on in the middle of what it did. */
  suspend(forMs: number): Promise<void>;
  /** Kills all, and starts them again after the clock was moved. */
  awayWhile(move: () => void): Promise<void>;
  /** Makes the app a member of a channel. */
  invite(channel: string): Promise<void>;
  /** Types a command into #databases as Ada, and waits for the answer. */
  command(text: string, answer: string): Promise<void>;
}

/** The replicas, charts and a page for browsers or not, and a channel's pause after a post. */
interface Options {
  count?: number;
  page?: boolean;
  charts?: boolean;
  paceMs?: number;
  /** The time between two notes that a process takes deliveries. */
  listenEveryMs?: number;
  /** The replicas close it. */
  redis?: LocalRedis;
  /** More of the replicas' settings. */
  settings?: Record<string, string>;
}

/** Starts everything at a time, with schedules checked ten times a second. */
export async function startClockedReplicas(
  time: string,
  {
    count = 2,
    page = false,
    charts = page,
    paceMs,
    listenEveryMs,
    redis: given,
    settings = {},
  }: Options = {},
): Promise<ClockedReplicas> {
  const clock = movedClock(time);
  const [redis, cloud, slack] = await Promise.all([
    given ?? startRedis(),
    startReferenceCloud({
      provisioningMs: 0,
      rateLimit: false,
      backupsFail: false,
      keptRequests: 1_000_000,
      now: () => clock.now(),
    }),
    startSlack({ page, rateLimitPosts: false, ...unhurried, now: () => clock.now().getTime() }),
  ]);
  const environment = {
    ...sandboxEnvironment({ redis, cloud, slack }),
    LOG_LEVEL: "info",
    CLOUD_REQUESTS_PER_10_SECONDS: "5000",
    ...settings,
    ...(charts ? {} : { TEST_WITHOUT_CHARTS: "1" }),
    ...(listenEveryMs === undefined ? {} : { TEST_LISTEN_EVERY_MS: String(listenEveryMs) }),
    ...(paceMs === undefined ? {} : { TEST_PACE_MS: String(paceMs) }),
  };
  const start = async () => {
    const app = await startClockedApp(environment, clock);
    await until(async () => (await fetch(`${app.url}/readyz`)).ok);
    return app;
  };
  const startAll = () => Promise.all(Array.from({ length: count }, start));
  let apps: AppProcess[] = await startAll();
  let killed = 0;
  let suspended = 1;

  function reachable(): void {
    slack.setAppUrl(apps[0]?.url ?? "");
  }
  reachable();
  return {
    clock,
    cloud,
    slack,
    redisUrl: redis.url,
    get url() {
      return apps[0]?.url ?? "";
    },
    async kill() {
      const attempt = killed++ % apps.length;
      await apps[attempt]?.end("SIGKILL");
      apps[attempt] = await start();
      reachable();
    },
    async suspend(forMs) {
      const pid = apps[suspended++ % apps.length]?.pid ?? 0;
      process.kill(pid, "SIGSTOP");
      await sleep(forMs);
      process.kill(pid, "SIGCONT");
    },
    async awayWhile(move) {
      await Promise.all(apps.map((app) => app.end("SIGKILL")));
      move();
      apps = await startAll();
      reachable();
    },
    async invite(channel) {
      await using ada = person(slack, "Ada Park");
      await ada.command(channel, "/invite @Quartermaster");
      await ada.waitForMessage(channel, "was added to");
    },
    async command(text, answer) {
      await using ada = person(slack, "Ada Park");
      await ada.command("databases", text);
      await ada.waitForMessage("databases", answer);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(apps.map((app) => app.end("SIGKILL")));
      await Promise.all([cloud.close(), slack.close()]);
      await redis.close();
    },
  };
}

import { redisServerIn } from "../../src/app/reach.ts";
import { type RedisClient, connectPatiently } from "../../src/platform/redis/connect.ts";
import type { RedisServer } from "../../src/platform/redis/server.ts";
import { type ReferenceCloud, startReferenceCloud } from "@quartermaster/reference-cloud";
import { startRedis } from "../../src/demo/redis.ts";
import type { LocalSlack } from "@quartermaster/local-slack";
import { startSlack } from "../../src/demo/start-sandbox.ts";
import { type WorkspaceStore, createStore } from "../../src/app/store.ts";
import { type AppProcess, type MovedClock, movedClock, startClockedApp } from "../support/app-process.ts";
import { type KnownHook, putHook } from "../support/hook.ts";
import { type TestRedis, redisSettings, sandboxEnvironment, unhurried } from "../support/environment.ts";
import { until } from "../support/until.ts";

/** The app as several processes with one outside world, and a hook for each of some channels. */
export interface AlertEnvironment extends AsyncDisposable {
  readonly clock: MovedClock;
  readonly slack: LocalSlack;
  /** A connection to the app's Redis. */
  readonly redis: RedisClient;
  /** The app's Redis. */
  readonly kept: WorkspaceStore;
  /** One for each channel, in the order of the channels. */
  readonly hooks: readonly KnownHook[];
  /** The next replica's address. While it is killed nothing listens there, because its port is not reused. */
  readonly address: (attempt: number) => string;
  /** Kills a replica by its number with -9, and does not restart it. */
  kill(attempt: number): Promise<void>;
  /** Starts a replica that was killed. Resolves when it listens. */
  start(attempt: number): Promise<void>;
  /** The output of all so far. */
  output(): string;
}

interface Options {
  channels: readonly string[];
  replicas?: number;
  environment?: Record<string, string>;
  /** The environment closes it. */
  redis?: TestRedis;
  /** Slack's address for each replica, if there is a proxy between them. */
  slackApiUrlOf?: (slack: LocalSlack, attempt: number) => Promise<string>;
  /** Limits the app's reads of messages, as Slack does outside its Marketplace. */
  limitsHistory?: { everyMs: number };
  /** The start time. The default is now. */
  time?: string;
}

// The port of a service that no machine offers today.
const nowhere = "http://127.0.0.1:9";

/** Starts everything and waits until each replica is ready. */
export async function startAlertEnvironment({
  channels,
  replicas = 2,
  environment: own = {},
  slackApiUrlOf = async ({ apiUrl }) => apiUrl,
  time = new Date().toISOString(),
  limitsHistory,
  ...given
}: Options): Promise<AlertEnvironment> {
  const clock = movedClock(time);
  const now = () => clock.now().getTime();
  const [redis, cloud, slack] = await Promise.all([
    given.redis ?? startRedis(),
    startReferenceCloud({ provisioningMs: 0, rateLimit: false }),
    startSlack({
      page: false,
      rateLimitPosts: false,
      ...unhurried,
      now,
      ...(limitsHistory && { limitsHistory }),
    }),
  ]);
  const server = redisServerIn(redisSettings(redis));
  const client = connectPatiently(server, () => {});
  const environment = {
    ...sandboxEnvironment({ redis, cloud, slack }),
    LOG_LEVEL: "info",
    TEST_WITHOUT_CHARTS: "1",
    ...own,
  };
  const hooks = await Promise.all(channels.map((name) => hookIn(name, slack, server)));
  const turns = Array.from({ length: replicas }, (_, attempt) => attempt);
  const apiUrls = await Promise.all(turns.map((attempt) => slackApiUrlOf(slack, attempt)));
  const start = (attempt: number) =>
    startClockedApp({ ...environment, SLACK_API_URL: at(apiUrls, attempt) }, clock);
  const apps = await Promise.all(turns.map((attempt) => start(attempt)));
  const ended: AppProcess[] = [];
  const away = new Set<AppProcess>();
  await Promise.all(apps.map(({ url }) => until(async () => (await fetch(`${url}/readyz`)).ok)));
  return {
    clock,
    slack,
    redis: client,
    kept: createStore(client).workspace(slack.teamId),
    hooks,
    address(attempt) {
      const app = at(apps, attempt);
      return away.has(app) ? nowhere : app.url;
    },
    async kill(attempt) {
      const app = at(apps, attempt);
      away.add(app);
      await app.end("SIGKILL");
    },
    async start(attempt) {
      ended.push(at(apps, attempt));
      apps[attempt] = await start(attempt);
    },
    output: () => [...ended, ...apps].map((app) => app.output()).join(""),
    async [Symbol.asyncDispose]() {
      await Promise.all(apps.map((app) => app.end("SIGKILL")));
      client.disconnect();
      await end(cloud, slack, redis);
    },
  };
}

async function end(cloud: ReferenceCloud, slack: LocalSlack, redis: TestRedis): Promise<void> {
  await Promise.all([cloud.close(), slack.close()]);
  await redis.close();
}

/** A hook in a channel. The app becomes a member, so it may search for its posts there. */
export async function hookIn(name: string, slack: LocalSlack, server: RedisServer): Promise<KnownHook> {
  await tellSlack(slack, "channel", { channel: name, hasApp: true });
  const channel = slack.channels.find((each) => each.name === name);
  if (!channel) throw new Error(`There is no channel ${name}.`);
  return putHook(server, slack.teamId, { channelId: channel.id, name: `hook of ${name}` });
}

/** Makes the local Slack misbehave in exactly these ways (packages/local-slack/src/fault.ts). */
export async function misbehave(slack: LocalSlack, ...faults: object[]): Promise<void> {
  await fetch(`${slack.url}/page/faults`, { method: "DELETE" });
  await tellSlack(slack, "faults", faults);
}

/** Tells the local Slack something by one of its controls. */
export async function tellSlack(slack: LocalSlack, control: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${slack.url}/page/${control}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** The item at an index that continues from the start after the last. */
export function at<T>(items: readonly T[], attempt: number): T {
  const item = items[attempt % items.length];
  if (item === undefined) throw new Error("There is none.");
  return item;
}

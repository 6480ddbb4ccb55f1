import { Redis } from "ioredis";
import { afterAll, beforeAll } from "vitest";
import { type TestEnvironment, useTestEnvironment } from "./environment.ts";
import { type HttpRecorder, startHttpRecorder } from "./http-recorder.ts";
import { timesIn } from "./marks.ts";
import { contentsOf } from "./redis.ts";
import { type TcpProxy, startTcpProxy } from "./tcp-proxy.ts";

/** A test environment with a recorder on each of the app's connections. */
export interface WatchedEnvironment {
  readonly environment: TestEnvironment;
  /** Between the app and Slack's Web API and response_urls. */
  readonly toSlack: HttpRecorder;
  /** Between the app and the cloud. */
  readonly toCloud: HttpRecorder;
  /** In the place of a model. It answers only what a test plans. */
  readonly toModel: HttpRecorder;
  /** Before the app, for Slack and for requests of the tests. */
  readonly toApp: HttpRecorder;
  /** Everything that left the app, and the content of Redis, each text with its location. */
  everything(): Promise<(readonly [place: string, text: string])[]>;
  /**
   * The locations of a secret, in any encoding, with its number: in the app's requests, its answers to Slack,
   * the bytes that it sent to Redis, the content of Redis, and the app's output.
   */
  locationsOf(secret: string): Promise<Record<string, number>>;
}

type TestEnvironmentOptions = NonNullable<Parameters<typeof useTestEnvironment>[0]>;
type Options = Pick<
  TestEnvironmentOptions,
  "organization" | "newPassword" | "operators" | "ownProcess" | "provisioningMs" | "slackSecrets" | "startsAt"
> & {
  environment?: (urls: { publicUrl: string; cloudUrl: string; modelUrl: string }) => Record<string, string>;
};

/** Starts the environment with its recorders. Call it at the file's top. */
export function useWatchedEnvironment({
  environment: settings = () => ({}),
  ...options
}: Options = {}): WatchedEnvironment {
  const recorders: HttpRecorder[] = [];
  const proxies: TcpProxy[] = [];
  const recorder = (index: number): HttpRecorder => {
    const found = recorders[index];
    if (!found) throw new Error("The recorders are there only while tests run.");
    return found;
  };
  const [toSlack, toCloud, toApp, toModel] = [0, 1, 2, 3] as const;

  beforeAll(async () => {
    recorders.push(...(await Promise.all([toSlack, toCloud, toApp, toModel].map(() => startHttpRecorder()))));
  });
  // Registered before the environment's own hook, so it runs after that and records the app's last requests.
  afterAll(async () => {
    await Promise.all([...recorders, ...proxies].map((each) => each.close()));
  });
  const environment = useTestEnvironment({
    ownProcess: true,
    ...options,
    slackUrl: () => recorder(toSlack).url,
    async environment({ redisUrl, cloudUrl }) {
      const cloud = recorder(toCloud);
      cloud.leadTo(cloudUrl);
      const given = settings({
        publicUrl: recorder(toApp).url,
        cloudUrl: cloud.url,
        modelUrl: recorder(toModel).url,
      });
      const toRedis = await startTcpProxy(Number(new URL(redisUrl).port), { record: true });
      proxies.push(toRedis);
      const REDIS_URL = `redis://127.0.0.1:${toRedis.port}`;
      return { REDIS_URL, CLOUD_BASE_URL: cloud.url, ...given };
    },
  });
  beforeAll(() => {
    recorder(toSlack).leadTo(environment.slack.url);
    recorder(toApp).leadTo(environment.app.url);
    environment.slack.setAppUrl(recorder(toApp).url);
  });

  async function kept(): Promise<string[]> {
    const redis = new Redis(environment.redisUrl);
    const contents = await contentsOf(redis);
    await redis.quit();
    return contents;
  }

  return {
    environment,
    get toSlack() {
      return recorder(toSlack);
    },
    get toCloud() {
      return recorder(toCloud);
    },
    get toModel() {
      return recorder(toModel);
    },
    get toApp() {
      return recorder(toApp);
    },
    everything,
    async locationsOf(secret) {
      const texts = await everything();
      return sumByLocation(texts.map(([place, text]) => [place, timesIn(text, secret)]));
    },
  };

  async function everything(): Promise<(readonly [string, string])[]> {
    return [
      ...recorder(toSlack).passed.map(({ path, sent }) => [`to Slack ${path}`, sent] as const),
      ...recorder(toCloud).passed.map(({ sent }) => ["to the cloud", sent] as const),
      ...recorder(toModel).passed.map(({ sent }) => ["to the model", sent] as const),
      ...recorder(toApp).passed.map(({ path, answered }) => [answersAt(path), answered] as const),
      ...proxies.map((proxy) => ["bytes to Redis", proxy.sent()] as const),
      ...(await kept()).map((content) => ["kept in Redis", content] as const),
      ["log", environment.app.output()],
    ];
  }
}

function answersAt(path: string): string {
  return path === "/slack/events" ? "answers to Slack" : `answers at ${path}`;
}

function sumByLocation(found: readonly (readonly [string, number])[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [place, times] of found) if (times > 0) sums[place] = (sums[place] ?? 0) + times;
  return sums;
}

import { randomBytes } from "node:crypto";
import { Redis } from "ioredis";
import { z } from "zod";
import { afterAll, beforeAll, beforeEach } from "vitest";
import {
  type ReferenceCloud,
  type SeededOrganization,
  startReferenceCloud,
} from "@quartermaster/reference-cloud";
import { type LocalRedis, startRedis } from "../../src/demo/redis.ts";
import type { LocalSlack, LocalSlackOptions } from "@quartermaster/local-slack";
import { startSlack } from "../../src/demo/start-sandbox.ts";
import type { Overrides } from "../../src/app/overrides.ts";
import { grantRole } from "./access.ts";
import { type AppHere, startAppHere } from "./app-here.ts";
import { movedClock, startAppProcess, startClockedApp } from "./app-process.ts";
import { emptyRedis } from "./redis.ts";
import { type SlackPerson, person } from "./slack-person.ts";
import { until } from "./until.ts";

/** The app and its whole outside world, running for one test file. */
export interface TestEnvironment {
  readonly app: AppHere;
  readonly cloud: ReferenceCloud;
  readonly organization: SeededOrganization;
  readonly slack: LocalSlack;
  readonly redisUrl: string;
  /** Ada, an admin, in a fresh window for each test. */
  readonly ada: SlackPerson;
  /** The app's environment variables. */
  readonly environment: Record<string, string>;
  /** Restarts the app with the present environment variables. Kills it first if it is a separate process. */
  restartApp(): Promise<void>;
  /** Moves every clock on. Give `startsAt` for that. */
  passTime(ms: number): void;
  /** Injects faults into the reference server; see packages/reference-cloud/src/fault.ts. */
  faults(...faults: object[]): Promise<void>;
  /** Injects faults into the local Slack; see packages/local-slack/src/fault.ts. */
  slackFaults(...faults: object[]): Promise<void>;
  /** The requests that the reference server received so far, by method. */
  received(method: string): Promise<{ path: string; status?: number | null; body?: unknown }[]>;
}

const ReceivedRequests = z.array(
  z.looseObject({
    method: z.string(),
    path: z.string(),
    status: z.number().nullish(),
    body: z.unknown().optional(),
  }),
);

interface Options {
  /** True for tests that kill the app, or read all of a process's output. */
  ownProcess?: boolean;
  /** True for tests that change how Redis runs; others share the worker's. */
  ownRedis?: boolean;
  /** True for tests that look at the local Slack in a browser. */
  page?: boolean;
  /** The name of the seeded organization that the app has the key of. The default is the first one. */
  organization?: string;
  provisioningMs?: number;
  /** How many services the organization "Long Haul" has. Without it, there is no such organization. */
  fleet?: number;
  /** The app's clock, if the app runs in the tests' own process. */
  now?: () => Date;
  /** What all clocks say at the start, for tests that depend on the day or move the clock. */
  startsAt?: string;
  /** What the app in the tests' own process does otherwise. */
  overrides?: Overrides;
  /** The clock of the local Slack only. */
  slackNow?: () => number;
  /** A server between the app and the local Slack, such as a recorder. */
  slackUrl?: () => string;
  /** True for tests of Slack's three seconds. Others give a busy machine longer. */
  slackHurries?: boolean;
  /** The Slack app's secrets. By default they are random. */
  slackSecrets?: Pick<LocalSlackOptions, "botToken" | "signingSecret" | "clientSecret">;
  /** Makes the passwords of created services. */
  newPassword?: () => string;
  /** People with a grant as operator. Ada is an admin in Slack, and all others are viewers. */
  operators?: readonly string[];
  /** Adds to the app's environment variables, from the running sandbox. */
  environment?: (running: {
    redisUrl: string;
    cloudUrl: string;
    standalone: ReferenceCloud["standalone"];
  }) => Record<string, string> | Promise<Record<string, string>>;
}

/** For a local Slack: its three seconds are not what most tests are about, and their machine is busy. */
export const unhurried = { commandTimeoutMs: 20_000, triggerLifeMs: 20_000 };

/** Starts the environment before a file's tests. Clears faults and windows between them, but not Redis. */
export function useTestEnvironment({
  ownProcess = false,
  ownRedis = false,
  page = false,
  organization,
  provisioningMs = 0,
  fleet,
  now,
  startsAt,
  overrides = {},
  slackNow,
  slackUrl,
  slackHurries = false,
  slackSecrets = {},
  newPassword,
  operators = [],
  environment: extra = () => ({}),
}: Options = {}): TestEnvironment {
  let parts: {
    app: AppHere;
    redis: LocalRedis;
    cloud: ReferenceCloud;
    slack: LocalSlack;
    environment: Record<string, string>;
  };
  let ada: SlackPerson;
  const clock = startsAt === undefined ? undefined : movedClock(startsAt);

  beforeAll(async () => {
    const [redis, cloud, slack] = await Promise.all([
      ownRedis ? startRedis() : emptyRedis(),
      startReferenceCloud({
        provisioningMs,
        rateLimit: false,
        backupsFail: false,
        ...(fleet === undefined ? {} : { fleet: { services: fleet, days: 3 } }),
        ...(newPassword ? { newPassword } : {}),
        ...(clock ? { now: () => clock.now() } : {}),
      }),
      startSlack({
        page,
        rateLimitPosts: false,
        ...(slackHurries ? {} : unhurried),
        // The reference server's address, and the advertised address of its consoles.
        unfurlDomains: ["127.0.0.1", "console.example.com", "observe.example.com"],
        ...slackSecrets,
        ...(slackUrl ? { publicUrl: slackUrl() } : {}),
        ...(clock ? { now: () => clock.now().getTime() } : {}),
        ...(slackNow ? { now: slackNow } : {}),
      }),
    ]);
    const environment = {
      ...sandboxEnvironment({ redis, cloud, slack, organization }),
      ...(await extra({ redisUrl: redis.url, cloudUrl: cloud.url, standalone: cloud.standalone })),
    };
    parts = { app: await startApp(environment), redis, cloud, slack, environment };
    slack.setAppUrl(parts.app.url);
    for (const name of operators) await grantRole({ redisUrl: redis.url, slack }, name, "operator");
  });
  beforeEach(async () => {
    await Promise.all(
      [parts.cloud.controlUrl, `${parts.slack.url}/page`].map((url) =>
        fetch(`${url}/faults`, { method: "DELETE" }),
      ),
    );
    await clearLeftovers(parts.redis.url);
    ada = person(parts.slack, "Ada Park");
    return async () => {
      // Without notifying the app, which would offer the closed form's draft to the next test.
      if (await ada.modal()) await ada.close({ cleared: true, lost: true });
      await ada.leave();
    };
  });
  afterAll(async () => {
    // It has nothing to save, and a graceful stop takes half a second.
    await parts.app.end(ownProcess ? "SIGKILL" : "SIGTERM");
    await Promise.all([parts.cloud.close(), parts.slack.close()]);
    await parts.redis.close();
  });

  async function startApp(environment: Record<string, string>): Promise<AppHere> {
    const app = await (ownProcess
      ? clock
        ? startClockedApp(environment, clock)
        : startAppProcess(environment)
      : startAppHere(environment, {
          now: clock ? () => clock.now() : (now ?? (() => new Date())),
          // A fifth of the real pause, because tests would mostly wait.
          paceMs: 200,
          // Whoever moves the clock waits for what is due then.
          ...(clock ? { longestScheduleWaitMs: 100 } : {}),
          ...overrides,
        }));
    await until(async () => (await fetch(`${app.url}/readyz`)).ok);
    return app;
  }

  return {
    passTime(ms) {
      if (!clock) throw new Error("Say when the tests start: only then they have a clock of their own.");
      clock.moveTo(new Date(clock.now().getTime() + ms));
    },
    get app() {
      return parts.app;
    },
    get cloud() {
      return parts.cloud;
    },
    get organization() {
      return organizationNamed(parts.cloud, organization);
    },
    get slack() {
      return parts.slack;
    },
    get redisUrl() {
      return parts.redis.url;
    },
    get ada() {
      return ada;
    },
    get environment() {
      return parts.environment;
    },
    async restartApp() {
      await parts.app.end(ownProcess ? "SIGKILL" : "SIGTERM");
      parts.app = await startApp(parts.environment);
      parts.slack.setAppUrl(parts.app.url);
    },
    faults: (...faults) => inject(parts.cloud.controlUrl, faults),
    slackFaults: (...faults) => inject(`${parts.slack.url}/page`, faults),
    async received(method) {
      const response = await fetch(`${parts.cloud.controlUrl}/requests`);
      const requests = ReceivedRequests.parse(await response.json());
      return requests.filter((request) => request.method === method);
    },
  };
}

/** Adds faults to one of the servers around the app. */
async function inject(controlUrl: string, faults: readonly object[]): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${controlUrl}/faults`, {
    method: "POST",
    headers,
    body: JSON.stringify(faults),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Tests call the cloud faster than people do. Each test begins without another test's form. */
async function clearLeftovers(redisUrl: string): Promise<void> {
  const redis = new Redis(redisUrl);
  // Drafts too, so a late event from another test's window finds nothing.
  const kinds = ["request-quota", "draft", "present-draft"];
  const leftovers = (await Promise.all(kinds.map((kind) => redis.keys(`qm:{*}:${kind}:*`)))).flat();
  if (leftovers.length > 0) await redis.del(...leftovers);
  await redis.quit();
}

/** A Redis by its address, or by the product's settings for it. */
type RedisPlace = { readonly url: string } | { readonly settings: Readonly<Record<string, string>> };

/** One that ends with the test. */
export type TestRedis = RedisPlace & { close(): Promise<void> };

/** The app's settings for a Redis. */
export function redisSettings(redis: RedisPlace): Readonly<Record<string, string>> {
  return "settings" in redis ? redis.settings : { REDIS_URL: redis.url };
}

/** The app's settings for the parts of the sandbox. */
export function sandboxEnvironment({
  redis,
  cloud,
  slack,
  organization,
}: {
  redis: RedisPlace;
  cloud: ReferenceCloud;
  slack: LocalSlack;
  organization?: string | undefined;
}): Record<string, string> {
  const { organizationId, keyId, keySecret } = organizationNamed(cloud, organization);
  return {
    ...redisSettings(redis),
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString("base64")}`,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_API_URL: slack.apiUrl,
    CLOUD_BASE_URL: cloud.url,
    CLOUD_ORGANIZATION_ID: organizationId,
    CLOUD_KEY_ID_REF: "env:TEST_KEY_ID",
    CLOUD_KEY_SECRET_REF: "env:TEST_KEY_SECRET",
    // Tests make more requests than people do.
    PERSON_REQUESTS_PER_MINUTE: "99999",
    WORKSPACE_REQUESTS_PER_MINUTE: "99999",
    TEST_KEY_ID: keyId,
    TEST_KEY_SECRET: keySecret,
    ALLOWED_HOSTS: "127.0.0.1",
  };
}

function organizationNamed({ organizations }: ReferenceCloud, name?: string): SeededOrganization {
  const found = organizations.find((organization) => organization.name === (name ?? organization.name));
  if (found === undefined) throw new Error(`There is no organization "${name}".`);
  return found;
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { Redis } from "ioredis";
import { startReferenceCloud } from "@quartermaster/reference-cloud";
import { freePort, startRedis } from "../../src/demo/redis.ts";
import { SealingKeys, createSealer } from "../../src/platform/secrets/seal.ts";
import { sealedScheme } from "../../src/platform/secrets/records.ts";
import { createStore } from "../../src/app/store.ts";
import { type AppProcess, startAppProcess } from "../support/app-process.ts";
import { bundled } from "../support/bundled.ts";
import { unhurried } from "../support/environment.ts";
import { type TwoSlacks, startTwoSlacks } from "../support/two-slacks.ts";
import { until } from "../support/until.ts";
import { at } from "./alert-environment.ts";
import { type Home, type Team, movedIn } from "./two-teams.ts";

/** Two replicas of one app in two workspaces. Their keys change while they serve. */
export interface RollingTeams extends AsyncDisposable {
  readonly slacks: TwoSlacks;
  readonly redis: Redis;
  readonly teams: readonly [Team, Team];
  /** The next replica's address. One may be away for a moment. */
  readonly address: (attempt: number) => string;
  /** Restarts the replicas one after another with these keys. The other one gets Slack's requests meanwhile. */
  readonly restart: (keys: string) => Promise<void>;
  /** `npm run keys -- rotate` as a separate process. */
  readonly rotate: (keys: string) => Promise<{ code: number | null; output: string }>;
  /** The output of all of them so far. */
  output(): string;
}

/** Starts everything with these keys, and gives each workspace a connection with secrets that they seal. */
export async function startRollingTeams(keys: string): Promise<RollingTeams> {
  const [server, cloud, slacks, ...ports] = await Promise.all([
    startRedis(),
    startReferenceCloud({ provisioningMs: 0, rateLimit: false }),
    startTwoSlacks({ installed: false, ...unhurried }),
    freePort(),
    freePort(),
  ]);
  const [first, , third] = cloud.organizations;
  if (!first || !third) throw new Error("The reference server has too few organizations.");
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const environment = {
    PUBLIC_URL: at(urls, 0),
    REDIS_URL: server.url,
    LOG_LEVEL: "info",
    ALLOWED_HOSTS: "127.0.0.1",
    CLOUD_REQUESTS_PER_10_SECONDS: "99999",
    PERSON_REQUESTS_PER_MINUTE: "99999",
    WORKSPACE_REQUESTS_PER_MINUTE: "99999",
    ...slacks.environment,
  };
  const start = async (attempt: number, ENCRYPTION_KEYS: string): Promise<AppProcess> => {
    const app = await startAppProcess({ ...environment, ENCRYPTION_KEYS, PORT: String(at(ports, attempt)) });
    await until(async () => (await fetch(`${app.url}/readyz`)).ok);
    return app;
  };
  const apps = await Promise.all([start(0, keys), start(1, keys)]);
  const ended: AppProcess[] = [];
  const redis = new Redis(server.url);
  const store = createStore(redis);
  const moveIn = async (home: Home): Promise<Team> => {
    const { teamId } = home.slack;
    const { keyId, keySecret } = home.organization;
    const hook = await movedIn(home, {
      appUrl: at(urls, 0),
      cloudUrl: cloud.url,
      redisUrl: server.url,
      store,
      references: { keyIdRef: "sealed:cloud#keyId", keySecretRef: "sealed:cloud#keySecret" },
    });
    const sealer = createSealer(SealingKeys.parse(keys)).forWorkspace(teamId);
    const { sealedSecrets: texts } = store.workspace(teamId);
    await sealedScheme({ texts, sealer }).write?.("cloud", { keyId, keySecret });
    return { ...home, hook };
  };
  slacks.setAppUrl(at(urls, 0));
  const teams = [
    await moveIn({ slack: slacks.acme, organization: first }),
    await moveIn({ slack: slacks.birch, organization: third }),
  ] as const;
  slacks.birch.setAppUrl(at(urls, 1));
  return {
    slacks,
    redis,
    teams,
    address: (attempt) => at(urls, attempt),
    async restart(newKeys) {
      for (const attempt of apps.keys()) {
        slacks.setAppUrl(at(urls, attempt + 1));
        const app = at(apps, attempt);
        await app.end("SIGTERM");
        ended.push(app);
        apps[attempt] = await start(attempt, newKeys);
      }
      slacks.acme.setAppUrl(at(urls, 0));
      slacks.birch.setAppUrl(at(urls, 1));
    },
    rotate: (newKeys) => rotate({ ENCRYPTION_KEYS: newKeys, REDIS_URL: server.url }),
    output: () => [...ended, ...apps].map((app) => app.output()).join(""),
    async [Symbol.asyncDispose]() {
      await Promise.all(apps.map((app) => app.end("SIGKILL")));
      redis.disconnect();
      await Promise.all([cloud.close(), slacks.close()]);
      await server.close();
    },
  };
}

async function rotate(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { keys, compiled } = await bundled();
  const child = spawn(process.execPath, [keys, "rotate"], {
    env: { ...env, NODE_COMPILE_CACHE: compiled },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, "close")]);
  return { code: child.exitCode, output };
}

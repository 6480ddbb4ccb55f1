import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { Redis } from "ioredis";
import { neutralWireNames } from "../../src/platform/cloud/wire-names.ts";
import { startReferenceCloud } from "@quartermaster/reference-cloud";
import { knowServices } from "../../src/demo/known-services.ts";
import { freePort } from "../../src/demo/ports.ts";
import { startRedis } from "../../src/demo/redis.ts";
import { createSealer } from "../../src/platform/secrets/seal.ts";
import { sealedScheme } from "../../src/platform/secrets/sealed.ts";
import { SealingKeys } from "../../src/platform/secrets/sealing-keys.ts";
import { defaultConnection } from "../../src/features/connections/records.ts";
import { createStore } from "../../src/app/store.ts";
import { type AppProcess, startAppProcess } from "../support/app-process.ts";
import { bundled } from "../support/bundled.ts";
import { putHook } from "../support/hook.ts";
import { installIn } from "@quartermaster/local-slack";
import { unhurried } from "../support/environment.ts";
import { type TwoSlacks, startTwoSlacks } from "../support/two-slacks.ts";
import { until } from "../support/until.ts";
import { type Team, tell } from "./two-teams.ts";

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

type Home = Pick<Team, "slack" | "organization">;

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
  const moveIn = (home: Home) => movedIn(home, { keys, appUrl: at(urls, 0), cloudUrl: cloud.url, redis });
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

/** Installs the app, makes every person an admin, and saves the connection, its services and a hook. */
async function movedIn(
  { slack, organization }: Home,
  { keys, appUrl, cloudUrl, redis }: { keys: string; appUrl: string; cloudUrl: string; redis: Redis },
): Promise<Team> {
  const { teamId, users } = slack;
  await installIn(appUrl, slack);
  for (const { id } of users) await tell(slack, "person", { person: id, isAdmin: true });
  const { connections, sealedSecrets: texts } = createStore(redis).workspace(teamId);
  const { keyId, keySecret, organizationId } = organization;
  const sealer = createSealer(SealingKeys.parse(keys)).forWorkspace(teamId);
  await sealedScheme({ texts, sealer }).write?.("cloud", { keyId, keySecret });
  await connections.save({
    name: defaultConnection,
    kind: "managed",
    baseUrl: cloudUrl,
    organizationId,
    keyIdRef: "sealed:cloud#keyId",
    keySecretRef: "sealed:cloud#keySecret",
    wireNames: neutralWireNames,
  });
  const [ownerId = ""] = users.map(({ id }) => id);
  const redisUrl = `redis://${redis.options.host}:${redis.options.port}`;
  await knowServices(redisUrl, { workspaceId: teamId, userId: ownerId }, organization.services);
  await tell(slack, "channel", { channel: "alerts", hasApp: true });
  const channelId = slack.channels.find(({ name }) => name === "alerts")?.id ?? "";
  const hook = await putHook(redisUrl, teamId, { channelId, ownerId, publicUrl: appUrl });
  return { slack, organization, hook };
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

function at<T>(items: readonly T[], attempt: number): T {
  const item = items[attempt % items.length];
  if (item === undefined) throw new Error("There is none.");
  return item;
}

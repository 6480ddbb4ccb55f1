import { once } from "node:events";
import { randomBytes } from "node:crypto";
import { type Dispatcher, request } from "undici";
import { neutralWireNames } from "../../src/platform/cloud/connection.ts";
import { type SeededOrganization, startReferenceCloud } from "@quartermaster/reference-cloud";
import { knowServices } from "../../src/demo/prepare.ts";
import { freePort, startRedis } from "../../src/demo/redis.ts";
import { type LocalSlack, installIn } from "@quartermaster/local-slack";
import { defaultConnection } from "../../src/features/connections/connection.ts";
import { connectRedis } from "../../src/platform/redis/connect.ts";
import { type Store, createStore } from "../../src/app/store.ts";
import { type AppProcess, startAppProcess } from "../support/app-process.ts";
import { type KnownHook, putHook } from "../support/hook.ts";
import { redisServerAt } from "../../src/platform/redis/server.ts";
import { unhurried } from "../support/environment.ts";
import { type TwoSlacks, startTwoSlacks } from "../support/two-slacks.ts";
import { type ModelRequest, calling, startFakeModel } from "../support/fake-model.ts";
import { putToken } from "../support/program.ts";
import { until } from "../support/until.ts";

/** A workspace with its own parts. */
export interface Team {
  readonly slack: LocalSlack;
  readonly organization: SeededOrganization;
  readonly hook: KnownHook;
}

/** A workspace that lets programs in. */
export interface TeamWithPrograms extends Team {
  /** The app's address, and a token that may propose. */
  readonly programs: { appUrl: string; token: string };
}

/** One app in two workspaces, each with its own key to its own organization. */
export interface TwoTeams extends AsyncDisposable {
  readonly app: AppProcess;
  readonly slacks: TwoSlacks;
  readonly store: Store;
  readonly controlUrl: string;
  /** What a model was asked. */
  readonly questions: readonly ModelRequest[];
  readonly teams: readonly [TeamWithPrograms, TeamWithPrograms];
}

/** Starts everything, installs the app in both by OAuth, and gives each its connection. */
export async function startTwoTeams(): Promise<TwoTeams> {
  const [redis, model, cloud, slacks, port] = await Promise.all([
    startRedis(),
    startFakeModel(),
    startReferenceCloud({ provisioningMs: 0, rateLimit: false, keptRequests: 100_000 }),
    startTwoSlacks({ installed: false, ...unhurried }),
    freePort(0),
  ]);
  const [first, , third] = cloud.organizations;
  if (!first || !third) throw new Error("The reference server has too few organizations.");
  const homes = [
    { slack: slacks.acme, organization: first },
    { slack: slacks.birch, organization: third },
  ] as const;
  const appUrl = `http://127.0.0.1:${port}`;
  model.answers(calling(["presets_list", {}]));
  const app = await startAppProcess({
    PORT: String(port),
    PUBLIC_URL: appUrl,
    REDIS_URL: redis.url,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString("base64")}`,
    LOG_LEVEL: "info",
    MCP: "on",
    LLM_URL: model.url,
    LLM_MODEL: "small",
    ALLOWED_HOSTS: "127.0.0.1",
    WORKSPACE_REFERENCES: "env:TEAM_{workspaceId}_",
    CLOUD_REQUESTS_PER_10_SECONDS: "99999",
    PERSON_REQUESTS_PER_MINUTE: "99999",
    WORKSPACE_REQUESTS_PER_MINUTE: "99999",
    ...slacks.environment,
    ...keysOf(homes),
  });
  slacks.setAppUrl(appUrl);
  await until(async () => (await fetch(`${appUrl}/readyz`)).ok);
  const client = connectRedis(redisServerAt(redis.url), () => {});
  await once(client, "ready");
  const store = createStore(client);
  const moveIn = async (home: (typeof homes)[number]): Promise<TeamWithPrograms> => {
    const { teamId, users } = home.slack;
    const hook = await movedIn(home, {
      appUrl,
      cloudUrl: cloud.url,
      redisUrl: redis.url,
      store,
      references: { keyIdRef: `env:TEAM_${teamId}_KEY_ID`, keySecretRef: `env:TEAM_${teamId}_KEY_SECRET` },
    });
    return { ...home, hook, programs: { appUrl, token: await putToken(store, teamId, users[0]?.id ?? "") } };
  };
  return {
    app,
    slacks,
    store,
    controlUrl: cloud.controlUrl,
    questions: model.requests,
    teams: [await moveIn(homes[0]), await moveIn(homes[1])],
    async [Symbol.asyncDispose]() {
      await app.end("SIGKILL");
      client.disconnect();
      await Promise.all([cloud.close(), model.close(), slacks.close()]);
      await redis.close();
    },
  };
}

export type Home = Pick<Team, "slack" | "organization">;

function keysOf(homes: readonly Home[]): Record<string, string> {
  const entries = homes.flatMap(({ slack: { teamId }, organization: { keyId, keySecret } }) => [
    [`TEAM_${teamId}_KEY_ID`, keyId],
    [`TEAM_${teamId}_KEY_SECRET`, keySecret],
  ]);
  return Object.fromEntries(entries);
}

/** Installs the app, makes every person an admin, and saves the connection, its services and a hook. */
export async function movedIn(
  { slack, organization }: Home,
  at: {
    appUrl: string;
    cloudUrl: string;
    redisUrl: string;
    store: Store;
    references: { keyIdRef: string; keySecretRef: string };
  },
): Promise<KnownHook> {
  const { teamId, users } = slack;
  await installIn(at.appUrl, slack);
  for (const { id } of users) await tell(slack, "person", { person: id, isAdmin: true });
  await at.store.workspace(teamId).connections.save({
    name: defaultConnection,
    kind: "managed",
    baseUrl: at.cloudUrl,
    organizationId: organization.organizationId,
    ...at.references,
    wireNames: neutralWireNames,
  });
  const userId = users[0]?.id ?? "";
  await knowServices(at.redisUrl, { workspaceId: teamId, userId }, organization.services);
  await tell(slack, "channel", { channel: "alerts", hasApp: true });
  const channelId = slack.channels.find(({ name }) => name === "alerts")?.id ?? "";
  return putHook(at.redisUrl, teamId, { channelId, ownerId: userId, publicUrl: at.appUrl });
}

/** Sends a request to a local Slack in its page's protocol. Returns the response. */
export async function tell({ url }: LocalSlack, path: string, body: object): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  return answerOf(
    await request(`${url}/page/${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      reset: true,
    }),
  );
}

/** Reads JSON there. */
export async function readFrom(url: string): Promise<unknown> {
  return answerOf(await request(url, { reset: true }));
}

/** On a new connection, because under load the server may close a kept one just as it is used again. */
async function answerOf({ statusCode, body }: Dispatcher.ResponseData): Promise<unknown> {
  const text = await body.text();
  if (statusCode !== 200) throw new Error(text);
  const answer: unknown = JSON.parse(text);
  return answer;
}

import { createSecretKey, randomBytes } from "node:crypto";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { LocalSlack } from "@quartermaster/local-slack";
import { startSlack } from "../../../../src/demo/start-sandbox.ts";
import { createSealer } from "../../../../src/platform/secrets/seal.ts";
import { ownershipBy } from "../../../../src/features/workspace/install/ownership.ts";
import { useRedis } from "../../../support/redis.ts";
import { until } from "../../../support/until.ts";
import {
  installationTokenPurpose,
  installations,
  listenToInstallations,
} from "../../../../src/features/workspace/install/installations.ts";
import {
  workspaceClients,
  workspaceMessengers,
} from "../../../../src/features/workspace/install/workspace-clients.ts";
import { slackClientMaker } from "../../../../src/platform/slack/web-api/clients.ts";
import { botScopes } from "../../../../src/platform/slack/web-api/scopes.ts";
import { redisServerAt } from "../../../../src/platform/redis/server.ts";

const redis = useRedis();
const log = pino({ level: "silent" });
const sealer = createSealer([{ id: "k1", key: createSecretKey(randomBytes(32)) }]);
const allScopes = botScopes.map(({ scope }) => scope);
const listeners: { close(): void }[] = [];
let slack: LocalSlack;

beforeAll(async () => {
  slack = await startSlack({ page: false });
});
afterEach(() => {
  for (const listener of listeners.splice(0)) listener.close();
});
afterAll(() => slack.close());

function now(): Date {
  return new Date();
}

/** One replica, with the operator's own token or without. */
function replica({ botToken, isInstallable = true }: { botToken?: string; isInstallable?: boolean } = {}) {
  const clientsBy = slackClientMaker({ slackApiUrl: slack.apiUrl, log });
  const ownClients = botToken === undefined ? undefined : clientsBy(botToken);
  const ownership = ownershipBy(ownClients, { isInstallable, now });
  const installUrl = isInstallable ? "https://quartermaster.example.com/slack/install" : undefined;
  const records = installations(redis.client);
  const parts = { installations: records, sealer, ownership, ownClients, clientsBy, installUrl, now };
  const clients = workspaceClients(parts);
  listeners.push(listenToInstallations(redisServerAt(redis.url), clients.drop, () => {}));
  return { ...clients, ownership };
}

async function install(workspaceId: string, { token = "xoxb-1", scopes = allScopes, at = 1 } = {}) {
  const facts = { name: workspaceId, isOrganization: false, appId: "A1", botUserId: "U1", installedBy: "U2" };
  const installation = {
    workspaceId,
    ...facts,
    scopes,
    token: sealer.forWorkspace(workspaceId).seal(token, installationTokenPurpose),
    installedAt: new Date(at).toISOString(),
  };
  await installations(redis.client).save(installation);
  return installation;
}

async function tokenOf({ clientsOf }: ReturnType<typeof replica>, workspaceId: string) {
  return (await clientsOf(workspaceId)).interactive.token;
}

test("each workspace has its own clients, which every replica forgets when the installation changes", async () => {
  const replicas = [replica(), replica()];
  await install("T1", { token: "xoxb-first" });
  await install("T2", { token: "xoxb-other" });
  for (const each of replicas) expect(await tokenOf(each, "T1")).toBe("xoxb-first");

  const second = await install("T1", { token: "xoxb-second", at: 2 });
  for (const each of replicas) await until(async () => (await tokenOf(each, "T1")) === "xoxb-second");
  expect(await replicas[0]?.clientsOf("T1")).toBe(await replicas[0]?.clientsOf("T1"));

  await installations(redis.client).remove(second);
  for (const each of replicas) {
    const isGone = () =>
      each.clientsOf("T1").then(
        () => false,
        ({ kind }) => kind === "auth",
      );
    await until(isGone);
    expect(await tokenOf(each, "T2")).toBe("xoxb-other");
  }
});

test("removing an old installation does not remove the one that replaced it", async () => {
  const first = await install("T1", { at: 1 });
  await install("T1", { at: 2 });
  expect(await installations(redis.client).remove(first)).toBe(false);
  expect(await installations(redis.client).find("T1")).toBeDefined();
});

test("a workspace without an installation gets the address of the install page", async () => {
  await expect(replica().clientsOf("T1")).rejects.toMatchObject({
    kind: "auth",
    message:
      "Quartermaster is no longer installed in this workspace. Ask an admin to install it at https://quartermaster.example.com/slack/install.",
  });
});

test("a token that was copied into another workspace's record does not open", async () => {
  const theirs = await install("T2");
  await installations(redis.client).save({ ...theirs, workspaceId: "T1" });
  await expect(replica().clientsOf("T1")).rejects.toMatchObject({ kind: "auth" });
});

test("the environment's token is for its own team only, or for everyone if workspaces cannot install the app", async () => {
  const { botToken, teamId } = slack;
  const both = replica({ botToken });
  expect(await tokenOf(both, teamId)).toBe(botToken);
  await expect(both.clientsOf("T1")).rejects.toMatchObject({ kind: "auth" });
  expect(await both.ownership.isOperators(teamId)).toBe(true);
  expect(await both.ownership.isOperators("T1")).toBe(false);

  const alone = replica({ botToken, isInstallable: false });
  expect(await tokenOf(alone, "T1")).toBe(botToken);
  expect(await alone.ownership.isOperators("T1")).toBe(true);

  const none = replica({ botToken: "xoxb-unknown" });
  expect(await none.ownership.isOperators(teamId)).toBe(false);
  expect(await replica().ownership.isOperators(teamId)).toBe(false);
});

test("missing scopes of an installation are reported until it is installed again", async () => {
  const one = replica();
  await install("T1", { scopes: allScopes.filter((scope) => scope !== "files:write") });
  expect(await one.missingScopes("T1")).toEqual(["files:write"]);
  expect([await one.isAgent("T1"), await one.isAgent("T404")]).toEqual([true, false]);
  await install("T1");
  await until(async () => (await one.missingScopes("T1")).length === 0);
});

test("a messenger finds its workspace's token at each call", async () => {
  const one = replica();
  const messenger = workspaceMessengers(one.clientsOf)("T1");
  await expect(messenger.presenceIn("C0DATABAS1")).rejects.toMatchObject({ kind: "auth" });
  await install("T1", { token: slack.botToken });
  expect(await messenger.presenceIn("C0DATABAS1")).toBe("member");
  expect(await messenger.people.find("U0ADAPARK1")).toMatchObject({ name: "Ada Park" });
});

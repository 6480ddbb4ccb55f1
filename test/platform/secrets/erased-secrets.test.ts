import { createSecretKey } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startErasures } from "../../../src/features/workspace/install/erasures.ts";
import { storeAgent } from "../../../src/platform/cloud/transport/agents.ts";
import { createSecrets } from "../../../src/platform/secrets/secrets.ts";
import { createSealer } from "../../../src/platform/secrets/seal.ts";
import { vaultScheme } from "../../../src/platform/secrets/vault/exchange.ts";
import { secretsOfWorkspaces } from "../../../src/platform/secrets/workspace.ts";
import { eraseKeys } from "../../../src/platform/jobs/erase.ts";
import { installations } from "../../../src/features/workspace/install/installations.ts";
import { createStore } from "../../../src/app/store.ts";
import { type VaultServer, startVaultServer } from "./vault/server.ts";
import { contentsOf, useRedis } from "../../support/redis.ts";
import { connectedJobs } from "../../support/connected-jobs.ts";
import { until } from "../../support/until.ts";

const redis = useRedis();
let vault: VaultServer;
beforeAll(async () => void (vault = await startVaultServer()));
afterAll(() => vault.close());

/** The secrets of workspaces, kept in that Vault. */
function secretsInVault() {
  const tokens = { present: async () => vault.token, after: async () => undefined, toCheck: "nothing" };
  return secretsOfWorkspaces({
    config: {
      ownCloud: undefined,
      observability: undefined,
      storeCredentials: {},
      secretStore: "vault:kv/data/qm/{workspaceId}/",
      workspaceReferences: [],
    },
    secrets: createSecrets({
      schemes: [vaultScheme({ address: vault.url, dispatcher: storeAgent(undefined), tokens })],
    }),
    store: createStore(redis.client),
    sealer: createSealer([{ id: "k1", key: createSecretKey(Buffer.alloc(32, 1)) }]),
    isOperators: async () => false,
    newId: () => "id",
  });
}

async function erasing(secretsOf: ReturnType<typeof secretsInVault>) {
  const erasures = startErasures({
    redis: redis.client,
    jobConnections: await connectedJobs(redis.url),
    installations: installations(redis.client),
    secretsOf,
    eraseKeys: (workspaceId) => eraseKeys(redis.client, workspaceId),
    isAlive: async () => false,
    pace: { everyMs: 20, forMs: 100 },
    now: () => new Date(),
    onRedisError: () => undefined,
    log: pino({ level: "silent" }),
  });
  onTestFinished(() => erasures.close(1_000));
  return erasures;
}

test("secrets in an outside store are erased with their workspace, even if the store is away at first", async () => {
  const secretsOf = secretsInVault();
  await secretsOf("T1").keep("acme", { token: "hunter2" });
  await secretsOf("T2").keep("acme", { token: "hunter2" });
  vault.kept.set("qm/T1/by-hand", { token: "theirs" });
  vault.instead = { status: 503, errors: ["Vault is sealed"] };
  const erasures = await erasing(secretsOf);
  const ending = { workspaceId: "T1", endedAt: new Date(), isWhole: true };
  await erasures.accept(ending);
  // Only the note about what is left remains of the workspace.
  await until(async () => (await redis.client.keys("qm:{T1}:*")).join() === "qm:{T1}:kept-secrets");
  expect(vault.kept.has("qm/T1/acme-id")).toBe(true);
  vault.instead = undefined;
  await until(
    async () => (await redis.client.keys("qm:{T1}:*")).length === 0 && !vault.kept.has("qm/T1/acme-id"),
  );
  expect([...vault.kept.keys()]).toEqual(["qm/T2/acme-id", "qm/T1/by-hand"]);
  expect((await contentsOf(redis.client)).join()).not.toMatch(/hunter2/);
});

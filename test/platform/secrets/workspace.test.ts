import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { AppError } from "../../../src/lib/errors.ts";
import { envScheme, fileScheme } from "../../../src/platform/secrets/host.ts";
import { createSecrets } from "../../../src/platform/secrets/secrets.ts";
import { SealingKeys, createSealer } from "../../../src/platform/secrets/seal.ts";
import type { SecretFields, SecretScheme } from "../../../src/platform/secrets/scheme.ts";
import { secretsOfWorkspaces } from "../../../src/platform/secrets/workspace.ts";
import { createStore } from "../../../src/app/store.ts";
import { contentsOf, useRedis } from "../../support/redis.ts";
import { failure } from "../../support/failure.ts";

const redis = useRedis();
const sealer = createSealer(SealingKeys.parse(`k1:${randomBytes(32).toString("base64")}`));
const environment = {
  SLACK_BOT_TOKEN: "xoxb-hunter2",
  VAULT_TOKEN: "hvs.hunter2",
  CLOUD_KEY_ID: "key",
  TEAM_T1_KEY: "key of T1",
  TEAM_T12_KEY: "key of T12",
};

/** A Vault's secrets, by path. The policy comes before any server. */
let vault: Map<string, SecretFields>;
let ids: number;
beforeEach(() => {
  vault = new Map();
  ids = 0;
});

const vaultScheme: SecretScheme = {
  name: "vault",
  async read(locator) {
    const [path = "", field = ""] = locator.split("#");
    const secret = vault.get(path)?.[field];
    if (secret === undefined) throw new AppError("auth", "There is nothing.");
    return secret;
  },
  write: async (path, fields) => void vault.set(path, fields),
  remove: async (path) => void vault.delete(path),
};

/** T0 is the operator's own workspace. */
function secretsOf(workspaceId: string, given: { store?: string; references?: string[] } = {}) {
  return secretsOfWorkspaces({
    config: {
      ownCloud: {
        keyIdRef: "env:CLOUD_KEY_ID",
        keySecretRef: "env:CLOUD_KEY_SECRET",
        newPasswordsRef: undefined,
      },
      observability: undefined,
      storeCredentials: { VAULT_TOKEN_REF: "env:VAULT_TOKEN" },
      secretStore: given.store,
      workspaceReferences: given.references ?? [],
    },
    secrets: createSecrets({ schemes: [envScheme(environment), fileScheme, vaultScheme] }),
    store: createStore(redis.client),
    sealer,
    isOperators: async (id) => id === "T0",
    newId: () => `id-${(ids += 1)}`,
  })(workspaceId);
}

const prefixes = [
  "vault:kv/data/teams/{workspaceId}/",
  "env:TEAM_{workspaceId}_",
  "file:/run/teams/{workspaceId}/",
];

describe("what a workspace keeps", () => {
  it("is sealed in Redis, each field with a reference of its own", async () => {
    const mine = secretsOf("T1");
    const kept = await mine.keep("Orders: prod", { keyId: "id", keySecret: "hunter2" });
    expect(kept).toEqual({
      keyId: "sealed:orders-prod-id-1#keyId",
      keySecret: "sealed:orders-prod-id-1#keySecret",
    });
    await expect(mine.resolve(kept["keySecret"] ?? "")).resolves.toBe("hunter2");
    expect((await contentsOf(redis.client)).join()).not.toContain("hunter2");
  });

  it("is written to the operator's store, under the workspace's own prefix", async () => {
    const mine = secretsOf("T1", { store: "vault:kv/data/qm/{workspaceId}/" });
    const kept = await mine.keep("*", { token: "hunter2" });
    expect(kept).toEqual({ token: "vault:kv/data/qm/T1/secret-id-1#token" });
    expect(vault.get("kv/data/qm/T1/secret-id-1")).toEqual({ token: "hunter2" });
    await expect(mine.resolve(kept["token"] ?? "")).resolves.toBe("hunter2");
    expect((await contentsOf(redis.client)).join()).not.toContain("hunter2");
  });

  it.each([undefined, "vault:kv/data/qm/{workspaceId}/"])(
    "is deleted by discarding it, and nothing else is: %s",
    async (store) => {
      const given = { references: prefixes, ...(store && { store }) };
      const mine = secretsOf("T1", given);
      vault.set("kv/data/teams/T1/own", { key: "theirs" });
      const [one, two, three] = [
        await mine.keep("one", { key: "1" }),
        await mine.keep("two", { key: "2" }),
        await secretsOf("T2", given).keep("three", { key: "3" }),
      ].map(({ key = "" }) => key);
      await mine.discard([one ?? "", three ?? "", "vault:kv/data/teams/T1/own#key", "env:TEAM_T1_KEY"]);
      expect((await failure(mine.resolve(one ?? ""))).kind).toBe("auth");
      await expect(mine.resolve(two ?? "")).resolves.toBe("2");
      await expect(secretsOf("T2", given).resolve(three ?? "")).resolves.toBe("3");
      await expect(mine.resolve("vault:kv/data/teams/T1/own#key")).resolves.toBe("theirs");
      await mine.discardAll();
      expect((await failure(mine.resolve(two ?? ""))).kind).toBe("auth");
      await expect(mine.resolve("vault:kv/data/teams/T1/own#key")).resolves.toBe("theirs");
    },
  );
});

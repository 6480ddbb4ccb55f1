import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runAppProcess, startAppProcess } from "../../support/app-process.ts";
import { useRedis } from "../../support/redis.ts";
import { type VaultServer, startVaultServer } from "./vault/server.ts";

const redis = useRedis();
let vault: VaultServer;
let environment: Record<string, string>;

beforeAll(async () => {
  vault = await startVaultServer();
  environment = {
    REDIS_URL: redis.url,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString("base64")}`,
    SLACK_SIGNING_SECRET: "signing-secret",
    SLACK_BOT_TOKEN: "xoxb-1",
    SLACK_API_URL: "http://127.0.0.1:1/api/",
    CLOUD_BASE_URL: "http://127.0.0.1:1",
    CLOUD_ORGANIZATION_ID: "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10",
    CLOUD_KEY_ID_REF: "vault:kv/data/cloud#id",
    CLOUD_KEY_SECRET_REF: "vault:kv/data/cloud#secret",
    VAULT_ADDR: vault.url,
    VAULT_TOKEN_REF: "env:TEST_VAULT_TOKEN",
    TEST_VAULT_TOKEN: vault.token,
  };
});
beforeEach(() => {
  vault.instead = undefined;
  vault.kept.set("cloud", { id: "key", secret: "hunter2" });
});
afterAll(() => vault.close());

test("the app starts with its cloud key in a Vault", async () => {
  await using app = await startAppProcess(environment);
  expect(app.output()).not.toMatch(/cannot be read|hunter2/);
});

test("a secret that is missing in the Vault stops the start with a message", async () => {
  vault.kept.set("cloud", { id: "key" });
  const { code, output } = await runAppProcess({ ...environment, PORT: "0" });
  expect(code).toBe(1);
  expect(output).toBe(
    "Quartermaster can't start because it can't read these secrets:\n- CLOUD_KEY_SECRET_REF: vault:kv/data/cloud#secret has no such field. Add it, or correct the reference.\n",
  );
});

test("a missing token is reported for each secret that needs it", async () => {
  const { TEST_VAULT_TOKEN: _token, ...rest } = environment;
  const { code, output } = await runAppProcess({ ...rest, PORT: "0" });
  expect(code).toBe(1);
  for (const setting of ["CLOUD_KEY_ID_REF", "CLOUD_KEY_SECRET_REF", "VAULT_TOKEN_REF"]) {
    expect(output).toContain(`- ${setting}: TEST_VAULT_TOKEN is not set.`);
  }
});

test("a Vault that is away does not stop the start, and is logged", async () => {
  vault.instead = { status: 503, errors: ["Vault is sealed"] };
  await using app = await startAppProcess(environment);
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  expect(app.output()).toContain("can't read CLOUD_KEY_SECRET_REF yet");
  expect(app.output()).toContain("The Vault is sealed.");
});

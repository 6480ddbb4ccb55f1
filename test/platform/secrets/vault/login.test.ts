import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { envScheme } from "../../../../src/platform/secrets/host.ts";
import { storeAgent } from "../../../../src/platform/cloud/transport/agents.ts";
import { createSecrets } from "../../../../src/platform/secrets/secrets.ts";
import { type VaultLogin, vaultTokens } from "../../../../src/platform/secrets/vault/login.ts";
import { vaultScheme } from "../../../../src/platform/secrets/vault/exchange.ts";
import { failure } from "../../../support/failure.ts";
import { told } from "../conformance.ts";
import { type VaultServer, startVaultServer } from "./server.ts";

const secret = "kv/data/acme#secret";
const byRole: VaultLogin = {
  by: "approle",
  roleId: "role-1",
  secretIdRef: "env:VAULT_SECRET_ID",
  mount: "teams/approle",
};
const rolePath = "auth/teams/approle/login";
const renewPath = "auth/token/renew-self";

let server: VaultServer;
let folder: string;
let nowMs: number;
beforeAll(async () => {
  server = await startVaultServer();
  folder = await mkdtemp(join(tmpdir(), "vault-"));
});
beforeEach(() => {
  nowMs = 0;
  server.kept.set("acme", { secret: "s3cret" });
  server.logins.set(rolePath, { role_id: "role-1", secret_id: "hunter2" });
  Object.assign(server, {
    instead: undefined,
    token: "hvs.none",
    lease: { lease_duration: 60, renewable: true },
  });
  server.asked.length = 0;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function schemeWith(login: VaultLogin, environment: Record<string, string> = { VAULT_SECRET_ID: "hunter2" }) {
  const local = createSecrets({ schemes: [envScheme(environment)] });
  const vault = { address: server.url, timeoutMs: 1_000, dispatcher: storeAgent(undefined) };
  return vaultScheme({ ...vault, tokens: vaultTokens(vault, login, local, () => nowMs) });
}

describe("a Vault that the app logs in to", () => {
  it("has one login for all callers at the same time", async () => {
    const scheme = schemeWith(byRole);
    await Promise.all([scheme.read(secret), scheme.read(secret), scheme.read(secret)]);
    await scheme.read(secret);
    expect(server.asked).toEqual([rolePath]);
  });

  it("renews the token before it expires", async () => {
    const scheme = schemeWith(byRole);
    await scheme.read(secret);
    nowMs = 39_000;
    await scheme.read(secret);
    nowMs = 41_000;
    await Promise.all([scheme.read(secret), scheme.read(secret)]);
    nowMs = 79_000;
    await expect(scheme.read(secret)).resolves.toBe("s3cret");
    expect(server.asked).toEqual([rolePath, renewPath]);
  });

  it("has a new login if the token cannot be renewed", async () => {
    server.lease.renewable = false;
    const scheme = schemeWith(byRole);
    await scheme.read(secret);
    nowMs = 41_000;
    await scheme.read(secret);
    expect(server.asked).toEqual([rolePath, rolePath]);
  });

  it("has a new login after the token expired or was refused", async () => {
    const scheme = schemeWith(byRole);
    await scheme.read(secret);
    nowMs = 60_000;
    await scheme.read(secret);
    nowMs = 71_000;
    server.token = "hvs.revoked";
    await Promise.all([scheme.read(secret), scheme.read(secret)]);
    expect(server.asked).toEqual([rolePath, rolePath, rolePath]);
  });

  it("has no repeated logins for a request that its policies do not allow", async () => {
    const scheme = schemeWith(byRole);
    await scheme.read(secret);
    server.token = "hvs.other";
    expect(await told(scheme.read(secret))).toBe(
      "auth: The Vault doesn't let this app read vault:kv/data/acme#secret. Check that the policies of the role in VAULT_ROLE_ID and VAULT_SECRET_ID_REF allow it.",
    );
    expect(server.asked).toEqual([rolePath]);
  });

  it("keeps a token without an expiry", async () => {
    server.lease.lease_duration = 0;
    const scheme = schemeWith(byRole);
    await scheme.read(secret);
    nowMs = 10 ** 12;
    await scheme.read(secret);
    expect(server.asked).toEqual([rolePath]);
  });

  it("is read with the present token while renewing it fails", async () => {
    const scheme = schemeWith(byRole);
    await scheme.read(secret);
    nowMs = 45_000;
    server.instead = { status: 503, errors: ["Vault is sealed"] };
    expect((await failure(scheme.read(secret))).message).toMatch(/^The Vault is sealed\./);
    server.instead = undefined;
    await expect(scheme.read(secret)).resolves.toBe("s3cret");
  });

  it("gets the present secret id, and no error contains it", async () => {
    const environment = { VAULT_SECRET_ID: "hunter2-old" };
    const scheme = schemeWith(byRole, environment);
    const error = await failure(scheme.read(secret));
    expect([error.kind, error.message]).toEqual([
      "auth",
      "The Vault doesn't let this app in (status 400). Check VAULT_ROLE_ID and VAULT_SECRET_ID_REF, and that this way to log in is enabled there.",
    ]);
    expect(inspect(error, { depth: null })).not.toContain("hunter2");
    environment.VAULT_SECRET_ID = "hunter2";
    await expect(scheme.read(secret)).resolves.toBe("s3cret");
  });

  it("takes the token of a pod's service account, which is read for each login", async () => {
    const tokenFile = join(folder, "token");
    const path = "auth/kubernetes/login";
    server.lease.renewable = false;
    const scheme = schemeWith({ by: "kubernetes", role: "qm", tokenFile, mount: "kubernetes" });
    for (const jwt of ["first.pod.token", "second.pod.token"]) {
      nowMs += 60_000;
      await writeFile(tokenFile, jwt);
      server.logins.set(path, { role: "qm", jwt });
      await expect(scheme.read(secret)).resolves.toBe("s3cret");
    }
    expect(server.asked).toEqual([path, path]);
  });
});

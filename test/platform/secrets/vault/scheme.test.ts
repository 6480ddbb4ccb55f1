import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { storeAgent } from "../../../../src/platform/cloud/transport/agents.ts";
import { envScheme } from "../../../../src/platform/secrets/host.ts";
import { createSecrets } from "../../../../src/platform/secrets/secrets.ts";
import { vaultTokens } from "../../../../src/platform/secrets/vault/login.ts";
import { vaultScheme } from "../../../../src/platform/secrets/vault/exchange.ts";
import { failure } from "../../../support/failure.ts";
import { describeSecretScheme, describeSecretWriting, told } from "../conformance.ts";
import { type VaultServer, startVaultServer } from "./server.ts";

const dispatcher = storeAgent(undefined);

function schemeFor(address: string, environment: Record<string, string>, namespace?: string) {
  return vaultScheme({ address, dispatcher, namespace, tokens: tokensIn(environment) });
}

/** The tokens of VAULT_TOKEN_REF, which need no request to the Vault. */
function tokensIn(environment: Record<string, string>) {
  const local = createSecrets({ schemes: [envScheme(environment)] });
  return vaultTokens({ address: "", dispatcher }, { by: "token", tokenRef: "env:VAULT_TOKEN" }, local);
}

async function start() {
  const server = await startVaultServer();
  return {
    scheme: schemeFor(server.url, { VAULT_TOKEN: server.token }),
    async keep(locator: string, secret: string) {
      const [, path = "", field = ""] = /^kv\/data\/(.+)#(.+)$/.exec(locator) ?? [];
      server.kept.set(path, { ...server.kept.get(path), [field]: secret });
    },
    locators: {
      kept: "kv/data/acme/cloud#secret",
      empty: "kv/data/acme/cloud#empty",
      missing: "kv/data/acme/none#secret",
      malformed: "hunter2#secret",
    },
    away: () => server.close(),
    close: () => server.close(),
    writable: { target: "kv/data/databases/orders-prod", malformed: "kv/data/hunter2#password" },
  };
}
describeSecretScheme("vault", start);
describeSecretWriting("vault", start);

describe("a Vault", () => {
  const secret = "kv/data/acme#secret";
  let server: VaultServer;
  beforeAll(async () => void (server = await startVaultServer()));
  beforeEach(() => {
    server.kept.set("acme", { secret: "s3cret", number: 7 });
    Object.assign(server, { token: "hvs.good", namespace: undefined, instead: undefined });
  });
  afterAll(() => server.close());

  const scheme = (environment = { VAULT_TOKEN: "hvs.good" }) => schemeFor(server.url, environment);

  it("is asked in its namespace", async () => {
    server.namespace = "teams/data";
    const inside = schemeFor(server.url, { VAULT_TOKEN: "hvs.good" }, "teams/data");
    await expect(inside.read(secret)).resolves.toBe("s3cret");
    expect((await failure(scheme().read(secret))).kind).toBe("auth");
  });

  it("is asked again with the present token if it refuses the cached one", async () => {
    const environment = { VAULT_TOKEN: "hvs.good" };
    const renewed = scheme(environment);
    await renewed.read(secret);
    server.token = environment.VAULT_TOKEN = "hvs.renewed";
    await expect(renewed.read(secret)).resolves.toBe("s3cret");
  });

  it("finds a path with special characters", async () => {
    server.kept.set("acme/ünï%2fcödé", { secret: "s3cret" });
    await expect(scheme().read("kv/data/acme/ünï%2fcödé#secret")).resolves.toBe("s3cret");
  });

  it.each([
    [
      403,
      ["permission denied"],
      "auth",
      /^The Vault doesn't let this app read vault:kv\/data\/acme#secret\. Check that the token of VAULT_TOKEN_REF/,
    ],
    [404, [], "auth", /^There is nothing at vault:kv\/data\/acme#secret\./],
    [400, ["hunter2"], "auth", /^The Vault didn't read vault:kv\/data\/acme#secret \(status 400\)\. Check/],
    [
      503,
      ["Vault is sealed"],
      "upstream",
      /^The Vault is sealed\. Ask an admin to unseal it, then try again\.$/,
    ],
    [503, ["hunter2"], "upstream", /\(status 503\)\. Try again in a minute\.$/],
    [500, ["hunter2"], "upstream", /\(status 500\)\. Try again in a minute\.$/],
    [429, ["hunter2"], "upstream", /\(status 429\)\. Try again in a minute\.$/],
    [307, [], "upstream", /\(status 307\)\. Try again in a minute\.$/],
  ])("that answers %i %j fails as %3$s, with our own message", async (status, errors, kind, words) => {
    server.instead = { status, errors };
    const error = await failure(scheme().read(secret));
    expect(error.kind).toBe(kind);
    expect(error.message).toMatch(words);
    expect(inspect(error)).not.toMatch(/hunter2|hvs\.good/);
  });

  it("fails a write without repeating its content", async () => {
    server.instead = { status: 403, errors: ["hunter2"] };
    const error = await failure(scheme().write?.("kv/data/acme", { password: "hunter2" }));
    expect(error.message).toMatch(/^The Vault doesn't let this app write vault:kv\/data\/acme\./);
    expect(inspect(error)).not.toContain("hunter2");
  });

  it("names the missing store of a write", async () => {
    expect(await told(scheme().write?.("elsewhere/data/acme", { password: "hunter2" }))).toBe(
      "auth: The Vault has no store at vault:elsewhere/data/acme. Mount a KV version 2 store there, or correct the reference.",
    );
  });

  it.each([
    ["kv/data/acme#other", "vault:kv/data/acme#other has no such field. Add it, or correct the reference."],
    [
      "kv/data/acme#toString",
      "vault:kv/data/acme#toString has no such field. Add it, or correct the reference.",
    ],
    ["kv/data/acme#number", "vault:kv/data/acme#number is not text. Put the secret there as text."],
  ])("says what %s lacks", async (locator, words) => {
    expect((await failure(scheme().read(locator))).message).toBe(words);
  });

  it.each([
    "kv/data/acme",
    "kv/acme#secret",
    "data/acme#secret",
    "kv/data/#secret",
    "kv/data/../sys#x",
    "kv//data/a#x",
    "kv/data/a?b#x",
  ])("is not asked for %s, and an example is given", async (locator) => {
    expect(await told(scheme().read(locator))).toBe(
      "user: After vault: comes the path of a secret in a KV version 2 store, and to read it a field, such as vault:kv/data/acme#secret.",
    );
  });

  it("fails as upstream if it cannot be reached", async () => {
    const gone = await startVaultServer();
    await gone.close();
    const error = await failure(schemeFor(gone.url, { VAULT_TOKEN: "hvs.good" }).read(secret));
    expect([error.kind, error.message]).toEqual([
      "upstream",
      "The Vault cannot be reached. Try again in a minute; if it happens again, ask an admin to check VAULT_ADDR.",
    ]);
    expect(inspect(error)).not.toContain("hvs.good");
  });

  it("fails as upstream if it does not answer", async () => {
    server.instead = null;
    const hasty = vaultScheme({
      address: server.url,
      dispatcher,
      tokens: tokensIn({ VAULT_TOKEN: "hvs.good" }),
      timeoutMs: 50,
    });
    expect(await told(hasty.read(secret))).toBe(
      "upstream: The Vault didn't answer within 0.05 seconds. Try again in a minute; if it happens again, ask an admin to check VAULT_ADDR.",
    );
  });

  it("names the setting to check if the server is not a Vault", async () => {
    server.instead = { status: 200, errors: [] };
    expect((await failure(scheme().read(secret))).message).toBe(
      "vault:kv/data/acme#secret is not in a KV version 2 store. Give a path with data/ after the store's own.",
    );
  });

  it("names the missing settings if there is none", async () => {
    expect((await failure(vaultScheme(undefined).read(secret))).message).toBe(
      "No Vault is set up. Set VAULT_ADDR and VAULT_TOKEN_REF, and start again.",
    );
  });

  it("names the reference if its token is missing", async () => {
    expect((await failure(schemeFor(server.url, {}).read(secret))).message).toBe(
      "VAULT_TOKEN is not set. Set it in the environment or in .env, which are read at the start (env:VAULT_TOKEN).",
    );
  });
});

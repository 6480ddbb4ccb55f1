import { generateKeyPairSync } from "node:crypto";
import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { envScheme } from "../../../../src/platform/secrets/host.ts";
import { storeAgent } from "../../../../src/platform/cloud/transport/agents.ts";
import { gcpScheme } from "../../../../src/platform/secrets/gcp/scheme.ts";
import { createSecrets } from "../../../../src/platform/secrets/secrets.ts";
import { failure } from "../../../support/failure.ts";
import { describeSecretScheme, describeSecretWriting, told } from "../conformance.ts";
import { type GcpServer, startGcpServer } from "./server.ts";
import { rowsIn } from "../../../support/rows.ts";

const { publicKey, privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2_048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const email = "qm@acme.iam.gserviceaccount.com";

function schemeFor(
  { url }: Pick<GcpServer, "url">,
  {
    key,
    project,
    now = Date.now,
    timeoutMs,
  }: { key?: string; project?: string; now?: () => number; timeoutMs?: number } = {},
) {
  const local = createSecrets({ schemes: [envScheme({ GCP_KEY: key })] });
  return gcpScheme({
    endpointUrl: url,
    metadataUrl: url,
    keyRef: key === undefined ? undefined : "env:GCP_KEY",
    project,
    timeoutMs,
    dispatcher: storeAgent(undefined),
    straight: storeAgent(undefined),
    local,
    now,
  });
}

const keyFor = ({ url }: Pick<GcpServer, "url">, facts: object = {}) =>
  JSON.stringify({
    type: "service_account",
    project_id: "acme",
    private_key: privateKey,
    client_email: email,
    token_uri: `${url}/token`,
    ...facts,
  });

async function start() {
  const server = await startGcpServer();
  return {
    scheme: schemeFor(server),
    async keep(locator: string, secret: string) {
      const [name = "", field] = locator.split("#");
      const text = field === undefined ? secret : JSON.stringify({ [field]: secret });
      server.kept.set(`projects/machine-project/secrets/${name}`, Buffer.from(text));
    },
    locators: {
      kept: "acme-cloud",
      empty: "acme-empty",
      missing: "acme-none",
      malformed: "hunter2 with spaces",
    },
    writable: { target: "databases-orders", malformed: "databases-hunter2#password" },
    away: () => server.close(),
    close: () => server.close(),
  };
}
describeSecretScheme("gcp", start);
describeSecretWriting("gcp", start);

describe("Google Cloud's Secret Manager", () => {
  let server: GcpServer;
  beforeAll(async () => void (server = await startGcpServer()));
  beforeEach(() => {
    Object.assign(server, {
      instead: undefined,
      account: { publicKey, email },
      token: "ya29.none",
      expiresIn: 3_600,
    });
    server.asked.length = 0;
    server.kept.set("projects/acme/secrets/cloud", Buffer.from('{"secret":"s3cret"}'));
  });
  afterAll(() => server.close());

  it("takes a service account's key, and gives one token to all readers at once", async () => {
    const scheme = schemeFor(server, { key: keyFor(server) });
    await expect(scheme.read("cloud#secret")).resolves.toBe("s3cret");
    await Promise.all([scheme.read("cloud#secret"), scheme.read("cloud#secret")]);
    expect(server.asked.filter((each) => each === "POST /token")).toHaveLength(1);
  });

  it("finds the secrets of another project", async () => {
    const scheme = schemeFor(server);
    await expect(scheme.read("projects/acme/secrets/cloud#secret")).resolves.toBe("s3cret");
    await expect(schemeFor(server, { project: "acme" }).read("cloud#secret")).resolves.toBe("s3cret");
  });

  it("gives another token before one expires, and after it refused one", async () => {
    const clock = { now: 0 };
    const scheme = schemeFor(server, { key: keyFor(server), now: () => clock.now });
    await scheme.read("cloud#secret");
    clock.now = 2_500_000;
    await scheme.read("cloud#secret");
    clock.now = 2_600_000;
    server.token = "ya29.revoked";
    await expect(scheme.read("cloud#secret")).resolves.toBe("s3cret");
    expect(server.asked.filter((each) => each === "POST /token")).toHaveLength(3);
  });

  it("creates a secret if there is none, and otherwise adds a version", async () => {
    const scheme = schemeFor(server, { project: "acme" });
    await scheme.write?.("new", { password: "first" });
    await scheme.write?.("new", { password: "second" });
    expect(server.asked.filter((each) => each.startsWith("POST"))).toEqual([
      "POST /v1/projects/acme/secrets/new:addVersion",
      "POST /v1/projects/acme/secrets?secretId=new",
      "POST /v1/projects/acme/secrets/new:addVersion",
      "POST /v1/projects/acme/secrets/new:addVersion",
    ]);
    await expect(scheme.read("new#password")).resolves.toBe("second");
  });

  it.each(
    rowsIn(`
      403 | auth | Google Cloud doesn't let this app read gcp:cloud (status 403). Check the roles of its service account.
      404 | auth | There is nothing at gcp:cloud. Put the secret there, or correct the reference.
      400 | auth | Google Cloud didn't read gcp:cloud (status 400). Check that its latest version is enabled, or correct the reference.
      429 | upstream | Google Cloud couldn't read gcp:cloud right now (status 429). Try again in a minute.
      503 | upstream | Google Cloud couldn't read gcp:cloud right now (status 503). Try again in a minute.
    `),
  )("that answers %s fails as %s, with our own message", async (status, kind, words) => {
    server.instead = { status: Number(status), message: "hunter2 of qm@acme.iam.gserviceaccount.com" };
    const error = await failure(schemeFor(server, { key: keyFor(server) }).read("cloud"));
    expect([error.kind, error.message]).toEqual([kind, words]);
    expect(inspect(error, { depth: null })).not.toMatch(/hunter2|qm@acme|ya29/);
  });

  it("fails a write without repeating its content", async () => {
    server.instead = { status: 403, message: "hunter2" };
    const error = await failure(schemeFor(server).write?.("cloud", { password: "hunter2" }));
    expect(error.message).toMatch(/^Google Cloud doesn't let this app write gcp:cloud/);
    expect(inspect(error, { depth: null })).not.toContain("hunter2");
  });

  it.each([
    [
      "a text",
      "hunter2-key",
      "What is at env:GCP_KEY isn't a service account's key. Put its JSON file there, as Google Cloud made it.",
    ],
    [
      "a key that is broken off",
      '{"client_email":"qm@acme","private_key":"hunter2-key"}',
      "The private key of GCP_KEY_REF cannot sign. Put the whole JSON file there.",
    ],
  ])("is not asked with %s, which is not repeated", async (_, key, words) => {
    const error = await failure(schemeFor(server, { key, project: "acme" }).read("cloud"));
    expect([error.kind, error.message]).toEqual(["auth", words]);
    expect(inspect(error, { depth: null })).not.toContain("hunter2");
  });

  it("names what to check if it refuses the account", async () => {
    server.account = undefined;
    expect(await told(schemeFor(server, { key: keyFor(server) }).read("cloud"))).toBe(
      "auth: Google Cloud doesn't let this app in (status 400). Check GCP_KEY_REF.",
    );
  });

  it("needs a project, from the setting if the key has none", async () => {
    const key = keyFor(server, { project_id: undefined });
    expect((await failure(schemeFor(server, { key }).read("cloud"))).message).toBe(
      "Google Cloud needs a project. Set GCP_PROJECT, and start again.",
    );
  });

  it.each([
    "a/b",
    "projects/acme/cloud",
    "cloud/versions/1",
    "../other",
    "cloud?x=1",
    "projects/../secrets/x",
  ])("is not asked for %s", async (locator) => {
    expect((await failure(schemeFor(server).read(locator))).kind).toBe("user");
    expect(server.asked).toEqual([]);
  });

  it("fails as upstream if it cannot be reached or does not answer", async () => {
    const gone = await startGcpServer();
    await gone.close();
    expect((await failure(schemeFor(gone, { project: "acme" }).read("cloud"))).message).toBe(
      "Google Cloud cannot be reached. Try again in a minute; if it happens again, ask an admin to check GCP_METADATA_URL.",
    );
    server.instead = null;
    expect(
      (await failure(schemeFor(server, { project: "acme", timeoutMs: 500 }).read("cloud"))).message,
    ).toBe(
      "Google Cloud didn't answer within 0.5 seconds. Try again in a minute; if it happens again, ask an admin to check GCP_ENDPOINT_URL.",
    );
  });
});

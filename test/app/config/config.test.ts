import { KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import { inspect, parseEnv } from "node:util";
import { expect, test } from "vitest";
import { readConfig } from "../../../src/app/config/config.ts";
import { AppError } from "../../../src/lib/errors.ts";
import { configurationTables, settings } from "../../../src/app/config/variables.ts";
import { rowsIn } from "../../support/rows.ts";

const complete = {
  ENCRYPTION_KEYS: `k1:${Buffer.from("encryption-keys-value-is-32-byte").toString("base64")}`,
  SLACK_SIGNING_SECRET: "signing-secret-value",
  SLACK_BOT_TOKEN: "xoxb-bot-token-value",
  CLOUD_BASE_URL: "https://api.cloud.example.com/",
  CLOUD_ORGANIZATION_ID: "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10",
  CLOUD_KEY_ID_REF: "env:CLOUD_KEY_ID",
  CLOUD_KEY_ID: "key-id-value",
  CLOUD_KEY_SECRET_REF: "file:/run/secrets/cloud_key_secret",
};

const withVault = { VAULT_ADDR: "https://vault.example.com/", VAULT_TOKEN_REF: "env:VAULT_TOKEN" };

function problems(environment: Record<string, string | undefined>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "user") throw error;
    return error.message.split("\n").slice(1);
  }
}

test("a complete environment becomes a config with the defaults filled in", () => {
  expect(readConfig(complete)).toEqual({
    port: 3000,
    drainMs: 5_000,
    publicUrl: "http://localhost:3000",
    slackApiUrl: "https://slack.com/api/",
    ownCloud: {
      baseUrl: "https://api.cloud.example.com",
      organizationId: "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10",
      keyIdRef: "env:CLOUD_KEY_ID",
      keySecretRef: "file:/run/secrets/cloud_key_secret",
      newPasswordsRef: undefined,
    },
    cloud: {
      timeoutMs: 30_000,
      settleMs: 60_000,
      requestsPerWindow: 10,
      computeCreditsPerGbHour: undefined,
      wireNames: { engineVersion: "engineVersion", credits: "Credits", observability: "observability" },
    },
    observability: undefined,
    terraform: { source: "example/cloud", resource: "cloud_service", attributes: {} },
    workspaceFile: undefined,
    pagerDutyUrl: "https://events.pagerduty.com",
    mcp: { isOn: false, isReadOnly: false },
    allowedHosts: [],
    vault: undefined,
    redis: {
      kind: "single",
      hosts: [{ host: "127.0.0.1", port: 6379 }],
      database: 0,
      isTls: false,
    },
    storeCredentials: {},
    secretStore: undefined,
    workspaceReferences: [],
    aws: { region: undefined, endpointUrl: undefined },
    rateLimits: { perPerson: 30, perWorkspace: 300 },
    retention: { auditDays: 400, incidentDays: 30, conversationMinutes: 30, draftHours: 24 },
    acceptLimits: {
      hook: { eventsPerMinute: 30_000, bytesPerMinute: 62_914_560 },
      workspace: { eventsPerMinute: 100_000, bytesPerMinute: 209_715_200 },
      bodyBytes: 16_777_216,
    },
    gcp: {
      project: undefined,
      keyRef: undefined,
      endpointUrl: "https://secretmanager.googleapis.com",
      metadataUrl: "http://metadata.google.internal",
    },
    chartPictures: "upload",
    logLevel: "info",
    secrets: {
      encryptionKeys: [{ id: "k1", key: expect.any(KeyObject) }],
      slack: { transport: "http", botToken: "xoxb-bot-token-value", signingSecret: "signing-secret-value" },
    },
  });
});

test("an app-level token enables Socket Mode and makes the signing secret unnecessary", () => {
  const { secrets } = readConfig({
    ...complete,
    SLACK_SIGNING_SECRET: undefined,
    SLACK_APP_TOKEN: "xapp-token-value",
  });
  expect(secrets.slack).toEqual({
    transport: "socket",
    botToken: "xoxb-bot-token-value",
    appToken: "xapp-token-value",
  });
});

test("an empty environment reports every missing setting at once, each with what to do", () => {
  expect(problems({})).toEqual([
    "- ENCRYPTION_KEYS is missing. Enter an id and a key of 32 random bytes: k1: followed by what `openssl rand -base64 32` prints.",
    "- SLACK_BOT_TOKEN is missing. Copy it from your Slack app: OAuth & Permissions > Bot User OAuth Token.",
    "- SLACK_APP_TOKEN is missing. Create one in your Slack app: Basic Information > App-Level Tokens. With HTTPS, set SLACK_SIGNING_SECRET instead: Basic Information > App Credentials.",
    "- CLOUD_BASE_URL is missing. Enter the address of your cloud's management API, such as https://api.cloud.example.com.",
    "- CLOUD_ORGANIZATION_ID is missing. Copy your organization's id from your cloud's console.",
    "- CLOUD_KEY_ID_REF is missing. Enter where it is stored, such as env:CLOUD_KEY_ID or file:/run/secrets/cloud_key_id.",
    "- CLOUD_KEY_SECRET_REF is missing. Enter where it is stored, such as env:CLOUD_KEY_SECRET or file:/run/secrets/cloud_key_secret.",
  ]);
});

test("the empty lines of .env.example are reported at once, with the two of the cloud's key", async () => {
  const example = await readFile(new URL("../../../.env.example", import.meta.url), "utf8");
  const given = { ...parseEnv(example), ENCRYPTION_KEYS: complete.ENCRYPTION_KEYS };
  expect(problems(given).map((line) => line.split(" ")[1])).toEqual([
    "SLACK_BOT_TOKEN",
    "SLACK_APP_TOKEN",
    "CLOUD_BASE_URL",
    "CLOUD_ORGANIZATION_ID",
    "CLOUD_KEY_ID",
    "CLOUD_KEY_SECRET",
  ]);
});

const installable = {
  ENCRYPTION_KEYS: complete.ENCRYPTION_KEYS,
  SLACK_SIGNING_SECRET: complete.SLACK_SIGNING_SECRET,
  SLACK_CLIENT_ID: "1111111111111.2222222222222",
  SLACK_CLIENT_SECRET: "client-secret-value",
  PUBLIC_URL: "https://quartermaster.example.com",
};

test("if workspaces install the app, the operator's token and cloud are optional", () => {
  const { ownCloud, secrets } = readConfig(installable);
  expect(ownCloud).toBeUndefined();
  expect(secrets.slack.botToken).toBeUndefined();
  expect(secrets.slack.install).toEqual({
    clientId: "1111111111111.2222222222222",
    clientSecret: "client-secret-value",
  });
  expect(readConfig({ ...complete, ...installable }).ownCloud?.keyIdRef).toBe("env:CLOUD_KEY_ID");
});

test("installing needs the client id, its secret, and a safe address that Slack redirects to", () => {
  const wrong = (changes: Record<string, string | undefined>) => problems({ ...installable, ...changes });
  expect(wrong({ SLACK_CLIENT_SECRET: undefined })).toEqual([
    "- SLACK_CLIENT_SECRET is missing. SLACK_CLIENT_ID needs it.",
  ]);
  expect(problems({ ...complete, SLACK_CLIENT_SECRET: "client-secret-value" })).toEqual([
    "- SLACK_CLIENT_ID is missing. SLACK_CLIENT_SECRET needs it.",
  ]);
  expect(wrong({ PUBLIC_URL: undefined })).toEqual([
    "- PUBLIC_URL is missing. SLACK_CLIENT_ID needs it: after the installation, Slack redirects people there.",
  ]);
  expect(wrong({ PUBLIC_URL: "http://quartermaster.example.com" })).toEqual([
    "- PUBLIC_URL must start with https:// because SLACK_CLIENT_ID is set. Only localhost may use http://.",
  ]);
  expect(wrong({ PUBLIC_URL: "http://localhost:3000" })).toEqual([]);
});

test("the operator's own cloud needs its whole description, and the token of its workspace", () => {
  expect(problems({ ...installable, CLOUD_BASE_URL: "https://api.cloud.example.com" })).toEqual([
    "- SLACK_BOT_TOKEN is missing. CLOUD_BASE_URL describes the cloud of its workspace only.",
    "- CLOUD_ORGANIZATION_ID is missing. CLOUD_BASE_URL needs it.",
    "- CLOUD_KEY_ID_REF is missing. CLOUD_BASE_URL needs it.",
    "- CLOUD_KEY_SECRET_REF is missing. CLOUD_BASE_URL needs it.",
  ]);
});

test.each(["", "   "])("a setting that is %j counts as missing", (value) => {
  expect(problems({ ...complete, SLACK_BOT_TOKEN: value })).toEqual([
    "- SLACK_BOT_TOKEN is missing. Copy it from your Slack app: OAuth & Permissions > Bot User OAuth Token.",
  ]);
  expect(readConfig({ ...complete, PORT: value }).port).toBe(3000);
});

test.each([
  ["PORT", "80a", "must be a whole number from 0 to 65535"],
  ["PORT", "65536", "must be a whole number from 0 to 65535"],
  ["PUBLIC_URL", "www.quartermaster.test", "must be an address that starts with https://"],
  ["REDIS_URL", "localhost:6379", "must be a Redis address"],
  ["REDIS_URL", "redis+sentinel://a,b/main", "must be a Redis address"],
  ["REDIS_URL", "redis://a,b", "names several hosts. Start it with redis-sentinel:// or redis-cluster://."],
  ["REDIS_URL", "redis://a:99999", "must name hosts with or without a port"],
  ["REDIS_URL", "redis://a/main", "must end with the number of a database"],
  ["REDIS_URL", "redis://a?tls=true", "must have nothing after a question mark"],
  ["REDIS_URL", "redis://:10%a@b", "has a user or password with a % that is not followed by two"],
  ["REDIS_URL", "redis-sentinel://a,b", "must end with the name of the master"],
  ["REDIS_URL", "redis-cluster://a,b/1", "must not name a database, because a Redis Cluster has one only"],
  ["REDIS_PASSWORD_REF", "hunter2", "must say where the secret is stored"],
  [
    "ENCRYPTION_KEYS",
    `k1:${Buffer.alloc(32, 104).toString("base64")}`,
    "must hold random keys, and the one with the id k1 is a single byte repeated",
  ],
  ["ENCRYPTION_KEYS", "k1:hunter2", "must hold 32 bytes in base64 for each key, and the one with the id k1"],
  ["SLACK_BOT_TOKEN", "xoxp-123", "must be the bot token, which starts with xoxb-"],
  ["SLACK_APP_TOKEN", "xoxb-123", "must be an app-level token, which starts with xapp-"],
  [
    "SLACK_API_URL",
    "https://user:hunter2@slack.com/api",
    "must be an address that starts with https:// or http:// and has no password in it",
  ],
  ["CLOUD_BASE_URL", "ftp://cloud.example.com", "must be an address that starts with https://"],
  ["CLOUD_ORGANIZATION_ID", "acme", "must be your organization's id, a UUID"],
  ["CLOUD_KEY_ID_REF", "4bXq0pasted", "must say where the secret is stored"],
  ["CLOUD_KEY_SECRET_REF", "4b1dpasted+secret", "must say where the secret is stored"],
  ["CLOUD_TIMEOUT_SECONDS", "601", "must be a number of seconds from 0.1 to 600, such as 30."],
  ["CLOUD_SETTLE_SECONDS", "1e3", "must be a number of seconds from 0.1 to 3600, such as 60."],
  ["CLOUD_REQUESTS_PER_10_SECONDS", "2.5", "must be a whole number from 1 to 999999, such as 10."],
  ["COMPUTE_CREDITS_PER_GB_HOUR", "0.0", "must be a number above 0, such as 0.25."],
  [
    "NEW_PASSWORDS_REF",
    "file:/run/passwords/",
    "must be the beginning of a reference that can be written to",
  ],
  ["NEW_PASSWORDS_REF", "aws:databases/#password", "must be the beginning of a reference"],
  ["AWS_REGION", "Ireland", "must be a region of AWS, such as eu-west-1."],
  ["AWS_ENDPOINT_URL", "localhost:4566", "must be an address that starts with https://"],
  ["WIRE_CREDITS", "two words", "must be one word"],
  ["SECRET_STORE", "aws:qm/", "must be sealed, or the beginning of references"],
  ["SECRET_STORE", "env:QM_{workspaceId}_", "must be sealed, or the beginning of references"],
  ["GCP_KEY_REF", '{"private_key":"x"}', "must say where the key is stored"],
  ["GCP_PROJECT", "Acme Prod", "must be the id of a project"],
  ["LOG_LEVEL", "loud", "must be one of trace, debug, info, warn, error, fatal and silent"],
])("%s refuses %j and says the rule, without repeating the value", (name, value, rule) => {
  const [problem, ...others] = problems({ ...complete, [name]: value });
  expect(others).toEqual([]);
  expect(problem).toContain(`- ${name} ${rule}`);
  expect(problem).not.toContain(value);
});

test.each([
  ["VAULT_ADDR", "vault:8200", "must be an address that starts with https://"],
  ["VAULT_TOKEN_REF", "hvs.pasted", "must say where the token is stored"],
  ["VAULT_TOKEN_REF", "vault:kv/data/vault#token", "must say where the token is stored"],
  ["VAULT_NAMESPACE", "two words", "must be the path of a namespace"],
])("%s refuses %j if a Vault is set up, without repeating the value", (name, value, rule) => {
  const [problem, ...others] = problems({ ...complete, ...withVault, [name]: value });
  expect(others).toEqual([]);
  expect(problem).toContain(`- ${name} ${rule}`);
  expect(problem).not.toContain(value);
});

test("a setting that needs a Vault reports the missing settings", () => {
  expect(
    problems({
      ...complete,
      CLOUD_KEY_ID_REF: "vault:kv/data/cloud#id",
      NEW_PASSWORDS_REF: "vault:kv/data/",
    }),
  ).toEqual([
    "- VAULT_ADDR is missing. CLOUD_KEY_ID_REF and NEW_PASSWORDS_REF need it.",
    "- VAULT_TOKEN_REF is missing. CLOUD_KEY_ID_REF and NEW_PASSWORDS_REF need it.",
  ]);
  expect(problems({ ...complete, ...withVault, VAULT_TOKEN_REF: "" })).toEqual([
    "- VAULT_TOKEN_REF is missing. VAULT_ADDR needs it.",
  ]);
  expect(problems({ ...complete, VAULT_ROLE_ID: "role-1" })).toEqual([
    "- VAULT_ADDR is missing. VAULT_ROLE_ID needs it.",
    "- VAULT_SECRET_ID_REF is missing. VAULT_ROLE_ID needs it.",
  ]);
  expect(problems({ ...complete, ...withVault, VAULT_KUBERNETES_ROLE: "qm" })).toEqual([
    "- VAULT_TOKEN_REF and VAULT_KUBERNETES_ROLE are different ways to log in to the Vault. Keep one of them.",
  ]);
  expect(problems({ ...complete, SECRET_STORE: "vault:kv/data/qm/{workspaceId}/" })).toEqual([
    "- VAULT_ADDR is missing. SECRET_STORE needs it.",
    "- VAULT_TOKEN_REF is missing. SECRET_STORE needs it.",
  ]);
});

test("the app logs in to a Vault in the given way, and people cannot name the credentials for it", () => {
  const byRole = { VAULT_TOKEN_REF: "", VAULT_ROLE_ID: "role-1", VAULT_SECRET_ID_REF: "env:SECRET_ID" };
  const byPod = { VAULT_TOKEN_REF: "", VAULT_KUBERNETES_ROLE: "qm", VAULT_LOGIN_MOUNT: "clusters/one" };
  const roleConfig = readConfig({ ...complete, ...withVault, ...byRole });
  expect(roleConfig.vault?.login).toEqual({
    by: "approle",
    roleId: "role-1",
    secretIdRef: "env:SECRET_ID",
    mount: "approle",
  });
  const podConfig = readConfig({ ...complete, ...withVault, ...byPod, GCP_KEY_REF: "file:/run/secrets/gcp" });
  const tokenFile = "/var/run/secrets/kubernetes.io/serviceaccount/token";
  expect(podConfig.vault?.login).toEqual({ by: "kubernetes", role: "qm", tokenFile, mount: "clusters/one" });
  expect([roleConfig.storeCredentials, podConfig.storeCredentials]).toEqual([
    { VAULT_SECRET_ID_REF: "env:SECRET_ID" },
    { VAULT_KUBERNETES_TOKEN_FILE: `file:${tokenFile}`, GCP_KEY_REF: "file:/run/secrets/gcp" },
  ]);
});

test("the references that workspaces may name, and those kept for them, contain their id", () => {
  const { secretStore, workspaceReferences } = readConfig({
    ...complete,
    SECRET_STORE: "aws:qm/{workspaceId}/",
    WORKSPACE_REFERENCES: "env:TEAM_{workspaceId}_, aws:teams/{workspaceId}/",
  });
  expect(secretStore).toBe("aws:qm/{workspaceId}/");
  expect(workspaceReferences).toEqual(["env:TEAM_{workspaceId}_", "aws:teams/{workspaceId}/"]);
  expect(readConfig({ ...complete, SECRET_STORE: "sealed" }).secretStore).toBeUndefined();
});

test.each(
  rowsIn(
    `
  REDIS_URL=redis://a REDIS_CA=file:/ca.pem -> REDIS_CA needs TLS: start REDIS_URL with rediss://.
  REDIS_URL=rediss-cluster://a REDIS_CERT=file:/cert.pem -> REDIS_KEY is missing. REDIS_CERT needs it.
  REDIS_URL=redis://a REDIS_SENTINEL_PASSWORD_REF=env:P -> REDIS_SENTINEL_PASSWORD_REF is for Sentinel: start REDIS_URL with redis-sentinel:// or remove it.
  REDIS_URL=redis://:hunter2@a REDIS_PASSWORD_REF=env:P -> REDIS_PASSWORD_REF and the password in REDIS_URL are two passwords. Remove one of them.
  REDIS_URL=redis://ada:hunter2@a REDIS_USERNAME=ada -> REDIS_USERNAME and the user in REDIS_URL are two users. Remove one of them.
  REDIS_URL=rediss://ada@a REDIS_IAM=elasticache:orders -> AWS_REGION is missing. REDIS_IAM needs it.
  REDIS_URL=rediss://a REDIS_IAM=memorydb:orders AWS_REGION=eu-west-1 -> REDIS_USERNAME is missing. REDIS_IAM needs it: the name of the user that AWS knows.
  REDIS_URL=redis-cluster://ada@a REDIS_IAM=elasticache:orders AWS_REGION=eu-west-1 -> REDIS_IAM needs TLS: start REDIS_URL with rediss-cluster://.
  REDIS_URL=rediss://ada:hunter2@a REDIS_IAM=elasticache:orders AWS_REGION=eu-west-1 -> REDIS_IAM takes the place of a password. Remove the password in REDIS_URL and REDIS_PASSWORD_REF.
  REDIS_URL=rediss://ada@a REDIS_IAM=orders AWS_REGION=eu-west-1 -> REDIS_IAM must be elasticache:, elasticache-serverless: or memorydb: and the name of the cache, such as elasticache:orders.
`,
    " -> ",
  ),
)(
  "the Redis settings %s do not fit together, and the problem is one sentence",
  (given = "", problem = "") => {
    const settings = Object.fromEntries(
      given.split(" ").map((each) => [each.replace(/=.*/, ""), each.replace(/^\w+=/, "")]),
    );
    expect(problems({ ...complete, ...settings })).toEqual([`- ${problem}`]);
  },
);

test("Redis is reached by an address of its kind and by references", () => {
  const several = "rediss-sentinel://ada:p%40ss@10.0.0.1,[fe80::1]:26380/main/3";
  const { redis } = readConfig({ ...complete, REDIS_URL: several, REDIS_CA: "file:/ca.pem" });
  expect({ ...redis }).toMatchObject({
    kind: "sentinel",
    hosts: [
      { host: "10.0.0.1", port: 26_379 },
      { host: "fe80::1", port: 26_380 },
    ],
    masterName: "main",
    database: 3,
    isTls: true,
    user: "ada",
    password: "p@ss",
    caRef: "file:/ca.pem",
  });
  const managed = { REDIS_URL: "rediss-cluster://a.example.com?family=0", REDIS_USERNAME: "ada" };
  const withIam = { ...managed, REDIS_IAM: "elasticache-serverless:orders", AWS_REGION: "eu-west-1" };
  expect({ ...readConfig({ ...complete, ...withIam }).redis }).toMatchObject({
    kind: "cluster",
    hosts: [{ host: "a.example.com", port: 6379 }],
    iam: { service: "elasticache", cache: "orders", isServerless: true, user: "ada", region: "eu-west-1" },
  });
});

test("people can't name the references of Redis", () => {
  const given = {
    REDIS_URL: "rediss://a",
    REDIS_PASSWORD_REF: "env:REDIS_PASSWORD",
    REDIS_CA: "file:/ca.pem",
  };
  const { storeCredentials } = readConfig({ ...complete, ...given });
  expect(storeCredentials).toEqual({ REDIS_PASSWORD_REF: "env:REDIS_PASSWORD", REDIS_CA: "file:/ca.pem" });
});

test("an observability server needs both its address and its token", () => {
  expect(problems({ ...complete, OBSERVABILITY_URL: "https://observe.example.com" })).toEqual([
    "- OBSERVABILITY_TOKEN_REF is missing. OBSERVABILITY_URL needs it.",
  ]);
  expect(problems({ ...complete, OBSERVABILITY_TOKEN_REF: "env:OBSERVABILITY_TOKEN" })).toEqual([
    "- OBSERVABILITY_URL is missing. OBSERVABILITY_TOKEN_REF needs it.",
  ]);
  const pasted = { OBSERVABILITY_URL: "https://observe.example.com", OBSERVABILITY_TOKEN_REF: "4b1dpasted" };
  expect(problems({ ...complete, ...pasted })).toEqual([
    "- OBSERVABILITY_TOKEN_REF must say where the secret is stored, such as env:OBSERVABILITY_TOKEN or file:/run/secrets/observability_token. Don't put the secret itself here.",
  ]);
});

test("optional settings are converted to the units of the code", () => {
  const { cloud, ownCloud, observability, vault, aws } = readConfig({
    ...complete,
    ...withVault,
    VAULT_NAMESPACE: "teams/data",
    OBSERVABILITY_URL: "https://observe.example.com/",
    OBSERVABILITY_TOKEN_REF: "env:OBSERVABILITY_TOKEN",
    AWS_REGION: "us-gov-west-1",
    AWS_ENDPOINT_URL: "http://127.0.0.1:4566/",
    NEW_PASSWORDS_REF: "aws:databases/",
    CLOUD_TIMEOUT_SECONDS: "1.5",
    CLOUD_SETTLE_SECONDS: "0.2",
    CLOUD_REQUESTS_PER_10_SECONDS: "100",
    COMPUTE_CREDITS_PER_GB_HOUR: "0.125",
  });
  expect(ownCloud?.newPasswordsRef).toBe("aws:databases/");
  expect(cloud).toMatchObject({
    timeoutMs: 1_500,
    settleMs: 200,
    requestsPerWindow: 100,
    computeCreditsPerGbHour: 0.125,
  });
  expect(vault).toEqual({
    address: "https://vault.example.com",
    login: { by: "token", tokenRef: "env:VAULT_TOKEN" },
    namespace: "teams/data",
  });
  expect(observability).toEqual({
    appUrl: "https://observe.example.com",
    tokenRef: "env:OBSERVABILITY_TOKEN",
  });
  expect(aws).toEqual({ region: "us-gov-west-1", endpointUrl: "http://127.0.0.1:4566" });
});

test.each(["http://127.0.0.1:4000/api", "http://127.0.0.1:4000/api/"])(
  "SLACK_API_URL %s ends with one slash",
  (url) => {
    expect(readConfig({ ...complete, SLACK_API_URL: url }).slackApiUrl).toBe("http://127.0.0.1:4000/api/");
  },
);

test("a logged config shows no secret", () => {
  const redisUrl = "redis://:redis-password-value@127.0.0.1:6379";
  const config = readConfig({ ...complete, ...installable, REDIS_URL: redisUrl });
  const { secrets } = config;
  const shown = [config, secrets, secrets.slack, secrets.slack.install, { ...config }].flatMap((value) => [
    JSON.stringify(value),
    inspect(value, { depth: null }),
  ]);
  expect(shown.join("\n")).not.toMatch(
    /signing-secret-value|bot-token-value|redis-password-value|client-secret-value/,
  );
});

test("a config cannot be changed", () => {
  const config = readConfig(complete);
  expect(
    [config, config.cloud, config.cloud.wireNames, config.secrets, config.secrets.slack].every(
      Object.isFrozen,
    ),
  ).toBe(true);
});

test("the configuration tables have one row for each setting, with its default", () => {
  const rows = configurationTables()
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  expect(rows.map((row) => row.split("`")[1])).toEqual(Object.keys(settings));
  expect(rows[0]).toBe(
    "| `PORT` | The port that the app listens on. 0 takes any free port. | `3000` | `8080` |",
  );
});

test("the example of an environment file has every setting once, and only references have a value", async () => {
  const example = await readFile(new URL("../../../.env.example", import.meta.url), "utf8");
  const assigned = [...example.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name = "", value]) => [
    name,
    value,
  ]);
  // The values that the references name.
  const named = ["CLOUD_KEY_ID", "CLOUD_KEY_SECRET"];
  expect(new Set(assigned.map(([name]) => name))).toEqual(new Set([...Object.keys(settings), ...named]));
  expect(assigned).toHaveLength(Object.keys(settings).length + named.length);
  expect(assigned.filter(([, value]) => value !== "")).toEqual([
    ["CLOUD_KEY_ID_REF", "env:CLOUD_KEY_ID"],
    ["CLOUD_KEY_SECRET_REF", "env:CLOUD_KEY_SECRET"],
  ]);
});

test("traces need the address of a collector, a share from 0 to 1, and a page with the place of the id", () => {
  expect(readConfig(complete)).toMatchObject({ traceRatio: undefined, traceUrl: undefined });
  const OTEL_EXPORTER_OTLP_ENDPOINT = "http://otel-collector:4318";
  const TRACE_URL = "https://grafana.example.com/explore?trace={trace_id}";
  expect(readConfig({ ...complete, OTEL_EXPORTER_OTLP_ENDPOINT, TRACE_URL })).toMatchObject({
    traceRatio: 0.1,
    traceUrl: TRACE_URL,
  });
  const wrong = {
    OTEL_EXPORTER_OTLP_ENDPOINT: "otel-collector:4318",
    OTEL_TRACES_SAMPLER_ARG: "10%",
    TRACE_URL: "https://grafana.example.com/explore",
  };
  expect(problems({ ...complete, ...wrong })).toEqual([
    "- OTEL_EXPORTER_OTLP_ENDPOINT must be an address that starts with https:// or http:// and has no password in it, such as http://otel-collector:4318.",
    "- OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.1.",
    "- TRACE_URL must have {trace_id} in it, where the trace's id goes.",
  ]);
});

test("a proxy is an address, may be in small letters or in a file, and never shows its password", async () => {
  expect(readConfig(complete).proxy).toBeUndefined();
  expect(readConfig({ ...complete, NO_PROXY: ".svc" }).proxy).toBeUndefined();
  const small = { https_proxy: "team:hunter2@proxy.example.com:3128", no_proxy: ".svc, 10.0.0.0/8" };
  const { proxy } = readConfig({ ...complete, ...small, HTTPS_PROXY: " ", PROXY_RESOLVES: "yes" });
  expect(proxy?.https?.href).toBe("http://team:hunter2@proxy.example.com:3128/");
  expect([proxy?.noProxy, proxy?.resolves, proxy?.http]).toEqual([[".svc", "10.0.0.0/8"], true, undefined]);
  expect(inspect(proxy) + JSON.stringify({ proxy })).not.toContain("hunter2");
  const both = { ...small, HTTPS_PROXY: "https://other.example.com" };
  expect(readConfig({ ...complete, ...both }).proxy?.https?.host).toBe("other.example.com");
});

test.each(["socks5://proxy.example.com", "http://", "http://proxy.example.com/path", "a b"])(
  "HTTPS_PROXY=%s is refused",
  (wrong) => {
    expect(problems({ ...complete, HTTPS_PROXY: wrong })).toEqual([
      "- HTTPS_PROXY must be the address of a proxy that speaks HTTP, such as http://proxy.example.com:3128.",
    ]);
  },
);

test("allowed hosts are hosts with or without a port, and nothing else of an address", () => {
  const ALLOWED_HOSTS = "Observe.Internal, 10.0.3.7:8443,[::1]:443 ,";
  expect(readConfig({ ...complete, ALLOWED_HOSTS }).allowedHosts).toEqual([
    "observe.internal",
    "10.0.3.7:8443",
    "::1:443",
  ]);
  for (const wrong of ["https://a.example", "a.example/x", "me@a.example", "*.example", "a.example:port"]) {
    expect(problems({ ...complete, ALLOWED_HOSTS: wrong })).toEqual([
      "- ALLOWED_HOSTS must be hosts with or without a port, comma-separated, such as db.internal.example.com,10.0.3.7:8443.",
    ]);
  }
});

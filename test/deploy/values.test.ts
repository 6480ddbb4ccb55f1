import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { chartFolder, example, helm, refusal } from "./render.ts";

/** The least values, without one of them: null removes a value. */
const without: readonly (readonly [object, string])[] = [
  [
    { image: { repository: "" } },
    "Set image.repository to the path of your image, such as acme/quartermaster.",
  ],
  [{ existingSecret: "" }, "Set existingSecret to the name of the Secret that has CLOUD_KEY_ID."],
  [
    { secrets: { ENCRYPTION_KEYS: null } },
    "Add ENCRYPTION_KEYS to secrets: it encrypts everything secret in Redis.",
  ],
  [
    { secrets: { REDIS_URL: null } },
    "Add REDIS_URL to secrets, or set config.REDIS_URL if the address has no password in it.",
  ],
  [
    { secrets: { SLACK_SIGNING_SECRET: null } },
    "Add SLACK_SIGNING_SECRET to secrets, or SLACK_APP_TOKEN for Socket Mode.",
  ],
  [
    { config: { PUBLIC_URL: null } },
    "Set config.PUBLIC_URL to the https address at which Slack reaches the app.",
  ],
  [
    { secrets: { SLACK_BOT_TOKEN: null } },
    "Add SLACK_BOT_TOKEN to secrets, or SLACK_CLIENT_ID to let workspaces install the app.",
  ],
  [
    { config: { CLOUD_BASE_URL: null } },
    "Set config.CLOUD_BASE_URL to the address of your cloud's management API.",
  ],
  [
    { config: { CLOUD_ORGANIZATION_ID: null } },
    "Set config.CLOUD_ORGANIZATION_ID to your organization's id in the cloud.",
  ],
  [
    { secrets: { CLOUD_KEY_ID: null } },
    "Add CLOUD_KEY_ID to secrets, or set config.CLOUD_KEY_ID_REF to where it is stored.",
  ],
  [
    { secrets: { CLOUD_KEY_SECRET: null } },
    "Add CLOUD_KEY_SECRET to secrets, or set config.CLOUD_KEY_SECRET_REF to where it is stored.",
  ],
  [{ secrets: { SLACK_CLIENT_ID: {} } }, "Add SLACK_CLIENT_SECRET to secrets: SLACK_CLIENT_ID needs it."],
  [
    { config: { CLOUD_KEY_ID_REF: "aws:cloud#id" } },
    "Remove either config.CLOUD_KEY_ID_REF or secrets.CLOUD_KEY_ID: they are the same setting.",
  ],
  [
    { config: { REDIS_URL: "redis://:hunter2@redis:6379" }, secrets: { REDIS_URL: null } },
    "Move REDIS_URL from config to your Secret and to secrets: it has a password in it.",
  ],
  [
    { config: { HTTPS_PROXY: "http://team:hunter2@proxy.example.com:3128" } },
    "Move HTTPS_PROXY from config to your Secret and to secrets: it has a password in it.",
  ],
  [{ httpRoute: { enabled: true } }, "Set httpRoute.parentRefs to the Gateway that the route belongs to."],
];

describe.skipIf(!helm)("values", () => {
  test.each(without)("%j are refused with one sentence", async (values, sentence) => {
    expect(await refusal([example("minimal")], values)).toBe(sentence);
  });

  test("a host name is needed where PUBLIC_URL has none", async () => {
    expect(await refusal([example("socket-mode")], { ingress: { enabled: true } })).toBe(
      "Set ingress.hosts to the host names that lead to the app.",
    );
  });

  test("Helm says of each value that doesn't fit the schema where it is and why", async () => {
    const said = await refusal([example("minimal")], {
      replicas: "two",
      replica: 2,
      config: { PORT: 8080, LOG_LEVLE: "info", SLACK_BOT_TOKEN: "xoxb-1" },
      secrets: { ENCRYPTION_KEYS: "k1:secret", CLOUD_KEY_ID: { value: "k1" } },
      image: { digest: "latest", pullPolicy: "Sometimes" },
      drainSeconds: -1,
      service: { port: 70_000 },
      podDisruptionBudget: { maxUnavailable: "half" },
      topologySpread: { whenUnsatisfiable: "Never" },
      probes: { liveness: { path: "/" }, startup: { periodSeconds: 2.5 } },
      metrics: { serviceMonitor: { interval: "often" } },
      runAsUser: 0,
    });
    const problems = [...said.matchAll(/- (at '(?!.*validation failed).*)/g)].map(
      ([, problem = ""]) => problem,
    );
    // Helm lists names in any order.
    const withSortedNames = problems.map((problem) =>
      problem.replace(/(?<=properties )'.*'(?= not)/, (names) => names.split(", ").toSorted().join(", ")),
    );
    expect(withSortedNames.toSorted()).toEqual([
      "at '': additional properties 'replica' not allowed",
      "at '/config': additional properties 'LOG_LEVLE', 'PORT', 'SLACK_BOT_TOKEN' not allowed",
      "at '/drainSeconds': minimum: got -1, want 0",
      "at '/image/digest': 'latest' does not match pattern '^(sha256:[a-f0-9]{64})?$'",
      "at '/image/pullPolicy': value must be one of 'Always', 'IfNotPresent', 'Never'",
      "at '/metrics/serviceMonitor/interval': 'often' does not match pattern '^([0-9]+(ms|s|m|h))+$'",
      "at '/podDisruptionBudget/maxUnavailable': 'half' does not match pattern '^[0-9]+%$'",
      "at '/probes/liveness': additional properties 'path' not allowed",
      "at '/probes/startup/periodSeconds': got number, want integer",
      "at '/replicas': got string, want integer",
      "at '/runAsUser': minimum: got 0, want 1",
      "at '/secrets/CLOUD_KEY_ID': additional properties 'value' not allowed",
      "at '/secrets/ENCRYPTION_KEYS': got string, want null or object",
      "at '/service/port': maximum: got 70,000, want 65,535",
      "at '/topologySpread/whenUnsatisfiable': value must be one of 'ScheduleAnyway', 'DoNotSchedule'",
    ]);
  });

  test("settings that extraEnv has aren't missing, and with extraEnvFrom the app itself checks", async () => {
    const fromElsewhere = { name: "REDIS_URL", valueFrom: { secretKeyRef: { name: "redis", key: "url" } } };
    const own = { secrets: { REDIS_URL: null }, extraEnv: [fromElsewhere] };
    expect(await refusal([example("minimal")], own)).toBe("");
    const all = {
      image: { repository: "acme/quartermaster" },
      extraEnvFrom: [{ secretRef: { name: "all" } }],
    };
    expect(await refusal([], all)).toBe("");
  });
});

interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
}

async function schemaOfValues(): Promise<Schema> {
  return JSON.parse(await readFile(join(chartFolder, "values.schema.json"), "utf8"));
}

/** Every value with its path. */
function valuesIn(schema: Schema, path = ""): { path: string; schema: Schema }[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const here = `${path}/${name}`;
    return [{ path: here, schema: inner }, ...valuesIn(inner, here)];
  });
}

test("every value is described in a sentence, and no value has another one in it that the schema doesn't know", async () => {
  const all = valuesIn(await schemaOfValues());
  expect(all.length).toBeGreaterThan(150);
  expect(all.filter(({ schema }) => !/^[A-Z].*[.]$/.test(schema.description ?? ""))).toEqual([]);
  const open = all.filter(({ schema }) => schema.properties && schema.additionalProperties !== false);
  // A parent chart may share values with other charts too.
  expect(open.map(({ path }) => path)).toEqual(["/global"]);
});

test("every default is in the schema, and every value of the schema has a default", async () => {
  const defaults: unknown = parse(await readFile(join(chartFolder, "values.yaml"), "utf8"));
  const schema = await schemaOfValues();
  expect(missingIn(defaults, schema)).toEqual([]);
});

/** Paths that only one of the two has. Settings and what Kubernetes defines are left open by the defaults. */
function missingIn(defaults: unknown, schema: Schema, path = ""): string[] {
  if (!schema.properties || ["/config", "/secrets", "/resources"].includes(path)) return [];
  const given = typeof defaults === "object" && defaults !== null ? Object.entries(defaults) : [];
  const names = new Set([...Object.keys(schema.properties), ...given.map(([name]) => name)]);
  return [...names].flatMap((name) => {
    const here = `${path}/${name}`;
    const inner = schema.properties?.[name];
    const entry = given.find(([key]) => key === name);
    return inner && entry ? missingIn(entry[1], inner, here) : [here];
  });
}

import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../src/app/config/config.ts";
import { settingFacts } from "../../src/app/config/setting.ts";
import { settings } from "../../src/app/config/variables.ts";
import { plainSettings, secretSettings } from "../docs/chart-schema.ts";
import { appOf, example, examples, helm, type Rendered, render } from "./render.ts";

/** What the chart sets by itself. Their values of their own are service.port, metrics and drainSeconds. */
const ofChart = ["PORT", "METRICS_PORT", "DRAIN_SECONDS"];

const exampleOf = new Map(
  Object.entries(settings).map(([name, schema]) => [name, settingFacts.get(schema)?.example ?? ""]),
);

/** Values that take any setting, because the chart doesn't know what else is given. */
const lenient = {
  image: { repository: "acme/quartermaster" },
  existingSecret: "quartermaster",
  extraEnvFrom: [{ secretRef: { name: "rest" } }],
};

test("every setting of the product can be set by the chart", () => {
  const settable = new Set([...plainSettings, ...secretSettings.map(({ setting }) => setting), ...ofChart]);
  expect(Object.keys(settings).filter((name) => !settable.has(name))).toEqual([]);
});

describe.skipIf(!helm)("settings", () => {
  let ofExamples: Rendered[][];
  beforeAll(async () => {
    ofExamples = await Promise.all(examples.map((name) => render([example(name)])));
  });

  test("each plain one becomes an environment variable with the value that was given", async () => {
    const config = Object.fromEntries(plainSettings.map((name) => [name, exampleOf.get(name)]));
    config["REDIS_URL"] = "redis://redis.example.com:6379";
    const { env } = appOf(await render([], { ...lenient, config }));
    for (const [name, value] of Object.entries(config))
      expect([name, env.get(name)?.value]).toEqual([name, value]);
  });

  test("each secret is read from its Secret, as a variable or as a file that its setting names", async () => {
    const secrets = Object.fromEntries(
      secretSettings.map(({ secret }) => [
        secret,
        { existingSecret: `of-${secret.toLowerCase()}`, key: "it" },
      ]),
    );
    const { env, pod, container } = appOf(await render([], { ...lenient, secrets }));
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([
      "/var/run/secrets/quartermaster",
    ]);
    const sources = JSON.stringify(pod.volumes);
    for (const { secret, setting, isFile } of secretSettings) {
      const name = `of-${secret.toLowerCase()}`;
      const variable = { name: setting, valueFrom: { secretKeyRef: { name, key: "it" } } };
      const file = { name: setting, value: `file:/var/run/secrets/quartermaster/${secret}` };
      expect(env.get(setting)).toEqual(isFile ? file : variable);
      const mounted = JSON.stringify({ name, items: [{ key: "it", path: secret }] });
      expect([secret, sources.includes(mounted)]).toEqual([secret, isFile]);
    }
  });

  test("a large number isn't written as a power of ten", async () => {
    const config = {
      WORKSPACE_ALERTS_PER_MINUTE: 900_000,
      CLOUD_TIMEOUT_SECONDS: 1_000_000,
      CHART_PICTURES: "",
    };
    const { env } = appOf(await render([], { ...lenient, config }));
    expect(env.get("WORKSPACE_ALERTS_PER_MINUTE")?.value).toBe("900000");
    expect(env.get("CLOUD_TIMEOUT_SECONDS")?.value).toBe("1000000");
    expect(env.has("CHART_PICTURES")).toBe(false);
  });

  test("no secret is written into an object, whichever settings are given", () => {
    const secretNames = Object.entries(settings)
      .filter(([, schema]) => settingFacts.get(schema)?.secret)
      .map(([name]) => name);
    expect(secretNames).toContain("SLACK_BOT_TOKEN");
    for (const rendered of ofExamples) {
      const { env } = appOf(rendered);
      // REDIS_URL may be plain, but then without a password.
      for (const name of secretNames)
        expect(env.get(name)?.value ?? "").toMatch(/^$|^rediss?(-\w+)?:\/\/[^@]+$/);
      expect(rendered.map(({ kind }) => kind)).not.toContain("Secret");
      const maps = JSON.stringify(rendered.filter(({ kind }) => kind === "ConfigMap"));
      for (const name of secretNames) expect(maps).not.toContain(name);
    }
  });

  test("the app takes the settings of every example", () => {
    for (const rendered of ofExamples) expect(readConfig(environmentOf(rendered)).port).toBe(3_000);
  });
});

const secretValues: Readonly<Record<string, string>> = {
  ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64")}`,
  REDIS_URL: "rediss://:hunter2@redis.example.com:6380",
  SLACK_BOT_TOKEN: "xoxb-1",
};

/** The app's environment as Kubernetes would make it, with Secrets that hold every key. */
function environmentOf(objects: readonly Rendered[]): Record<string, string> {
  const { env } = appOf(objects);
  return Object.fromEntries(
    [...env.values()].map(({ name, value }) => [
      name,
      value ?? secretValues[name] ?? exampleOf.get(name) ?? "",
    ]),
  );
}

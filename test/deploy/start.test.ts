import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";
import { startReferenceCloud } from "@quartermaster/reference-cloud";
import { freePort, startRedis } from "../../src/demo/redis.ts";
import { startSlack } from "../../src/demo/start-sandbox.ts";
import { startAppProcess } from "../support/app-process.ts";
import { sandboxEnvironment } from "../support/environment.ts";
import { until } from "../support/until.ts";
import { appOf, at, example, helm, only, podsOf, type Rendered, render } from "./render.ts";

/** Where the chart mounts secrets. */
const Projected = z.object({
  projected: z.object({
    sources: z.array(
      z.object({
        secret: z.object({
          name: z.string(),
          items: z.array(z.object({ key: z.string(), path: z.string() })),
        }),
      }),
    ),
  }),
});

/** What a node makes of a pod: environment variables, and files of secrets below a folder instead of `/`. */
async function onNode(
  objects: readonly Rendered[],
  secrets: Readonly<Record<string, Readonly<Record<string, string>>>>,
  root: string,
): Promise<Record<string, string>> {
  const { pod, container, env } = appOf(objects);
  const secretOf = (name: string, key: string) => {
    const value = secrets[name]?.[key];
    if (value === undefined) throw new Error(`The Secret ${name} has no ${key}.`);
    return value;
  };
  const mounts = new Map(container.volumeMounts.map(({ name, mountPath }) => [name, mountPath]));
  for (const volume of pod.volumes) {
    const folder = join(root, mounts.get(volume.name) ?? "");
    await mkdir(folder, { recursive: true });
    const items = Projected.parse(volume).projected.sources.flatMap(({ secret }) =>
      secret.items.map(({ key, path }) => ({ path, value: secretOf(secret.name, key) })),
    );
    for (const { path, value } of items) await writeFile(join(folder, path), value);
  }
  return Object.fromEntries(
    [...env.values()].map(({ name, value, valueFrom }) => {
      const given = valueFrom
        ? secretOf(valueFrom.secretKeyRef.name, valueFrom.secretKeyRef.key)
        : (value ?? "");
      return [name, given.replace(/^file:\//, `file:${root}/`)];
    }),
  );
}

test.skipIf(!helm)(
  "the app starts with what the chart's Deployment gives it, and helm test passes",
  async () => {
    await using running = new AsyncDisposableStack();
    const redis = await startRedis();
    running.defer(() => redis.close());
    const cloud = await startReferenceCloud();
    running.defer(() => cloud.close());
    const slack = await startSlack({ page: false });
    running.defer(() => slack.close());
    const folder = await mkdtemp(join(tmpdir(), "quartermaster-node-"));
    running.defer(() => rm(folder, { recursive: true }));

    const {
      TEST_KEY_ID = "",
      TEST_KEY_SECRET = "",
      ...sandbox
    } = sandboxEnvironment({ redis, cloud, slack });
    const objects = await render([example("minimal")], {
      config: {
        CLOUD_BASE_URL: sandbox["CLOUD_BASE_URL"],
        CLOUD_ORGANIZATION_ID: sandbox["CLOUD_ORGANIZATION_ID"],
        SLACK_API_URL: sandbox["SLACK_API_URL"],
        ALLOWED_HOSTS: sandbox["ALLOWED_HOSTS"],
      },
    });
    const secrets = {
      quartermaster: { ...sandbox, CLOUD_KEY_ID: TEST_KEY_ID, CLOUD_KEY_SECRET: TEST_KEY_SECRET },
    };
    const environment = await onNode(objects, secrets, folder);
    expect(environment).toMatchObject({ PORT: "3000", CLOUD_KEY_ID_REF: expect.stringContaining(folder) });

    // Here other tests may use the chart's ports.
    const metricsPort = String(await freePort());
    const app = running.use(
      await startAppProcess({ ...environment, PORT: "0", METRICS_PORT: metricsPort, DRAIN_SECONDS: "0" }),
    );
    await until(async () => (await fetch(`${app.url}/readyz`)).ok);
    expect(app.output()).not.toMatch(/"level":[56]0/);

    const [tester] = podsOf([only(objects, "Pod")]);
    const [command, ...words] = z.array(z.string()).parse(at(tester, "containers.0.command"));
    // The path of Node in distroless images.
    expect(command).toBe("/nodejs/bin/node");
    const ask = (url: string) => promisify(execFile)(process.execPath, [...words, url]);
    const [ready = "", metrics = ""] = z.array(z.string()).parse(at(tester, "containers.0.args"));
    expect([new URL(ready).pathname, new URL(metrics).port]).toEqual([
      "/readyz",
      environment["METRICS_PORT"],
    ]);
    expect((await ask(`${app.url}/readyz`)).stdout).toMatch(/answers 200\.\n$/);
    const metricsUrl = `http://127.0.0.1:${metricsPort}${new URL(metrics).pathname}`;
    expect((await ask(metricsUrl)).stdout).toMatch(/answers 200\.\n$/);
    // What an ingress leads to has no metrics.
    expect((await fetch(`${app.url}/metrics`)).status).toBe(404);
    await expect(ask(`${app.url}/nowhere`)).rejects.toMatchObject({ code: 1 });
  },
);

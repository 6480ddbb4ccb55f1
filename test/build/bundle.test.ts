import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle } from "../../build/bundle.ts";
import { type ReferenceCloud, startReferenceCloud } from "@quartermaster/reference-cloud";
import { type LocalRedis, freePort, startRedis } from "../../src/demo/redis.ts";
import type { LocalSlack } from "@quartermaster/local-slack";
import { startSlack } from "../../src/demo/start-sandbox.ts";
import { answerTo } from "../support/answer-to.ts";
import { type AppProcess, startAppProcess } from "../support/app-process.ts";
import { sandboxEnvironment } from "../support/environment.ts";
import { putHook } from "../support/hook.ts";
import { newToken, program } from "../support/program.ts";
import { blocksOf } from "@quartermaster/local-slack/person";
import { type SlackPerson, person } from "../support/slack-person.ts";
import { until } from "../support/until.ts";

let directory: string;
let redis: LocalRedis;
let cloud: ReferenceCloud;
let slack: LocalSlack;
let metricsPort: string;
let environment: Record<string, string>;
let app: AppProcess;
let ada: SlackPerson;

beforeAll(async () => {
  // Far from the sources and from node_modules, like the image.
  directory = await mkdtemp(join(tmpdir(), "bundle-"));
  await bundle(directory);
  [redis, cloud, slack] = await Promise.all([
    startRedis(),
    startReferenceCloud({ provisioningMs: 100 }),
    startSlack({ page: false }),
  ]);
  metricsPort = String(await freePort());
  environment = { ...sandboxEnvironment({ redis, cloud, slack }), METRICS_PORT: metricsPort, MCP: "on" };
  app = await startAppProcess(environment, join(directory, "main.js"));
  await until(async () => (await fetch(`${app.url}/readyz`)).ok);
  slack.setAppUrl(app.url);
  ada = person(slack, "Ada Park");
});
afterAll(async () => {
  await ada.leave();
  await app.end("SIGTERM");
  await Promise.all([cloud.close(), slack.close(), redis.close()]);
  await rm(directory, { recursive: true });
});

/** Runs one of the bundle's commands. */
function run(name: string, ...args: string[]) {
  return spawnSync(process.execPath, [join(directory, name), ...args], {
    env: environment,
    encoding: "utf8",
  });
}

test("the bundle answers a program, and with --read-only lets it propose nothing", async () => {
  const token = await newToken(ada, "bundle", "propose");
  const toolsAt = async (url: string) => {
    await using client = await program(url, token, "2026");
    return (await client.listTools()).tools.map(({ name }) => name);
  };
  expect(await toolsAt(app.url)).toContain("propose_command");
  await using readOnly = await startAppProcess(
    { ...environment, METRICS_PORT: "0" },
    join(directory, "main.js"),
    "--read-only",
  );
  await until(async () => (await fetch(`${readOnly.url}/readyz`)).ok);
  const tools = await toolsAt(readOnly.url);
  expect(tools).toContain("services_list");
  expect(tools).not.toContain("propose_command");
});

test("the bundle answers a command, and shows an alert", async () => {
  await ada.command("databases", "/db help");
  await ada.waitForMessage("databases", "/db create");
  const channelId = slack.channels.find(({ name }) => name === "databases")?.id ?? "";
  const { url, secret } = await putHook(redis.url, slack.teamId, { channelId, publicUrl: app.url });
  const sent = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}` },
    body: '{"title":"Disk almost full"}',
  });
  expect(sent.status).toBe(202);
  await ada.waitForMessage("databases", "Disk almost full");
});

test("the bundle draws pictures in a worker of its own, with the renderer and the fonts beside it", async () => {
  await until(async () => {
    const costs = await answerTo(ada, "/db costs last 7 days", "What changed most");
    return blocksOf(costs).some(({ type }) => type === "image");
  });
});

test("the bundle loads later what a start doesn't need", async () => {
  expect(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()).toContain("qm_hook_request");
  // Chrono reads these days.
  await answerTo(ada, "/db costs since 2 weeks ago", "What changed most");
  // What people said stands in a file beside it.
  await answerTo(ada, "/db which services do we have?", "services");
  const aws = { ...environment, CLOUD_KEY_ID_REF: "aws:a", AWS_REGION: "eu-west-1" };
  const refused = spawnSync(process.execPath, [join(directory, "main.js")], {
    env: { ...aws, PORT: "0", METRICS_PORT: "0", AWS_EC2_METADATA_DISABLED: "true" },
    encoding: "utf8",
    timeout: 60_000,
  });
  expect(refused.stderr).toContain("AWS doesn't let this app");
});

test("the bundle's commands are those of the sources", async () => {
  expect(run("keys.js", "list").stdout).toContain("test (encrypts and decrypts)");
  expect(run("manifest.js", "--socket").stdout).toBe(await readFile("manifest.socket.yml", "utf8"));
});

test("all that a start loads is in one file", async () => {
  const loaded = new Set<string>();
  async function load(name: string): Promise<void> {
    loaded.add(name);
    const code = await readFile(join(directory, name), "utf8");
    const imports = [...code.matchAll(/^(?:import|export) .*?"\.\/([\w-]+\.js)";$/gm)];
    for (const [, next = ""] of imports) if (!loaded.has(next)) await load(next);
  }
  await load("start.js");
  expect([...loaded]).toEqual(["start.js", "app.js", "rolldown-runtime.js"]);
});

test("every file of the bundle is ASCII or no text, and every package in it has its licence there", async () => {
  const scripts = (await readdir(directory)).filter((name) => name.endsWith(".js"));
  const texts = await Promise.all(scripts.map((name) => readFile(join(directory, name), "utf8")));
  expect(scripts.filter((_, index) => /[^\0-\x7f]/.test(texts[index] ?? ""))).toEqual([]);
  const licenses = await readFile(join(directory, "LICENSES.txt"), "utf8");
  for (const name of ["@fontsource/inter", "@resvg/resvg-wasm", "@slack/bolt", "bullmq", "zod"]) {
    expect(licenses).toContain(`${name} `);
  }
});

test("a stack of the bundle names the functions, and npm run where names the sources", async () => {
  const code = await readFile(join(directory, "app.js"), "utf8");
  const lines = code.split("\n");
  const line = lines.findIndex((each) => each.includes("function startApp("));
  expect(line).toBeGreaterThan(0);
  const stack = `    at startApp (file:///app/dist/app.js:${line + 1}:1)\n    at main (node:internal/x.js:1:2)\n`;
  const found = spawnSync(process.execPath, ["build/where.ts", directory], {
    input: stack,
    encoding: "utf8",
  });
  expect(found.stdout).toMatch(
    /at startApp \(src\/app\/app\.ts:\d+:\d+\)\n {4}at main \(node:internal\/x\.js:1:2\)/,
  );
});

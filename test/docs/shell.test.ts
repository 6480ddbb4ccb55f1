import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { type ReferenceCloud, startReferenceCloud } from "@quartermaster/reference-cloud";
import { type LocalRedis, freePort, startRedis } from "../../src/demo/redis.ts";
import type { LocalSlack } from "@quartermaster/local-slack";
import { startSlack } from "../../src/demo/start-sandbox.ts";
import { person } from "../support/slack-person.ts";
import { signedHeaders } from "../support/signed-request.ts";
import { jobPrefixOf } from "../../src/platform/redis/keys.ts";
import { startRedisOf } from "../support/redis-kinds/start.ts";
import { until } from "../support/until.ts";
import { blocksOf, readPages } from "./pages.ts";
import { type Copy, copyProject } from "./shell.ts";

const blocks = (await readPages()).flatMap(blocksOf);
const root = join(import.meta.dirname, "../..");

let redis: LocalRedis;
let cloud: ReferenceCloud;
let slack: LocalSlack | undefined;
let copy: Copy;

beforeAll(async () => {
  [redis, cloud, copy] = await Promise.all([startRedis(), startReferenceCloud(), copyProject()]);
  await copy.run(install);
});
afterAll(() => Promise.all([redis.close(), cloud.close(), copy[Symbol.asyncDispose]()]));
afterEach(async () => {
  await rm(join(copy.path, ".env"), { force: true });
  await slack?.close();
  slack = undefined;
});

/** The blocks that are run as they are. Equal ones are run once. */
const shown = blocks.filter(({ info }) => info === "sh" || info === "sh cloud");

function blockWith(text: string): string {
  const found = shown.find(({ code }) => code.includes(text));
  if (!found) throw new Error(`No page shows ${text}.`);
  return found.code;
}

/** The one block of this kind. */
function only(info: string): string {
  const [found, another] = blocks.filter((block) => block.info === info);
  if (!found || another) throw new Error(`There is not one block ${info}.`);
  return found.code;
}

/** What a person fills in: the values of lines that `.env` has already. */
async function fillIn(values: Record<string, string>): Promise<void> {
  const file = join(copy.path, ".env");
  let text = await readFile(file, "utf8");
  for (const [name, value] of Object.entries(values)) {
    const lines = text.split(`\n${name}=\n`);
    if (lines.length !== 2) throw new Error(`.env.example has no empty ${name}.`);
    text = lines.join(`\n${name}=${value}\n`);
  }
  await writeFile(file, text);
}

function cloudValues(): Record<string, string> {
  const [organization] = cloud.organizations;
  if (!organization) throw new Error("The cloud has no organization.");
  return {
    CLOUD_BASE_URL: cloud.url,
    CLOUD_ORGANIZATION_ID: organization.organizationId,
    CLOUD_KEY_ID: organization.keyId,
    CLOUD_KEY_SECRET: organization.keySecret,
  };
}

/** What differs from a real installation: where Slack and Redis are, and a port that is free. */
function here({ apiUrl }: LocalSlack): Record<string, string> {
  return { SLACK_API_URL: apiUrl, REDIS_URL: redis.url, PORT: "0" };
}

const install = blockWith("npm ci\n");
const writeSettings = blockWith(".env.example > .env");
const startApp = blockWith("npm start");
const printManifest = blockWith("npm run -s manifest");
const backUp = blockWith("--rdb quartermaster.rdb");
const checkCloud = blockWith("npm run -s check-cloud\n");
const startCloud = blockWith("-w packages/reference-cloud -- --port");

test("the README's steps for Socket Mode end with an app that answers", async () => {
  slack = await startSlack({ page: false, manifestPath: join(root, "manifest.socket.yml") });
  await copy.run(writeSettings);
  await fillIn({ SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken, ...cloudValues() });
  await using app = await copy.serve(startApp, /"msg":"listening"/, here(slack));
  await using sam = person(slack, "Sam Rivera");
  await sam.command("databases", "/db help");
  await sam.waitForMessage("databases", "/db create");
  expect(app.output()).not.toMatch(/"level":[56]0|"from":"slack"/);
});

test("the README's steps for HTTPS end with an app that answers, and is ready", async () => {
  const manifestPath = join(copy.path, "printed.yml");
  await writeFile(manifestPath, await copy.run(printManifest));
  slack = await startSlack({ page: false, manifestPath });
  await copy.run(writeSettings);
  await fillIn({
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    PUBLIC_URL: "https://quartermaster.example.com",
    ...cloudValues(),
  });
  await using app = await copy.serve(startApp, /"msg":"listening"/, here(slack));
  expect(app.output()).toContain("https://quartermaster.example.com/slack/events");
  const [, port] = /"port":(\d+)/.exec(app.output()) ?? [];
  await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok);
  expect(await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()).toEqual({ status: "ready" });
  expect(await verified(`http://127.0.0.1:${port}`, slack.signingSecret)).toBe(true);
  slack.setAppUrl(`http://127.0.0.1:${port}`);
  await using sam = person(slack, "Sam Rivera");
  await sam.command("databases", "/db help");
  await sam.waitForMessage("databases", "/db create");
});

test("the command that checks the cloud needs only the cloud's part of .env", async () => {
  await copy.run(writeSettings);
  await fillIn(cloudValues());
  expect(await copy.run(checkCloud)).toMatch(/I can see 2 services.*Nothing is left to do/s);
});

/** What _Retry_ under Event Subscriptions does. */
async function verified(url: string, signingSecret: string): Promise<boolean> {
  const body = JSON.stringify({ type: "url_verification", token: "old", challenge: "3eZbrw1aB" });
  const headers = signedHeaders(signingSecret, body, { "content-type": "application/json" });
  const response = await fetch(`${url}/slack/events`, { method: "POST", body, headers });
  return response.ok && (await response.text()).includes("3eZbrw1aB");
}

test("the restore drill's commands back Redis up, and start another one with the same data", async () => {
  const client = new Redis(redis.url);
  await client.set("qm:{T1}:presets", "{}");
  expect(await copy.run(backUp, { REDIS_URL: redis.url })).toContain("Transfer finished with success");
  await client.quit();
  const port = String(await freePort());
  const restore = only("sh restore").replaceAll("6390", port);
  expect(await copy.run(restore)).toContain("OK");
  const restored = new Redis({ port: Number(port), retryStrategy: () => null });
  onTestFinished(async () => {
    // Without "force" it goes on while its first append-only file is unfinished. The answer is a closed connection.
    await restored.call("shutdown", "nosave", "now", "force").catch(() => {});
    restored.disconnect();
  });
  expect(await restored.get("qm:{T1}:presets")).toBe("{}");
  expect(await restored.config("GET", "appendonly")).toEqual(["appendonly", "yes"]);
});

test("the commands that move to a cluster take all keys along, and the jobs to their queues' slots", async () => {
  const old = new Redis(redis.url);
  await old.flushall();
  await old.set("qm:{T1}:presets", "ä\n", "PX", 3_600_000);
  const connection = { url: redis.url };
  const waiting = new Queue("creations", { connection, prefix: jobPrefixOf(false, "creations") });
  await waiting.add("creations", { requestId: "r1" }, { jobId: "r1", delay: 1 });
  await waiting.close();
  await using cluster = await startRedisOf("cluster");
  const [node] = cluster.masters();
  const environment = { OLD_REDIS: redis.url, NEW_REDIS: `redis://127.0.0.1:${node?.options.port}` };
  await copy.run(only("sh cluster"), environment);
  expect(await cluster.client.get("qm:{T1}:presets")).toBe("ä\n");
  expect(await cluster.client.pttl("qm:{T1}:presets")).toBeGreaterThan(0);
  const moved = new Queue("creations", {
    connection: cluster.client,
    prefix: jobPrefixOf(true, "creations"),
  });
  expect(await moved.getJob("r1")).toMatchObject({ data: { requestId: "r1" } });
  expect(await moved.getDelayedCount()).toBe(1);
  await moved.close();
  await old.quit();
});

test("npm start without .env says what is missing, and the environment wins over .env", async () => {
  const failed = (environment: Record<string, string>) =>
    copy.run(startApp, environment).then(
      () => "",
      (error: unknown) => String(error),
    );
  expect(await failed({})).toContain("- SLACK_BOT_TOKEN is missing.");
  await writeFile(join(copy.path, ".env"), "PORT=eighty\nLOG_LEVEL=loud\n");
  const problems = await failed({ LOG_LEVEL: "info" });
  expect(problems).toContain("- PORT must be a whole number");
  expect(problems).not.toContain("LOG_LEVEL");
});

/** How the blocks that start a server show that it is ready. */
const servers: readonly { command: string; ready: RegExp }[] = [
  { command: "npm run demo", ready: /Quartermaster is ready/ },
  { command: "-w packages/local-slack -- --port", ready: /"signingSecret":/ },
  { command: startCloud, ready: /"controlUrl":/ },
];

/** What the page says that you should see. */
const results: readonly { command: string; shows: RegExp }[] = [
  { command: "keys -- rotate", shows: /Everything is encrypted with k1\./ },
  { command: "openssl rand", shows: /^k1:[\w+/]{43}=$/m },
];

/** The blocks that another test runs, or another block needs. */
const done = new Set([install, writeSettings, startApp, printManifest, checkCloud, backUp, startCloud]);
const others = shown.filter(({ code }) => !done.has(code));
const distinct = others.filter(({ code }, index) => others.findIndex((one) => one.code === code) === index);

test.each(distinct)("the commands of $page:$line work as written", async ({ code, info }) => {
  await copy.run(writeSettings);
  await using running = new AsyncDisposableStack();
  if (info === "sh cloud") running.use(await serve(startCloud));
  const isServer = servers.some(({ command }) => code.includes(command));
  if (isServer) running.use(await serve(code));
  const output = isServer ? "served" : await copy.run(code, { REDIS_URL: redis.url });
  expect(output).toMatch(results.find(({ command }) => code.includes(command))?.shows ?? /./);
});

async function serve(code: string): Promise<AsyncDisposable> {
  const { ready } = servers.find(({ command }) => code.includes(command)) ?? {};
  if (!ready) throw new Error(`Nothing says when this is ready: ${code}`);
  return copy.serve(code, ready);
}

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({ image: z.string().optional(), command: z.array(z.string()).optional() }),
  ),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

test("the Docker commands fit compose.yaml and the Dockerfile", async () => {
  const compose = Compose.parse(parse(await readFile(join(root, "compose.yaml"), "utf8")));
  const image = await readFile(join(root, "Dockerfile"), "utf8");
  const lines = blocks
    .filter(({ info }) => info === "sh docker")
    .flatMap(({ code }) => code.trim().split("\n"));
  expect(lines.length).toBeGreaterThan(4);
  const problems = lines.map((line) => [line, dockerProblem(line, compose, image)]);
  expect(problems.filter(([, problem]) => problem !== undefined)).toEqual([]);
});

/** Why a line can't work. Docker itself doesn't run here. */
function dockerProblem(
  line: string,
  { services, secrets }: z.output<typeof Compose>,
  image: string,
): string | undefined {
  const [program, ...words] = line.split(" ");
  if (program === "sudo") {
    const files = words.slice(2).map((word) => `./${word}`);
    const wanted = Object.values(secrets).map(({ file }) => file);
    if (words.slice(0, 2).join(" ") !== "chown 65532" || !image.includes("\nUSER 65532:65532\n"))
      return "another user";
    return files.join(" ") === wanted.join(" ") ? undefined : `other files than ${wanted.join(" ")}`;
  }
  const [subcommand, ...rest] = words;
  if (line === "openssl rand -hex 32 > secrets/redis_password") return undefined;
  if (line === 'echo "k1:$(openssl rand -base64 32)" > secrets/encryption_keys') return undefined;
  if (program !== "docker") return "not Docker";
  if (subcommand === "run") {
    const { image: redisImage = "", command = [] } = services["redis"] ?? {};
    const [, usualImage = redisImage] = /^\$\{REDIS_IMAGE:-(.+)\}$/.exec(redisImage) ?? [];
    return line.endsWith(`${usualImage} ${command.join(" ")}`)
      ? undefined
      : "another Redis than compose.yaml";
  }
  if (subcommand !== "compose") return "an unknown command";
  const [action, service, ...command] = rest;
  if (action === "up") return rest.join(" ") === "up --build --detach" ? undefined : "unknown options";
  if (service === undefined || !(service in services)) return "an unknown service";
  if (action === "logs") return undefined;
  const [runner, script = "", ...args] = command;
  const isInImage = image.includes("COPY --from=build /app/dist dist") && script.startsWith("dist/");
  if (action !== "exec" || runner !== "/nodejs/bin/node" || !isInImage) return "an unknown command";
  return shown.some(({ code }) => code.includes(`-- ${args.join(" ")}\n`)) ? undefined : "unknown arguments";
}

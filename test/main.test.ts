import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { type ReferenceCloud, startReferenceCloud } from "@quartermaster/reference-cloud";
import { type LocalRedis, freePort, startRedis } from "../src/demo/redis.ts";
import type { LocalSlack } from "@quartermaster/local-slack";
import { startSlack } from "../src/demo/start-sandbox.ts";
import { startAppHere } from "./support/app-here.ts";
import { runAppProcess, startAppProcess } from "./support/app-process.ts";
import { submitFilled } from "./support/create-walk.ts";
import { sandboxEnvironment } from "./support/environment.ts";
import { person } from "./support/slack-person.ts";
import { startTcpProxy } from "./support/tcp-proxy.ts";
import { until } from "./support/until.ts";

let redis: LocalRedis;
let cloud: ReferenceCloud;
let slack: LocalSlack;
let environment: Record<string, string>;

beforeAll(async () => {
  [redis, cloud, slack] = await Promise.all([
    startRedis(),
    startReferenceCloud({ provisioningMs: 100 }),
    startSlack({ page: false }),
  ]);
  environment = sandboxEnvironment({ redis, cloud, slack });
});
afterAll(async () => {
  await Promise.all([cloud.close(), slack.close(), redis.close()]);
});

async function readyStatus(url: string): Promise<number> {
  return (await fetch(`${url}/readyz`)).status;
}

test("wrong and missing settings are printed all at once, each with what to do, and the exit code is 1", async () => {
  const { code, output } = await runAppProcess({ PORT: "eighty", SLACK_BOT_TOKEN: "xapp-1" });
  expect(code).toBe(1);
  for (const name of ["PORT", "SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "CLOUD_BASE_URL", "CLOUD_KEY_ID_REF"]) {
    expect(output).toContain(`- ${name} `);
  }
});

test("all references that lead to nothing are printed, without their values, and the exit code is 1", async () => {
  const { code, output } = await runAppProcess({
    ...environment,
    CLOUD_KEY_ID_REF: "env:NOBODY_SET_THIS",
    CLOUD_KEY_SECRET_REF: "file:/nowhere/at/all",
  });
  expect(code).toBe(1);
  expect(output).toContain("CLOUD_KEY_ID_REF: NOBODY_SET_THIS is not set.");
  expect(output).toContain("CLOUD_KEY_SECRET_REF: ");
});

test("a Redis that is too old ends the app with one sentence and exit code 1", async () => {
  await using proxy = await startTcpProxy(Number(new URL(redis.url).port), {
    rewrite: (text) => text.replace(/redis_version:\d/, "redis_version:6"),
  });
  const { code, output } = await runAppProcess({
    ...environment,
    REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
  });
  expect(code).toBe(1);
  // On a busy machine, it may have to connect again first, and says so.
  expect(output).toMatch(
    /^REDIS_URL points to Redis 6\.[\d.]+\. Quartermaster needs Redis 7\.0 or newer, or Valkey\.\n$(?![^])/m,
  );
});

const tooNew =
  /^The data in Redis was written by a newer version \(9\.1\.0, data version 9\)\. This version \([\d.]+\) reads up to 1\. Install 9\.1\.0 or newer, or restore a backup from before it\.$/m;

async function markAsNewer(): Promise<void> {
  const client = new Redis(redis.url);
  await client.set("qm:schema", JSON.stringify({ writes: 9, readableFrom: 9, by: "9.1.0" }));
  await client.quit();
}

test("data of a newer version ends the app with one sentence and exit code 1, and nothing is written", async () => {
  await markAsNewer();
  const client = new Redis(redis.url);
  onTestFinished(async () => {
    await client.flushall();
    await client.quit();
  });
  const { code, output } = await runAppProcess({ ...environment, PORT: "0" });
  expect([code, output.trim().split("\n").length]).toEqual([1, 1]);
  expect(output).toMatch(tooNew);
  expect((await client.keys("*")).filter((key) => key !== "qm:processes")).toEqual(["qm:schema"]);
});

test("data of a newer version ends an app that started while Redis was away, before it writes", async () => {
  await markAsNewer();
  await using proxy = await startTcpProxy(Number(new URL(redis.url).port));
  proxy.cut();
  const client = new Redis(redis.url);
  onTestFinished(async () => {
    await client.flushall();
    await client.quit();
  });
  const waiting = { ...environment, PORT: "0", REDIS_URL: `redis://127.0.0.1:${proxy.port}` };
  const { code, output } = await runAppProcess(waiting, async (child) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    child.stdout?.on("data", (chunk) => String(chunk).includes("waiting for Redis") && resolve());
    await promise;
    proxy.mend();
  });
  expect(code).toBe(1);
  expect(output).toMatch(tooNew);
  expect((await client.keys("*")).filter((key) => key !== "qm:processes")).toEqual(["qm:schema"]);
});

test("data that becomes too new ends a running app with the same sentence and exit code 1", async () => {
  const client = new Redis(redis.url);
  onTestFinished(async () => {
    await client.flushall();
    await client.quit();
  });
  const { code, output } = await runAppProcess({ ...environment, PORT: "0" }, async () => {
    await until(async () => (await client.exists("qm:schema")) === 1);
    await markAsNewer();
  });
  expect(code).toBe(1);
  expect(output).toMatch(tooNew);
});

test("on a stop signal during its start, the app ends by itself with exit code 0", async () => {
  const silent = createServer((socket) => socket.on("error", () => socket.destroy()));
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = z.object({ port: z.number() }).parse(silent.address());
  const waiting = { ...environment, PORT: "0", REDIS_URL: `redis://127.0.0.1:${port}` };
  const { code } = await runAppProcess(waiting, async (child) => {
    // It is starting, and waits for Redis.
    await once(silent, "connection");
    child.kill("SIGTERM");
  });
  expect(code).toBe(0);
  silent.close();
});

test("a stop in order doesn't wait for a first socket to Slack", async () => {
  const silent = createServer((socket) => socket.on("error", () => socket.destroy()));
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = z.object({ port: z.number() }).parse(silent.address());
  const { SLACK_SIGNING_SECRET: _secret, ...rest } = environment;
  const slackApiUrl = `http://127.0.0.1:${port}/api/`;
  const waiting = { ...rest, PORT: "0", SLACK_APP_TOKEN: slack.appToken, SLACK_API_URL: slackApiUrl };
  const { code, output } = await runAppProcess({ ...waiting, DRAIN_SECONDS: "0" }, async (child) => {
    const [socket] = await once(silent, "connection");
    child.kill("SIGTERM");
    silent.close();
    socket.destroy();
  });
  expect(code).toBe(0);
  expect(output).toContain("draining");
});

test("an app does not listen before Redis takes writes, so proxies try another replica", async () => {
  await using proxy = await startTcpProxy(Number(new URL(redis.url).port));
  const port = await freePort();
  const tried = proxy.nextRefused();
  proxy.cut();
  const starting = startAppProcess({
    ...environment,
    PORT: String(port),
    REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
  });
  await tried;
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow("fetch failed");
  proxy.mend();
  await using app = await starting;
  expect(await readyStatus(app.url)).toBe(200);
});

test("an app that starts while Redis stays away is alive, and is ready as soon as Redis is back", async () => {
  await using proxy = await startTcpProxy(Number(new URL(redis.url).port));
  proxy.cut();
  await using app = await startAppProcess({
    ...environment,
    // The port while it waits, and after that.
    PORT: String(await freePort()),
    REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
  });
  expect(await readyStatus(app.url)).toBe(503);
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${app.url}/hooks/1`, { method: "POST" })).status).toBe(503);
  proxy.mend();
  // For a moment nothing listens.
  await until(async () => (await readyStatus(app.url).catch(() => 0)) === 200);

  slack.setAppUrl(app.url);
  await using ada = person(slack, "Ada Park");
  await submitFilled(ada, "late");
  await ada.waitForMessage("databases", "*late* is running");
});

test("after SIGTERM as soon as it listens, the app is not ready, takes requests for a while, and ends with exit code 0", async () => {
  await using app = await startAppProcess({ ...environment, DRAIN_SECONDS: "4" });
  const sinceMs = performance.now();
  const ended = app.end("SIGTERM");
  await until(async () => (await readyStatus(app.url)) === 503);
  const [ready, alive] = await Promise.all(["readyz", "healthz"].map((path) => fetch(`${app.url}/${path}`)));
  expect(await ready?.json()).toEqual({ status: "not ready", reason: "stopping" });
  expect([alive?.status, alive?.headers.get("connection")]).toEqual([200, "close"]);
  expect(await ended).toBe(0);
  expect(performance.now() - sinceMs).toBeGreaterThan(4_000);
});

test("after Ctrl-C the app ends without waiting for load balancers", async () => {
  await using app = await startAppProcess({ ...environment, DRAIN_SECONDS: "300" });
  expect(await app.end("SIGINT")).toBe(0);
});

test("another stop signal, a second later, ends the app at once with exit code 1", async () => {
  await using app = await startAppProcess({ ...environment, DRAIN_SECONDS: "300" });
  let code: number | null | undefined;
  void app.end("SIGTERM").then((ended) => (code = ended));
  await until(async () => {
    if (code === undefined) process.kill(app.pid, "SIGTERM");
    return code !== undefined;
  });
  expect(code).toBe(1);
});

test("the log reports that Redis refuses the password, without the password", async () => {
  const refusing = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.on("data", () => socket.write("-WRONGPASS invalid username-password pair\r\n"));
  });
  refusing.listen(0, "127.0.0.1");
  await once(refusing, "listening");
  const { port } = z.object({ port: z.number() }).parse(refusing.address());
  const refused = { ...environment, REDIS_URL: `redis://:hunter2-redis@127.0.0.1:${port}` };
  const { output } = await runAppProcess(refused, async (child) => {
    let soFar = "";
    child.stdout?.on("data", (chunk: Buffer) => (soFar += chunk.toString()));
    await until(async () => soFar.includes("WRONGPASS"));
    child.kill("SIGKILL");
  });
  expect(output).not.toContain("hunter2-redis");
  refusing.close();
});

test.each([
  ["evalsha", "the command evalsha (NOPERM)"],
  // Scripts use it.
  ["time", "a command that is needed (NOPERM)"],
])("if Redis' user may not run %s, the log and /readyz say it", async (command, reason) => {
  const admin = new Redis(redis.url);
  onTestFinished(() => admin.disconnect());
  await admin.call("ACL", "SETUSER", "limited", "on", ">pw", "~*", "&*", "+@all", `-${command}`);
  const url = redis.url.replace("redis://", "redis://limited:pw@");
  await using app = await startAppProcess({
    ...environment,
    REDIS_URL: url,
    PORT: String(await freePort()),
  });
  const asked = async () => (await fetch(`${app.url}/readyz`)).text();
  await until(async () => (await asked()).includes(reason));
  // More tries than an emitter takes listeners.
  const tries = async () => {
    const stats = await admin.info("commandstats");
    const [, made = 0, refused = 0] = /cmdstat_evalsha:calls=(\d+).*rejected_calls=(\d+)/.exec(stats) ?? [];
    return Number(made) + Number(refused);
  };
  const before = await tries();
  await until(async () => (await tries()) > before + 10);
  expect(app.output()).toContain("(NOPERM)");
  expect(app.output()).not.toContain("MaxListenersExceededWarning");
});

test("with an app-level token the same commands come over Socket Mode, and /slack/events is not served", async () => {
  const { SLACK_SIGNING_SECRET: _secret, ...rest } = environment;
  await using app = await startAppProcess({ ...rest, SLACK_APP_TOKEN: slack.appToken });
  await using sam = person(slack, "Sam Rivera");
  await sam.command("databases", "/db help");
  await sam.waitForMessage("databases", "/db create");
  expect((await fetch(`${app.url}/slack/events`, { method: "POST" })).status).toBe(404);
});

test("the log reports a bot token that Slack does not know, with what to do", async () => {
  await using app = await startAppHere({ ...environment, SLACK_BOT_TOKEN: "xoxb-unknown" });
  await until(async () =>
    app.output().includes("SLACK_BOT_TOKEN doesn't work: Slack refused the app's token"),
  );
});

test("the log and /readyz name an app-level token that Slack doesn't know, and everything but Slack's requests is served", async () => {
  await using app = await startAppProcess({ ...environment, SLACK_APP_TOKEN: "xapp-unknown" });
  expect(app.output()).toContain(
    "Slack refused the token (invalid_auth). Copy an app-level token with the scope connections:write",
  );
  const ready = await fetch(`${app.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: "ready", troubles: [expect.stringContaining("Socket Mode has no connection to Slack")] },
  ]);
  expect((await fetch(`${app.url}/hooks/unknown`, { method: "POST" })).status).toBe(401);
});

test.each(["unhandledRejection", "uncaughtException"])(
  "a failure that nothing catches (%s) is logged, and the process drains and exits with 1",
  async (kind) => {
    const faulty = join(import.meta.dirname, "support/fault-on-signal.ts");
    await using app = await startAppProcess({
      ...environment,
      DRAIN_SECONDS: "1",
      NODE_OPTIONS: `--import=${faulty}`,
      TEST_FAULT: kind,
    });
    await until(async () => app.output().includes("Slack knows the bot token"));
    expect(await app.end("SIGUSR2")).toBe(1);
    expect(app.output()).toContain("a failure that nothing caught ends the process");
    expect(app.output()).toContain("made up for a test");
    expect(app.output()).toContain("draining");
  },
);

test("a port that is in use ends the app with a message", async () => {
  const port = new URL(slack.url).port;
  const { code, output } = await runAppProcess({ ...environment, PORT: port });
  expect(code).toBe(1);
  expect(output).toContain(
    `Port ${port} is in use. Stop the program that uses it, or set PORT to another number.`,
  );
});

test("an unknown address is answered 404 with a message", async () => {
  await using app = await startAppHere(environment);
  const response = await fetch(`${app.url}/nowhere`);
  expect([response.status, await response.text()]).toEqual([404, "Not found.\n"]);
});

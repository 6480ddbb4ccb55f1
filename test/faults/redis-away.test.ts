import { lost } from "../../src/features/services/passwords/texts.ts";
import { notSubmitted } from "../../src/platform/slack/texts.ts";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startRedis, type LocalRedis } from "../../src/demo/redis.ts";
import { isEstimated, openFilled, skipToReview, titled } from "../support/create-walk.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { shownText } from "../support/slack-person.ts";
import { type TcpProxy, startTcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";

let redis: LocalRedis;
let proxy: TcpProxy;

beforeAll(async () => {
  redis = await startRedis();
  proxy = await startTcpProxy(Number(new URL(redis.url).port));
});
const environment = useTestEnvironment({
  ownProcess: true,
  environment: () => ({ REDIS_URL: `redis://127.0.0.1:${proxy.port}`, CLOUD_TIMEOUT_SECONDS: "2" }),
});
afterEach(async () => {
  proxy.mend();
  await ready(200);
});
afterAll(async () => {
  await proxy.close();
  await redis.close();
});

async function ready(status: number): Promise<void> {
  await until(async () => (await fetch(`${environment.app.url}/readyz`)).status === status);
}

test("while Redis is away, the app is alive but not ready, and it recovers by itself", async () => {
  proxy.cut();
  await ready(503);
  expect((await fetch(`${environment.app.url}/healthz`)).status).toBe(200);
  proxy.mend();
  await ready(200);
});

test("while Redis is away, help still answers, and other commands say that nothing was done", async () => {
  const { ada } = environment;
  proxy.cut();
  await ready(503);
  await ada.command("databases", "/db help");
  await ada.waitForMessage("databases", "/db create");
  await ada.command("databases", "/db services");
  await ada.waitForMessage("databases", "can't reach its own storage");
  await ada.command("databases", "/db create");
  await ada.waitForMessage("databases", /nothing was done/);
  expect(await ada.modal()).toBeUndefined();
});

test("a form submitted while Redis is away keeps its values and says so, and creates one service when submitted again", async () => {
  const { ada } = environment;
  await openFilled(ada, "patient");
  await skipToReview(ada);
  await ada.waitForModal(isEstimated);
  proxy.cut();
  await ready(503);
  const posts = (await environment.received("POST")).length;
  await ada.submit();
  const trouble = await ada.waitForModal(titled(notSubmitted));
  expect(shownText(trouble)).toContain("can't reach its own storage");
  await ada.close();
  expect(shownText(await ada.waitForModal())).toContain("patient");

  proxy.mend();
  await ready(200);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  await ada.waitForMessage("databases", "*patient* is running");
  expect((await environment.received("POST")).length).toBe(posts + 1);
});

test("an outage of Redis while the cloud creates loses neither the password nor the service", async () => {
  const { ada } = environment;
  await environment.faults({ kind: "delay", ms: 500, times: 1, match: { operation: "createService" } });
  const posts = (await environment.received("POST")).length;
  await openFilled(ada, "outlived");
  await skipToReview(ada);
  await ada.submit();
  await until(async () => (await environment.received("POST")).length === posts + 1);
  proxy.cut();
  await until(async () => (await environment.received("POST")).at(-1)?.status === 200);
  await ready(503);
  proxy.mend();
  const created = await ada.waitForModal(titled("Created"));
  await ada.waitForMessage("databases", "*outlived* is running");
  await ada.click(created, "show-password");
  await ada.waitForModal(titled("Password"));
  expect((await environment.received("POST")).length).toBe(posts + 1);
});

/** An empty Redis, as after a failover to an outdated copy. */
async function emptyRedis(): Promise<void> {
  const client = new Redis(redis.url);
  await client.flushall();
  await client.quit();
}

/** Submits a form, and lets Redis lose everything while the cloud works on the request. */
async function submitAndForget(name: string): Promise<void> {
  const { ada } = environment;
  const posts = (await environment.received("POST")).length;
  await openFilled(ada, name);
  await skipToReview(ada);
  await ada.submit();
  await until(async () => (await environment.received("POST")).length === posts + 1);
  await emptyRedis();
}

async function servicesNamed(name: string): Promise<unknown[]> {
  const response = await fetch(`${environment.cloud.controlUrl}/services?name=${encodeURIComponent(name)}`);
  return response.json();
}

test("if the answer is lost while Redis loses everything, the request is not sent again, and its service is found", async () => {
  const { ada } = environment;
  await environment.faults({
    kind: "delay",
    ms: 5_000,
    when: "after",
    times: 1,
    match: { operation: "createService" },
  });
  await submitAndForget("forgotten");
  expect(shownText(await ada.waitForModal(titled("Created")))).toContain(lost);
  await ada.waitForMessage("databases", "*forgotten* is running");
  expect(await servicesNamed("forgotten")).toHaveLength(1);
});

test("if Redis loses everything while a service is created, its creator still sees the password", async () => {
  const { ada } = environment;
  await environment.faults({ kind: "delay", ms: 500, times: 1, match: { operation: "createService" } });
  await submitAndForget("remembered");
  await ada.click(await ada.waitForModal(titled("Created")), "show-password");
  await ada.waitForModal(titled("Password"));
  await ada.waitForMessage("databases", "*remembered* is running");
});

test("after Redis came back empty, the app still has its connection to the cloud", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db costs yesterday");
  await ada.waitForMessage("databases", "By metric");
  await emptyRedis();
  await ada.command("databases", "/db costs last 3 days");
  await ada.waitForMessage("databases", /from .* to .*[^]*By metric/);
});

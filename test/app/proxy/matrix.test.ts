import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { startReferenceCloud } from "@quartermaster/reference-cloud";
import { freePort } from "../../../src/demo/redis.ts";
import { startSlack } from "../../../src/demo/start-sandbox.ts";
import { startAppProcess } from "../../support/app-process.ts";
import { startCollector } from "../../support/collector.ts";
import { sandboxEnvironment } from "../../support/environment.ts";
import { calling, startFakeModel } from "../../support/fake-model.ts";
import { type ForwardProxy, startForwardProxy } from "../../support/forward-proxy.ts";
import { commandPath } from "../../support/installed.ts";
import { listening } from "../../support/listening.ts";
import { emptyRedis } from "../../support/redis.ts";
import { type Certificates, makeCertificates } from "../../support/redis-kinds/certificates.ts";
import { startTlsFront } from "../../support/tls-front.ts";
import { until } from "../../support/until.ts";
import { startAwsServer } from "../../platform/secrets/aws/server.ts";
import { startVaultServer } from "../../platform/secrets/vault/server.ts";

// Each kind of call that leaves, through each kind of proxy. The app runs in its own process, with its real settings,
// and everything outside speaks TLS with a certificate of a private authority. Only the proxy can look up its names.

const kinds = [
  "Slack's Web API",
  "Slack's Socket Mode",
  "the cloud",
  "secret stores",
  "rotas",
  "hand-over",
  "a model",
  "telemetry",
];
const all = (outcome: unknown) => Object.fromEntries(kinds.map((kind) => [kind, outcome]));

let folder: string;
let certificates: Certificates;
let environment: Record<string, string>;
let collected: () => number;
const closing: (() => Promise<unknown>)[] = [];

/** Puts a server behind TLS. Its name is known to the proxies alone. */
async function behindTls(name: string) {
  const front = await startTlsFront(`${name}.qm.test`, certificates);
  closing.push(() => front.close());
  return front;
}

async function named(name: string, url: string): Promise<string> {
  const front = await behindTls(name);
  front.leadTo(url);
  return front.url;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "qm-proxy-"));
  certificates = await makeCertificates(folder, "outside", "DNS:*.qm.test");
  const slackFront = await behindTls("slack");
  const [redis, cloud, slack, collector, model, vault, aws, other] = await Promise.all([
    emptyRedis(),
    startReferenceCloud({ rateLimit: false }),
    startSlack({ page: false, rateLimitPosts: false, publicUrl: slackFront.url }),
    startCollector(),
    startFakeModel(),
    startVaultServer(),
    startAwsServer(),
    listening(createServer((request, response) => request.resume().on("end", () => response.end("ok")))),
  ]);
  closing.push(...[cloud, slack, model, vault, aws, other].map((each) => () => each.close()), async () =>
    collector[Symbol.asyncDispose](),
  );
  slackFront.leadTo(slack.url);
  collected = () => collector.spans.length;
  model.answers(calling(["services_list", {}]));
  vault.kept.set("acme", { secret: "s3cret" });
  aws.kept.set("acme", "s3cret");
  environment = {
    ...sandboxEnvironment({ redis, cloud, slack }),
    PORT: "0",
    DRAIN_SECONDS: "0",
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: `${slackFront.url}/api/`,
    CLOUD_BASE_URL: await named("cloud", cloud.url),
    LLM_URL: `${await named("model", model.url)}/v1`,
    LLM_MODEL: "small",
    VAULT_ADDR: await named("vault", vault.url),
    VAULT_TOKEN_REF: "env:TEST_VAULT_TOKEN",
    TEST_VAULT_TOKEN: vault.token,
    AWS_ENDPOINT_URL: await named("aws", aws.url),
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "AKIATEST",
    AWS_SECRET_ACCESS_KEY: "hunter2-key",
    AWS_EC2_METADATA_DISABLED: "true",
    OTEL_EXPORTER_OTLP_ENDPOINT: await named("collector", collector.url),
    OTEL_TRACES_SAMPLER_ARG: "1",
    TEST_TEAM: slack.teamId,
    TEST_USER: slack.users[0]?.id ?? "",
    TEST_CHANNEL: slack.channels.find(({ name }) => name === "databases")?.id ?? "",
    TEST_ICAL: `${await named("rota", other.url)}/oncall.ics`,
    TEST_PAGER: `${await named("pager", other.url)}/alerts`,
    ALLOWED_HOSTS: "",
    PROXY_RESOLVES: "yes",
    NODE_EXTRA_CA_CERTS: certificates.ca,
  };
});
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  await rm(folder, { recursive: true });
});

// The exporter of traces tries for 10 s.
const aboveRetriesMs = 60_000;

const Made = z.object({ outcomes: z.record(z.string(), z.string()), log: z.string() });

/** Runs the app until the test ends. */
async function appWith(settings: Record<string, string>) {
  const env = { PATH: process.env["PATH"] ?? "", ...environment, ...settings };
  const child: ChildProcess = fork(join(import.meta.dirname, "leaving-app.ts"), { env, stdio: "pipe" });
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  onTestFinished(() => void child.kill());
  const said = async () => {
    const ended = once(child, "exit").then(() => Promise.reject(new Error(`The app ended: ${errors}`)));
    const [message]: unknown[] = await Promise.race([once(child, "message"), ended]);
    return message;
  };
  await said();
  return async (forTracesMs = 1_000) => {
    const answer = said();
    child.send(forTracesMs);
    return Made.parse(await answer);
  };
}

async function proxyFor(options: Parameters<typeof startForwardProxy>[0] = {}): Promise<ForwardProxy> {
  const proxy = await startForwardProxy(options);
  onTestFinished(() => proxy.close());
  return proxy;
}

/** The hosts that a proxy was asked for, without their ports. */
const hosts = ({ asked }: ForwardProxy) =>
  [...new Set(asked.map((line) => line.replace(/:\d+$/, "").replace(".qm.test", "")))].toSorted();
const everyHost = ["aws", "cloud", "collector", "model", "pager", "rota", "slack", "vault"].map(
  (name) => `CONNECT ${name}`,
);

test("without a proxy for them, all kinds of calls go straight", async () => {
  const proxy = await proxyFor();
  const call = await appWith({
    HTTPS_PROXY: proxy.url,
    NO_PROXY: ".qm.test",
    ALLOWED_HOSTS: "rota.qm.test,pager.qm.test",
    TEST_NAMES: "here",
  });
  const before = collected();
  expect((await call()).outcomes).toEqual(all("ok"));
  await expect.poll(collected).toBeGreaterThan(before);
  expect(proxy.asked).toEqual([]);
});

test("all kinds of calls leave by a proxy, and say so once it is dead", async () => {
  const proxy = await proxyFor();
  const call = await appWith({ HTTPS_PROXY: proxy.url });
  const before = collected();
  expect((await call()).outcomes).toEqual(all("ok"));
  await expect.poll(collected).toBeGreaterThan(before);
  await expect.poll(() => hosts(proxy)).toEqual(everyHost);
  await proxy.behave("dead");
  const { outcomes } = await call(aboveRetriesMs);
  expect(outcomes).toEqual(
    all(
      expect.stringContaining(
        "The proxy of HTTPS_PROXY can't be reached (ECONNREFUSED), so nothing was sent to ",
      ),
    ),
  );
});

test("all kinds of calls leave by a proxy with a password, and say so if it doesn't answer", async () => {
  const proxy = await proxyFor({ login: "team:hunter2-proxy" });
  const call = await appWith({ https_proxy: proxy.url });
  const { outcomes, log } = await call();
  expect(outcomes).toEqual(all("ok"));
  await expect.poll(() => hosts(proxy)).toEqual(everyHost);
  await proxy.behave("silent");
  const slow = await call(aboveRetriesMs);
  expect(slow.outcomes).toEqual(
    all(
      expect.stringContaining(
        "The proxy of HTTPS_PROXY didn't answer within 2.5 seconds, so nothing was sent to ",
      ),
    ),
  );
  expect(log + slow.log).not.toContain("hunter2-proxy");
});

test("the built app opens its socket by a proxy, and logs which one without its password", async () => {
  const proxy = await proxyFor({ login: "team:hunter2-proxy" });
  await using app = await startAppProcess({ ...environment, HTTPS_PROXY: proxy.url });
  await until(async () => (await fetch(`${app.url}/readyz`)).ok);
  expect(hosts(proxy)).toContain("CONNECT slack");
  const address = proxy.url.replace("team:hunter2-proxy@", "");
  expect(app.output()).toContain(
    `"https":"${address}","noProxy":[],"resolves":true,"msg":"calls leave by a proxy"`,
  );
  expect(app.output()).not.toContain("hunter2-proxy");
});

test.skipIf(!commandPath("tinyproxy"))("all kinds of calls leave by Debian's tinyproxy", async () => {
  // Its names are looked up by the other proxy.
  const proxy = await proxyFor();
  const port = await freePort();
  const config = [
    `Port ${port}`,
    "Listen 127.0.0.1",
    "BasicAuth team hunter2-proxy",
    `Upstream http ${new URL(proxy.url).host}`,
    "MaxClients 100",
  ];
  const path = join(folder, "tinyproxy.conf");
  await writeFile(path, `${config.join("\n")}\n`);
  const tinyproxy = spawn("tinyproxy", ["-d", "-c", path], { stdio: "ignore" });
  onTestFinished(() => void tinyproxy.kill());
  const login = async (password: string) => {
    const call = await appWith({ HTTPS_PROXY: `http://team:${password}@127.0.0.1:${port}` });
    return (await call()).outcomes;
  };
  expect(await login("hunter2-proxy")).toEqual(all("ok"));
  await expect.poll(() => hosts(proxy)).toEqual(everyHost);
  expect(await login("wrong")).toMatchObject({
    "the cloud": expect.stringContaining("The proxy of HTTPS_PROXY wants another user and password (401)"),
  });
});

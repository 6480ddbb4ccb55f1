import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { LookupFunction } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { clockOf } from "../../../../src/lib/clock.ts";
import type { Proxy } from "../../../../src/platform/cloud/transport/proxy.ts";
import { cloudAgent, fetchBy, nodeAgents } from "../../../../src/platform/cloud/transport/agents.ts";
import { defaultCallLimits } from "../../../../src/platform/cloud/transport/exchange.ts";
import { type Guard, guardedAgent } from "../../../../src/platform/cloud/transport/guarded-agent.ts";
import { outwardBy } from "../../../../src/platform/http/outward.ts";
import { type ForwardProxy, startForwardProxy } from "../../../support/forward-proxy.ts";
import { listening } from "../../../support/listening.ts";
import { type Certificates, makeCertificates } from "../../../support/redis-kinds/certificates.ts";
import { startTlsFront } from "../../../support/tls-front.ts";

let folder: string;
let certificates: Certificates;
let ofProxy: Certificates;
const pem = (path: string) => readFile(path, "utf8");
let plain: { url: string; port: string; close: () => Promise<void> };
let secure: string;
const usual = getCACertificates();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "qm-proxied-"));
  certificates = await makeCertificates(folder, "outside", "DNS:*.qm.test");
  ofProxy = await makeCertificates(folder, "proxy", "IP:127.0.0.1");
  setDefaultCACertificates([...usual, await pem(certificates.ca), await pem(ofProxy.ca)]);
  const server = await listening(
    createServer(
      (request, response) => void text(request).then((body) => response.end(`${request.url} ${body}`)),
    ),
  );
  plain = { ...server, port: new URL(server.url).port };
  const front = await startTlsFront("api.qm.test", certificates);
  front.leadTo(plain.url);
  secure = front.url;
  return async () => {
    await front.close();
    await plain.close();
  };
});
afterAll(async () => {
  setDefaultCACertificates(usual);
  await rm(folder, { recursive: true });
});

async function proxyInTest(options: Parameters<typeof startForwardProxy>[0] = {}): Promise<ForwardProxy> {
  const proxy = await startForwardProxy(options);
  onTestFinished(() => proxy.close());
  return proxy;
}

const by = (url: string, more: Partial<Proxy> = {}): Proxy => ({
  https: new URL(url),
  http: new URL(url),
  noProxy: [],
  resolves: false,
  ...more,
});

/** The names that are known here. One address of this machine counts as public. */
const lookup: LookupFunction = (hostname, _, callback) => {
  const known: Record<string, string[]> = {
    "api.qm.test": ["127.0.0.2"],
    "inside.qm.test": ["10.0.0.7"],
    "both.qm.test": ["127.0.0.2", "10.0.0.7"],
  };
  const found = known[hostname];
  if (!found) return callback(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }), []);
  return callback(
    null,
    found.map((address) => ({ address, family: 4 })),
  );
};
const isPublic = (address: string) => address === "127.0.0.2";

/** What a request to an address that people typed gave. */
async function outward(url: string, proxy: Proxy, guard: Partial<Guard> = {}): Promise<string> {
  const agent = guardedAgent(defaultCallLimits, { allowedHosts: [], lookup, isPublic, proxy, ...guard });
  onTestFinished(() => agent.destroy());
  const ask = outwardBy(agent, clockOf());
  return ask({ method: "POST", url, body: "hello" }).then(
    (answer) => `${answer.status} ${answer.text}`,
    (error: unknown) => (error instanceof Error ? error.message : "not an error"),
  );
}

/** What a request to an operator's address gave. */
async function asked(url: string, proxy: Proxy): Promise<string> {
  const agent = cloudAgent(defaultCallLimits, proxy);
  onTestFinished(() => agent.destroy());
  const { origin, pathname } = new URL(url);
  try {
    const { body, statusCode } = await agent.request({ method: "GET", origin, path: pathname });
    return `${statusCode} ${await body.text()}`;
  } catch (error) {
    return error instanceof Error ? error.message : "not an error";
  }
}

const port = () => new URL(secure).port;

test("a name that people typed is looked up here, and the proxy gets its checked address", async () => {
  const proxy = await proxyInTest();
  expect(await outward(`${secure}/a`, by(proxy.url))).toBe("200 /a hello");
  expect(proxy.asked).toEqual([`CONNECT 127.0.0.2:${port()}`]);
});

test.each(["inside.qm.test", "both.qm.test", "127.0.0.1", "10.0.0.7", "[::1]", "169.254.169.254"])(
  "a proxy is never asked for %s, which people may not name",
  async (host) => {
    const proxy = await proxyInTest();
    for (const resolves of [false, true].slice(0, /[a-z]/.test(host) ? 1 : 2))
      expect(await outward(`https://${host}:${port()}/a`, by(proxy.url, { resolves }))).toContain(
        "is not on the public Internet, so nothing was sent there.",
      );
    expect(await outward(`http://${host}/a`, by(proxy.url))).toContain("does not begin with https://");
    expect(proxy.asked).toEqual([]);
  },
);

test("a name that isn't known here is refused, and the operator may let the proxy look names up", async () => {
  const proxy = await proxyInTest();
  const url = `https://else.qm.test:${port()}/a`;
  expect(await outward(url, by(proxy.url))).toBe(
    "else.qm.test can't be looked up here, so nothing was sent to it. Check the name. If only the proxy can look names up, the operator of Quartermaster sets PROXY_RESOLVES=yes.",
  );
  expect(proxy.asked).toEqual([]);
  expect(await outward(url, by(proxy.url, { resolves: true }))).toBe("200 /a hello");
  expect(proxy.asked).toEqual([`CONNECT else.qm.test:${port()}`]);
  for (const host of ["vault", "vault.svc", "db.internal", "printer.local"])
    expect(await outward(`https://${host}/`, by(proxy.url, { resolves: true }))).toContain("public Internet");
  expect(proxy.asked).toHaveLength(1);
});

test("what NO_PROXY names is checked as without a proxy, even if the proxy looks names up", async () => {
  const proxy = await proxyInTest();
  const straight = by(proxy.url, { resolves: true, noProxy: [".qm.test"] });
  expect(await outward(`https://inside.qm.test:${port()}/a`, straight)).toContain("public Internet");
  expect(proxy.asked).toEqual([]);
});

test("a host that the operator allows goes to the proxy by its name, over https and http", async () => {
  const proxy = await proxyInTest();
  const allowedHosts = ["inside.qm.test"];
  expect(await outward(`https://inside.qm.test:${port()}/a`, by(proxy.url), { allowedHosts })).toBe(
    "200 /a hello",
  );
  expect(await outward(`http://inside.qm.test:${plain.port}/b`, by(proxy.url), { allowedHosts })).toBe(
    "200 /b hello",
  );
  expect(proxy.asked).toEqual([
    `CONNECT inside.qm.test:${port()}`,
    `POST http://inside.qm.test:${plain.port}/b`,
  ]);
});

test.each([
  ["with the password", "team:p%40ss", "200 /a "],
  [
    "without the password",
    "",
    "The proxy of HTTPS_PROXY wants another user and password (407), so nothing was sent to api.qm.test. Ask the operator of Quartermaster to correct them in HTTPS_PROXY, as in http://user:password@proxy.example.com:3128.",
  ],
])("a proxy that asks for a password, %s", async (_, login, outcome) => {
  const proxy = await proxyInTest({ login: "team:p@ss" });
  const url = new URL(proxy.url.replace("team:p@ss@", login && `${login}@`));
  expect(await asked(`${secure}/a`, by(url.href))).toBe(outcome);
  const plainly = await asked(`http://api.qm.test:${plain.port}/a`, by(url.href));
  expect(plainly).toBe(outcome.replaceAll("HTTPS_", "HTTP_"));
});

test.each([
  [403, "The proxy of HTTPS_PROXY doesn't allow api.qm.test (403), so nothing was sent there."],
  [503, "The proxy of HTTPS_PROXY couldn't connect to api.qm.test (503), so nothing was sent there."],
])("a proxy that refuses with %s is said to, and what to do", async (refuses, happened) => {
  const proxy = await proxyInTest();
  await proxy.behave({ refuses });
  expect(await asked(`${secure}/a`, by(proxy.url))).toBe(
    `${happened} Ask the operator of Quartermaster to allow api.qm.test at the proxy, or to add it to NO_PROXY.`,
  );
});

test("a proxy that hangs up is said to, and isn't asked again", async () => {
  const proxy = await proxyInTest();
  await proxy.behave("hangs up");
  expect(await asked(`${secure}/a`, by(proxy.url))).toContain(
    "The proxy of HTTPS_PROXY can't be reached (UND_ERR_SOCKET)",
  );
  expect(proxy.asked).toHaveLength(1);
});

test("a dead proxy for plain http is said to be dead", async () => {
  const proxy = await proxyInTest();
  await proxy.behave("dead");
  const plainly = `http://api.qm.test:${plain.port}`;
  const words =
    "The proxy of HTTP_PROXY can't be reached (ECONNREFUSED), so nothing was sent to api.qm.test.";
  expect(await asked(plainly, by(proxy.url))).toContain(words);
  expect(await outward(`${plainly}/a`, by(proxy.url), { allowedHosts: ["api.qm.test"] })).toContain(words);
});

test("a proxy may speak TLS itself, with a certificate of its own", async () => {
  const tls = { key: await pem(ofProxy.key), cert: await pem(ofProxy.cert) };
  const proxy = await proxyInTest({ tls });
  expect(await asked(`${secure}/a`, by(proxy.url))).toBe("200 /a ");
  expect(await asked(`http://api.qm.test:${plain.port}/b`, by(proxy.url))).toBe("200 /b ");
  expect(proxy.asked).toHaveLength(2);
});

test("fetch sends forms and files by the proxy", async () => {
  const proxy = await proxyInTest();
  const fetch = fetchBy(by(proxy.url));
  const form = new FormData();
  form.append("file", new Blob(["a,b"]), "costs.csv");
  const answer = await fetch(`${secure}/upload`, { method: "POST", body: form });
  expect(await answer.text()).toMatch(/^\/upload --.*filename="costs\.csv".*a,b/s);
  const query = await fetch(`${secure}/q`, { method: "POST", body: new URLSearchParams({ a: "1" }) });
  expect([query.status, await query.text()]).toEqual([200, "/q a=1"]);
  const late = fetch(`${secure}/late`, { signal: AbortSignal.timeout(0) });
  await expect(late).rejects.toThrow("timeout");
  expect(proxy.asked[0]).toBe(`CONNECT api.qm.test:${port()}`);
});

test("packages that use Node's requests need an agent only where a proxy is in between", async () => {
  const proxy = await proxyInTest();
  expect(nodeAgents("https://api.qm.test", undefined)).toEqual({});
  expect(
    Object.keys(
      nodeAgents("http://127.0.0.1:4318", { http: new URL(proxy.url), noProxy: [], resolves: false }),
    ),
  ).toEqual([]);
  expect(Object.keys(nodeAgents("http://collector:4318", by(proxy.url)))).toEqual([
    "httpsAgent",
    "httpAgent",
  ]);
});

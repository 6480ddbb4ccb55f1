import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { Redis } from "ioredis";
import { request } from "undici";
import { createStore } from "../../../src/app/store.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { startAppHere } from "../../support/app-here.ts";
import { call, newToken, program, putToken } from "../../support/program.ts";
import { blocksOf, readPages } from "../../docs/pages.ts";
import { answerTo } from "../../support/answer-to.ts";
import { person, shownText } from "../../support/slack-person.ts";

const environment = useTestEnvironment({ environment: () => ({ MCP: "on" }) });

interface Given {
  method?: "GET" | "POST" | "DELETE" | "PUT" | "OPTIONS";
  /** One that is undefined isn't sent. */
  headers?: Record<string, string | undefined>;
  body?: string;
  url?: string;
  path?: string;
}

const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

/** Sends a request as no client would. Returns the status and the text. */
async function send({
  method = "POST",
  headers = {},
  body = list,
  url = environment.app.url,
  path = "/mcp",
}: Given) {
  const response = await request(`${url}${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: method === "GET" ? null : body,
  });
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test("without MCP=on there is no such page, and no token can be made", async () => {
  await using other = await startAppHere({ ...environment.environment, MCP: "off" });
  expect((await send({ url: other.url, headers: bearer("qmt_x") })).status).toBe(404);
});

test("the request that the docs show lists the tools of a token", async () => {
  const token = await newToken(environment.ada, "curl", "read");
  const shown = (await readPages()).flatMap(blocksOf).find(({ info }) => info === "sh mcp")?.code ?? "";
  const command = shown.replace("https://quartermaster.example.com", environment.app.url);
  const env = { PATH: process.env["PATH"], QUARTERMASTER_TOKEN: token };
  const { stdout } = await promisify(execFile)("sh", ["-c", command], { env });
  expect(stdout).toContain('"name":"backups_overview"');
});

test("another host or origin is refused before the token is looked at", async () => {
  const token = await newToken(environment.ada, "host", "read");
  const foreign: Record<string, string>[] = [
    { host: "evil.example.com" },
    { host: "127.0.0.1.evil.example.com" },
    { origin: "https://evil.example.com" },
    { origin: "null" },
    { origin: "file://" },
    { origin: "http://127.0.0.1.evil.example.com" },
  ];
  for (const headers of foreign)
    expect([headers, (await send({ headers: { ...bearer(token), ...headers } })).status]).toEqual([
      headers,
      403,
    ]);
  const own = await send({
    headers: { ...bearer(token), host: "localhost", origin: "http://localhost:3000" },
  });
  expect(own.status).toBe(200);
});

test("a missing, wrong, cut, long or foreign token is refused with the same words", async () => {
  const { ada, slack } = environment;
  const token = await newToken(ada, "good", "read");
  const other = "T0OTHER001";
  const wrong: Record<string, string>[] = [
    {},
    { authorization: "" },
    { authorization: token },
    { authorization: `Basic ${token}` },
    bearer(""),
    bearer(token.slice(0, -1)),
    bearer(`${token}x`),
    bearer(token.toUpperCase()),
    bearer(token.replace(slack.teamId, other)),
    bearer(`qmt_${slack.teamId}_${"A".repeat(43)}`),
    bearer(`qmt_${slack.teamId}_${"A".repeat(10_000)}`),
    bearer("qmt_}:hooks_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
    { "x-authorization": `Bearer ${token}` },
  ];
  const answers = new Set<string>();
  for (const headers of wrong) {
    const { status, text, headers: given } = await send({ headers });
    expect([JSON.stringify(headers).slice(0, 80), status]).toEqual([
      JSON.stringify(headers).slice(0, 80),
      401,
    ]);
    expect(given["www-authenticate"]).toContain("Bearer");
    answers.add(text);
  }
  expect(answers.size).toBe(1);
  expect((await send({ headers: bearer(token) })).status).toBe(200);
  expect(environment.app.output()).not.toContain(token);
});

test("only POST of one small JSON message is read", async () => {
  const headers = bearer(await newToken(environment.ada, "post", "read"));
  for (const method of ["GET", "DELETE", "PUT", "OPTIONS"] as const)
    expect((await send({ method, headers })).status).toBe(405);
  expect((await send({ headers, body: "x".repeat(300_000) })).status).toBe(413);
  expect((await send({ headers, body: "" })).status).toBe(400);
  expect((await send({ headers, body: "{" })).status).toBe(400);
  expect((await send({ headers, body: `[${list},${list}]` })).status).toBe(400);
  expect((await send({ headers: { ...headers, "content-type": "text/plain" } })).status).toBe(415);
  const listen = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params: {} });
  expect((await send({ headers, body: listen })).status).toBe(404);
});

test("a client that takes JSON or all types gets whole answers, at either address", async () => {
  const token = await newToken(environment.ada, "accepts", "read");
  const initialize = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "a test", version: "1" } },
  });
  const all = "application/json, text/event-stream";
  for (const accept of [
    "*/*",
    "application/json",
    "Application/*;q=0.9",
    "text/event-stream",
    all,
    undefined,
  ])
    for (const path of ["/mcp", "/mcp/"])
      for (const [body, part] of [
        [list, '"name":"backups_overview"'],
        [initialize, '"serverInfo"'],
      ] as const) {
        const answer = await send({ headers: { ...bearer(token), accept }, body, path });
        expect([accept, path, answer.status, answer.headers["content-type"]]).toEqual([
          accept,
          path,
          200,
          expect.stringMatching(/^application\/json/),
        ]);
        expect(JSON.stringify(JSON.parse(answer.text))).toContain(part);
      }
  expect((await send({ headers: { ...bearer(token), accept: "text/html" } })).status).toBe(406);
});

test("the token of a person who left is refused and recorded, whatever was granted to them", async () => {
  const { ada, redisUrl, slack } = environment;
  const redis = new Redis(redisUrl);
  const store = createStore(redis);
  const userId = "U0LEFTUS01";
  const token = await putToken(store, slack.teamId, userId, { name: "of one who left" });
  const at = new Date().toISOString();
  const grant = {
    kind: "user",
    id: userId,
    name: "Lee",
    role: "admin",
    grantedBy: ada.id,
    grantedAt: at,
  } as const;
  await store.workspace(slack.teamId).grants.set(`${grant.kind}:${grant.id}`, grant);
  redis.disconnect();
  const { status, text } = await send({ headers: bearer(token) });
  expect([status, text]).toEqual([403, expect.stringContaining("has left")]);
  const audit = await answerTo(ada, "/db admin audit tool.call", "of one who left");
  expect(shownText(audit)).toContain("has left");
});

test("a revoked token is refused at once and recorded", async () => {
  const { ada, app } = environment;
  const token = await newToken(ada, "gone soon", "read");
  await using client = await program(app.url, token, "2026");
  expect((await call(client, "access_show")).isError).toBe(false);
  await answerTo(ada, "/db admin tokens revoke gone soon", "I revoked the token");
  await expect(call(client, "access_show")).rejects.toThrow(/token/i);
  const audit = await answerTo(ada, "/db admin audit tool.call", "The token is revoked.");
  expect(shownText(audit)).toContain("gone soon");
});

test("a person sees and revokes their own tokens, and an admin those of all", async () => {
  const { ada, slack } = environment;
  await using sam = person(slack, "Sam Rivera");
  await newToken(ada, "adas own", "read");
  await newToken(sam, "sams own", "propose");
  const own = shownText(await answerTo(sam, "/db admin tokens", "sams own"));
  expect(own).not.toContain("adas own");
  expect(own).toContain("Never used.");
  await answerTo(sam, "/db admin tokens revoke adas own", "There is no token");
  const all = shownText(await answerTo(ada, "/db admin tokens", "sams own"));
  expect(all).toContain("adas own");
  expect(all).toContain("of Sam Rivera reads and proposes");
  await answerTo(ada, "/db admin tokens revoke sams own", "I revoked the token *sams own*");
  expect(shownText(await answerTo(sam, "/db admin tokens", "token"))).not.toContain("*sams own*");
});

test("requests above a person's limit are answered with 429 and the time to wait", async () => {
  await using slow = await startAppHere({ ...environment.environment, PERSON_REQUESTS_PER_MINUTE: "3" });
  // Someone who has made no request yet.
  await using noor = person(environment.slack, "Noor Haddad");
  const token = await newToken(noor, "limited", "read");
  const statuses: number[] = [];
  for (let count = 0; count < 14; count += 1)
    statuses.push((await send({ url: slow.url, headers: bearer(token) })).status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  const last = await send({ url: slow.url, headers: bearer(token) });
  expect(Number(last.headers["retry-after"])).toBeGreaterThan(0);
  expect(last.text).toContain("too many requests");
});

test("with MCP_READ_ONLY no token can propose", async () => {
  const token = await newToken(environment.ada, "wants to", "propose");
  await using reading = await startAppHere({ ...environment.environment, MCP_READ_ONLY: "on" });
  await using client = await program(reading.url, token, "2026");
  const { tools } = await client.listTools();
  expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([]);
  const { text, isError } = await call(client, "propose_command", { line: "alerts hooks pause checkout" });
  expect([isError, text]).toEqual([true, expect.stringContaining("may only read")]);
});

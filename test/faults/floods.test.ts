import { randomBytes, randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { beforeAll, expect, test } from "vitest";
import { createStore } from "../../src/app/store.ts";
import { answerTo } from "../support/answer-to.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { type KnownHook, putHook } from "../support/hook.ts";
import { putToken } from "../support/program.ts";
import { signedHeaders } from "../support/signed-request.ts";
import { person, shownText } from "../support/slack-person.ts";
import { amount } from "../support/soak.ts";

// The limits that an operator has who sets none.
const environment = useTestEnvironment({
  environment: () => ({
    MCP: "on",
    LOG_LEVEL: "info",
    PERSON_REQUESTS_PER_MINUTE: "",
    WORKSPACE_REQUESTS_PER_MINUTE: "",
    SLACK_CLIENT_ID: "1234.5678",
    SLACK_CLIENT_SECRET: "0123456789abcdef0123456789abcdef",
    PUBLIC_URL: "http://localhost:3000",
  }),
});

const requestsOfEach = amount({ usual: 100, soak: 0 });
const forMs = amount({ usual: 0, soak: 60_000 });
// Each has more than a hundred kilobytes, so a few of them fill more than is allowed.
const largeRequests = 30;
const atOnce = 16;
const mostGrowthBytes = 1_000_000;
// A message is written at most 200 times in a minute, and a person's refusals at most 20 times.
const mostLines = 1_500;

/** One request. Most differ from the ones before. */
type Way = (count: number) => RequestInit & { path: string };

interface Given {
  teamId: string;
  signingSecret: string;
  viewer: string;
  /** The secret of a viewer's token that may only read, and of one that proposes. */
  reads: string;
  hook: KnownHook;
  /** A link to the connect page that another browser has opened. */
  connectPath: string;
}

const json = { "content-type": "application/json" };

function slackWays({ teamId, signingSecret, viewer }: Given): Record<string, Way> {
  const path = "/slack/events";
  const signed = (body: string, type = "application/x-www-form-urlencoded"): ReturnType<Way> => ({
    path,
    method: "POST",
    body,
    headers: signedHeaders(signingSecret, body, { "content-type": type }),
  });
  const form = (fields: Record<string, string>) =>
    signed(new URLSearchParams({ team_id: teamId, user_id: viewer, ...fields }).toString());
  const command = (text: string) =>
    form({
      command: "/db",
      text,
      user_name: "sam",
      channel_id: "C0DATABASES",
      trigger_id: randomUUID(),
      response_url: "http://127.0.0.1:9/",
    });
  const payload = (fields: object) =>
    form({
      payload: JSON.stringify({
        team: { id: teamId },
        user: { id: viewer, username: "sam" },
        trigger_id: randomUUID(),
        response_url: "http://127.0.0.1:9/",
        ...fields,
      }),
    });
  const click = (actionId: string, value: string) =>
    payload({
      type: "block_actions",
      channel: { id: "C0DATABASES" },
      message: { ts: "1.000000" },
      actions: [{ type: "button", action_id: actionId, block_id: "b", value }],
    });
  const event = (fields: object) =>
    signed(
      JSON.stringify({ type: "event_callback", team_id: teamId, event_id: randomUUID(), event: fields }),
      "application/json",
    );
  return {
    "not signed": () => ({ path, method: "POST", body: "text=help", headers: {} }),
    "signed by another": () => ({
      path,
      method: "POST",
      body: "a=1",
      headers: signedHeaders("wrong", "a=1"),
    }),
    "not POST": () => ({ path }),
    "not readable": (count) => signed(`{${count}`, "application/json"),
    "a command above the role": (count) => command(`alerts hooks delete nothing${count}`),
    "an unknown command": (count) => command(`unknown ${count} words`),
    help: () => command("help"),
    "a button above the role": (count) =>
      click(`run:admin approvals off ${count}`, "admin approvals off yes"),
    "another's proposal": (count) => click("offer-approve", `none${count} none`),
    "an unknown button": (count) => click(`nothing-${count}`, "x"),
    "an unknown form": () => payload({ type: "view_submission", view: { id: "V1", callback_id: "none" } }),
    "App Home": () => event({ type: "app_home_opened", user: viewer, tab: "home", channel: "D1" }),
    "an unknown event": () => event({ type: "team_join", user: { id: viewer } }),
    "a step of no workflow": () =>
      event({ type: "function_executed", function: { callback_id: "none" }, inputs: {} }),
    "too large": () => signed("x".repeat(1_100_000)),
  };
}

function programWays({ reads, teamId }: Given): Record<string, Way> {
  const path = "/mcp";
  const send = (body: unknown, token = reads): ReturnType<Way> => ({
    path,
    method: "POST",
    headers: { ...json, authorization: `Bearer ${token}`, accept: "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const call = (name: string, given: object) =>
    send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } });
  return {
    "no token": () => ({ path, method: "POST", headers: json, body: "{}" }),
    "a token never made": () => send("{}", `qmt_${teamId}_${randomBytes(32).toString("base64url")}`),
    "another host": () => ({ ...send("{}"), headers: { ...json, origin: "https://evil.example.com" } }),
    "not POST": () => ({ path }),
    "no JSON": () => send("{"),
    "too large": () => send("x".repeat(300_000)),
    "an unknown method": (count) => send({ jsonrpc: "2.0", id: 1, method: `unknown/${count}` }),
    "an unknown tool": (count) => call(`unknown_${count}`, {}),
    "wrong arguments": (count) => call("services_list", { unknown: count }),
    "another command": () => call("backups_show", { service: "yes", backup: "orders" }),
    "a tool above the role": () => call("audit_read", {}),
    "a proposal that may not be": () => call("propose_command", { line: "alerts hooks pause checkout" }),
    "no such offer": (count) => call("offer_status", { offer: `none${count}` }),
    "a read": () => call("access_show", {}),
  };
}

const get =
  (path: string): Way =>
  () => ({ path });
const post =
  (path: string, body: string, headers: Record<string, string> = json): Way =>
  () => ({ path, method: "POST", body, headers });
const token = () => randomBytes(32).toString("base64url");

function pageWays({ hook, connectPath, teamId }: Given): Record<string, Record<string, Way>> {
  const { id } = hook.hook;
  const form = { "content-type": "application/x-www-form-urlencoded" };
  return {
    "/healthz": { "a check": get("/healthz"), "with a body": post("/healthz", "x") },
    "/readyz": { "a check": get("/readyz") },
    "/hooks/": {
      "unknown hook": (count) => post(`/hooks/${teamId}.none${count}/s`, "{}")(count),
      "no secret": post(`/hooks/${id}`, "{}"),
      "wrong secret": (count) => post(`/hooks/${id}/wrong${count}`, "{}")(count),
      "too large": post(`/hooks/${id}/wrong`, "x".repeat(300_000)),
    },
    "/pictures/*": { "not signed": (count) => ({ path: `/pictures/${teamId}/${count}.png` }) },
    "/connect/*": {
      "unknown link": () => ({ path: `/connect/${teamId}/${token()}` }),
      "no link": get("/connect/x"),
      "another browser": get(connectPath),
      "another browser's form": post(`${connectPath}/test`, "csrf=x", form),
      "not a form": post(`${connectPath}/test`, "{}"),
      "too large": post(`${connectPath}/test`, "x".repeat(100_000), form),
    },
    "/handover/:hookId": {
      "unknown hook": (count) => post(`/handover/${teamId}.none${count}`, "{}")(count),
      "no hand-over": post(`/handover/${id}`, "{}"),
      "too large": post(`/handover/${id}`, "x".repeat(100_000)),
    },
    "/slack/install": { "the page": get("/slack/install") },
    "/slack/install/start": { "begun and left": get("/slack/install/start") },
    "/slack/oauth/callback": {
      "unknown state": () => ({ path: `/slack/oauth/callback?state=${token()}&code=${token()}` }),
    },
    "/open/*": { "the page": (count) => ({ path: `/open/${count}` }) },
  };
}

let redis: Redis;
let ways: Record<string, Record<string, Way>>;
let probes: Record<string, () => Promise<number>>;

beforeAll(async () => {
  const { slack, redisUrl, app } = environment;
  await using ada = person(slack, "Ada Park");
  const { teamId, signingSecret } = slack;
  redis = new Redis(redisUrl);
  const store = createStore(redis);
  await using sam = person(slack, "Sam Rivera");
  const hook = await putHook(redisUrl, teamId, { channelId: "C0DATABASES", name: "checkout" });
  const good = await putHook(redisUrl, teamId, { channelId: "C0DATABASES", name: "good" });
  const link = /\/connect\/[A-Z0-9]+\/[\w-]{43}/.exec(
    JSON.stringify(await answerTo(ada, "/db admin connect", "link")),
  );
  const connectPath = link?.[0] ?? "";
  await fetch(`${app.url}${connectPath}`);
  const given: Given = {
    teamId,
    signingSecret,
    viewer: sam.id,
    reads: await putToken(store, teamId, sam.id, { access: "read" }),
    hook,
    connectPath,
  };
  const own = await putToken(store, teamId, ada.id, { access: "read" });
  ways = {
    ...pageWays(given),
    "/slack/events": slackWays(given),
    "/mcp": programWays(given),
    "/mcp/": { "no token": () => ({ path: "/mcp/", method: "POST", headers: json, body: "{}" }) },
  };
  const probe = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${app.url}${path}`, init)).status;
  probes = {
    alive: () => probe("/healthz"),
    ready: () => probe("/readyz"),
    "another hook": () =>
      probe(`/hooks/${good.hook.id}/${good.secret}`, {
        method: "POST",
        headers: json,
        body: JSON.stringify({ title: "The same", status: "firing" }),
      }),
    "another's program": () =>
      probe("/mcp", {
        method: "POST",
        headers: { ...json, authorization: `Bearer ${own}` },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
      }),
  };
});

async function usedBytes(): Promise<number> {
  const info = await redis.info("memory");
  return Number(/used_memory_dataset:(\d+)/.exec(info)?.[1]);
}

test("each route has its floods", () => {
  expect([...new Set(environment.app.routes)].toSorted()).toEqual(Object.keys(ways).toSorted());
});

test(
  "a flood on any route fills nothing, and others are answered meanwhile",
  async () => {
    const { app, ada } = environment;
    const table: string[] = [];
    for (const [route, all] of Object.entries(ways)) {
      for (const [way, make] of Object.entries(all)) {
        const [bytes, lines] = [await usedBytes(), linesOf(app.output())];
        const answers = new Map<number | "none", number>();
        const endsAt = Date.now() + forMs / Object.keys(all).length;
        let sent = 0;
        const most = way.endsWith("too large") ? largeRequests : requestsOfEach;
        const isOver = () => (forMs > 0 ? Date.now() > endsAt : sent >= most);
        const flood = async () => {
          while (!isOver()) {
            const { path, ...init } = make((sent += 1));
            const response = await fetch(`${app.url}${path}`, { redirect: "manual", ...init }).catch(
              () => undefined,
            );
            await response?.arrayBuffer().catch(() => undefined);
            const status = response?.status ?? "none";
            answers.set(status, (answers.get(status) ?? 0) + 1);
          }
        };
        const others = Object.entries(probes).map(async ([name, probe]) => [name, await probe()] as const);
        await Promise.all(Array.from({ length: atOnce }, flood));
        const answered = await Promise.all(others);
        const growth = (await usedBytes()) - bytes;
        const written = linesOf(app.output()) - lines;
        const said = [...answers].map(([status, count]) => `${status}: ${count}`).join(", ");
        table.push(
          [route, way, sent, said, `${Math.round(growth / 1_000)} KB`, `${written} lines`].join(" | "),
        );
        expect([route, way, Object.fromEntries(answered)]).toEqual([
          route,
          way,
          { alive: 200, ready: 200, "another hook": 202, "another's program": expect.toBeOneOf([200, 429]) },
        ]);
        expect([route, way, growth < mostGrowthBytes, written < mostLines]).toEqual([route, way, true, true]);
      }
    }
    // oxlint-disable-next-line eslint/no-console
    console.info(table.join("\n"));
    expect(shownText(await answerTo(ada, "/db help", "costs"))).toContain("costs");
  },
  amount({ usual: 400_000, soak: 3_600_000 }),
);

function linesOf(output: string): number {
  return output.split("\n").length;
}

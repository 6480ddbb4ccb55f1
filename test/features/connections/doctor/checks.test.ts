import { product } from "../../../../src/app/features.ts";
import { createServer } from "node:http";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { areas as ofHooks } from "../../../../src/features/alerts/hooks/checks.ts";
import { checking, right, wrong } from "../../../../src/platform/commands/check.ts";
import {
  addressChecks,
  proxyCheck,
  clockCheck,
  connectionChecks,
  examinationReply,
  examine,
  modelCheck,
  versionChecks,
  waitingCheck,
} from "../../../../src/features/connections/doctor/doctor.ts";
import { channelsCheck, refusedCheck } from "../../../../src/features/alerts/hooks/checks.ts";
import type { Presence } from "../../../../src/platform/jobs/messenger.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";
import { probe } from "../../../../src/features/connections/probe/probe.ts";
import { serviceLabels } from "../../../../src/lib/names.ts";
import { listServices } from "../../../../src/platform/cloud/services/service.ts";
import { neutralWireNames } from "../../../../src/platform/cloud/connection.ts";
import { createStore } from "../../../../src/app/store.ts";
import { hookRecord } from "../../../support/alerts.ts";
import { listening } from "../../../support/listening.ts";
import { useRedis } from "../../../support/redis.ts";
import { scopesCheck } from "../../../../src/features/workspace/install/ownership.ts";
import { slackTime } from "../../../../src/platform/slack/app.ts";

const redis = useRedis();
const log = pino({ level: "silent" });

/** A server that answers every request like this. */
async function answering(status: number, text: string): Promise<string> {
  const server = createServer((_, response) => void response.writeHead(status).end(text));
  const { url, close } = await listening(server);
  onTestFinished(close);
  return url;
}

test("the public address is right if it leads here; otherwise the doctor says what to check", async () => {
  const [here, scheme] = await addressChecks(await answering(200, '{"status":"alive"}'), fetch);
  expect(here?.status).toBe("right");
  expect(scheme).toMatchObject({ status: "off", says: expect.stringContaining("fine for a try") });
  const [, unsafe] = await addressChecks("http://qm.invalid", fetch);
  expect(unsafe).toMatchObject({ status: "wrong", says: expect.stringContaining("It uses http.") });
  const [elsewhere] = await addressChecks(await answering(404, "nothing here"), fetch);
  expect(elsewhere?.says).toContain("answers, but it isn't Quartermaster (404)");
  const [redirected] = await addressChecks(await answering(302, '"alive"'), fetch);
  expect(redirected?.status).toBe("wrong");
  const [nowhere] = await addressChecks("http://127.0.0.1:1", fetch);
  expect(nowhere?.says).toContain("I can't reach");
  expect((await addressChecks("https://qm.invalid", fetch))[1]?.status).toBe("right");
});

test("the doctor says by which proxy calls leave, without its password", () => {
  expect(proxyCheck(undefined).says).toBe("Calls leave without a proxy.");
  const https = new URL("http://team:hunter2@proxy.example.com:3128");
  const proxy = { https, http: undefined, noProxy: [".svc", "10.0.0.0/8"], resolves: false };
  expect(proxyCheck(proxy).says).toBe(
    "Calls to https leave by `http://proxy.example.com:3128`. Without it: `.svc`, `10.0.0.0/8`. I look up and check the names that people type.",
  );
  expect(proxyCheck({ ...proxy, http: https, resolves: true }).says).toContain(
    "it must refuse private addresses",
  );
});

test("a clock that is off by more than half a minute is reported, with how much and which way", async () => {
  const at = new Date("2026-11-20T10:00:00.000Z");
  const off = (seconds: number) => clockCheck(at, new Date(at.getTime() + seconds * 1_000));
  expect(off(20).status).toBe("right");
  expect(off(90).says).toContain("It is 90 s fast.");
  expect(off(-90).says).toContain("It is 90 s slow");
  const url = await answering(200, "{}");
  expect(Math.abs((await slackTime(`${url}/api/`, fetch)).getTime() - Date.now())).toBeLessThan(60_000);
});

function fail(error: Error) {
  const check = async () => {
    throw error;
  };
  return checking("Key", check, { timeoutMs: 5_000, log });
}

test("a check that fails or takes too long is reported as such", async () => {
  expect(await fail(new AppError("upstream", "It is <!channel> away. Try `/db doctor`."))).toEqual([
    { area: "Key", status: "unknown", says: "It is &lt;\u200b!channel&gt; away. Try `/db doctor`." },
  ]);
  expect((await fail(new Error("a-secret")))[0]?.says).not.toContain("a-secret");
  const never = new Promise<never>(() => {});
  expect((await checking("Slow", () => never, { timeoutMs: 10, log }))[0]?.says).toContain("No answer in");
});

test("the doctor names the model and its host, and says if its key can't be read", async () => {
  expect(await modelCheck(undefined)).toMatchObject({
    status: "right",
    says: expect.stringContaining("stays here"),
  });
  const model = { name: "small", host: "llm.example.com", isEncrypted: true };
  const found = await modelCheck({ ...model, hasKey: async () => true });
  expect(found).toMatchObject({
    status: "right",
    says: expect.stringMatching(/^Sentences that I can't read go to `small` at `llm\.example\.com`/),
  });
  const broken = await modelCheck({ ...model, isEncrypted: false, hasKey: async () => false });
  expect(broken).toMatchObject({
    status: "wrong",
    says: expect.stringMatching(/isn't encrypted.* I can't read its key.*LLM_KEY_REF/),
  });
});

function scopes(missing: string[], url?: string) {
  return scopesCheck({ installation: { url, missingScopes: async () => missing } });
}

test("missing scopes are named, with the page that adds them", async () => {
  expect((await scopes([])).status).toBe("right");
  expect((await scopes(["users:read"], "https://qm.example.com/slack/install")).says).toBe(
    "The app lacks `users:read`. Install it again at https://qm.example.com/slack/install to add them.",
  );
  expect((await scopes(["assistant:write"])).says).toMatch(/Until then everything else works\.$/);
  expect((await scopes(["users:read", "files:write"])).says).toContain("`npm run -s manifest`");
});

test("the doctor checks the channels of hooks, of their rules, and those that take over", async () => {
  const presence: Record<string, Presence> = { C1: "member", C2: "guest", C3: "none" };
  const messenger = { presenceIn: async (id: string) => presence[id] ?? "none" };
  // All that the checks use of a messenger.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = { messenger } as unknown as Parameters<typeof channelsCheck>[1];
  const check = (facts: object) => channelsCheck([hookRecord(facts)], context);
  expect(await check({})).toMatchObject({ status: "right", says: ofHooks.member(1, 1) });
  expect((await check({ fallbackChannelId: "C3" })).says).toBe(ofHooks.cannotPost("<#C3>"));
  expect((await check({ rules: [{ channelId: "C2" }] })).says).toBe(ofHooks.notMember("<#C2>"));
});

test("a refused key is reported with what to do, and a working one may still have more rights than it needs", async () => {
  const connection = {
    name: "acme",
    kind: "standalone",
    appUrl: "https://observe.example.com",
    tokenRef: "sealed:a",
    wireNames: neutralWireNames,
  } as const;
  const checks = (call: () => Promise<unknown>) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const context = { cloudOf: () => ({ call }), now: () => new Date() } as unknown as Parameters<
      typeof connectionChecks
    >[1];
    return connectionChecks(connection, context);
  };
  const refused = await checks(() =>
    Promise.reject(new AppError("auth", "Refused.", { operation: "GET /api" })),
  );
  expect(refused.map(({ status }) => status)).toEqual(["wrong", "wrong"]);
  expect(refused[1]?.says).toContain("Give it a new one with `/db admin connections rotate acme`");
  const fine = await checks(async () => []);
  expect(fine.map(({ status }) => status)).toEqual(["right", "unknown"]);
});

test("two services of one name have the same labels as everywhere", async () => {
  const services = [
    { id: "e36f776b-1", name: "orders prod" },
    { id: "245d275e-2", name: "orders prod" },
  ];
  const refused = new AppError("forbidden", "This key may not.");
  const call = async (operation: unknown) =>
    operation === listServices ? services : Promise.reject(refused);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const client = { call } as unknown as Parameters<typeof probe>[0];
  const label = serviceLabels([{ serviceId: "e36f776b-1", name: "orders prod" }]);
  const { findings } = await probe(client, "managed", { now: new Date(), labelsOf: async () => label });
  expect(findings[0]?.says).toBe("I can see 2 services: orders prod and orders prod 245d275e.");
});

test("the doctor reports versions and waiting work", async () => {
  expect(versionChecks("Node.js/24")[0]?.says).toMatch(/^Quartermaster \d.* on Node\.js 24\.$/);
  expect(waitingCheck({ approvals: 0 })).toMatchObject({ status: "right", says: "Nothing waits." });
  expect(waitingCheck({ approvals: 500 }).says).toContain("Start another one");
});

test("the answer begins with the problems, and Slack takes it whatever its length", () => {
  const { text } = examinationReply([right("Clock", "Fine."), wrong("Redis", "Set it.")]);
  expect(text).toBe("*1 problem* found.\n:warning: *To fix*\n• Redis: Set it.\n*OK*\n• Clock: Fine.");
  const many = Array.from({ length: 200 }, () => wrong("Connection", "x".repeat(400)));
  expect(validateMessage(examinationReply(many))).toBeNull();
});

test("refused deliveries are reported by hook and reason, with the size of the texts of long alerts", async () => {
  const at = new Date("2026-11-20T10:00:00.000Z");
  const store = createStore(redis.client).workspace("T1");
  const context = { inbox: store.inbox, alertBodies: store.alertBodies, now: () => at };
  const hooks = [hookRecord({ id: "T1-a", name: "checkout" }), hookRecord({ id: "T1-b", name: "night" })];
  expect(await refusedCheck(hooks, context)).toEqual(
    right("Hooks, refused deliveries", "None since yesterday."),
  );
  const yesterday = new Date(at.getTime() - 86_400_000);
  await store.inbox.countRefused("T1-a", "hook_events", yesterday);
  for (let count = 0; count < 1_203; count += 1) await store.inbox.countRefused("T1-a", "hook_events", at);
  await store.inbox.countRefused("T1-b", "memory", at);
  await store.inbox.countRefused("T1-deleted", "memory", at);
  await store.inbox.countRefused("T1-b", "workspace_bytes", new Date("2026-11-17T10:00:00.000Z"));
  const { status, says } = await refusedCheck(hooks, context);
  expect(status).toBe("wrong");
  expect(says).toBe(
    "checkout got more alerts a minute than one hook may: 1,204 deliveries refused since yesterday. night got alerts while my storage was nearly full: 1 delivery refused since yesterday. Check what its sender sends, or ask the operator to raise the limit.",
  );
});

test("a workspace with nothing connected has a problem", async () => {
  const { connections, hooks, inbox, alertBodies } = createStore(redis.client).workspace("T1");
  const context = {
    connections,
    hooks,
    inbox,
    alertBodies,
    now: () => new Date("2026-11-20T10:00:00.000Z"),
    installation: { url: undefined, missingScopes: async () => [] },
    checks: product.checks,
    machine: { isOperators: async () => false },
    log,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { text } = examinationReply(await examine(context as unknown as Parameters<typeof examine>[0]));
  expect(text).toContain("*1 problem* found.");
  expect(text).toContain("Connect a database cloud with `/db admin connect`.");
});

import { hookParts } from "../../src/features/oncall/index.ts";
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { receiver } from "../../src/features/alerts/receive/receive.ts";
import { hookRequests } from "../../src/features/alerts/receive/route.ts";
import { bodyQuota } from "../../src/platform/http/read-body.ts";
import { memoize } from "../../src/lib/cache.ts";
import { createMetrics } from "../../src/lib/metrics.ts";
import { SealingKeys, createSealer } from "../../src/platform/secrets/seal.ts";
import { hooks } from "../../src/features/alerts/hooks/hooks.ts";
import { keys } from "../../src/platform/redis/keys.ts";
import { redisMemory } from "../../src/platform/redis/memory.ts";
import { connectRedis } from "../../src/platform/redis/connect.ts";
import { hookRecord } from "./alerts.ts";
import { listening } from "./listening.ts";
import { useRedis } from "./redis.ts";
import { type TcpProxy, startTcpProxy } from "./tcp-proxy.ts";
import { until } from "./until.ts";
import { type Hook, keptSecret } from "../../src/features/alerts/hooks/record.ts";
import { inbox } from "../../src/features/alerts/receive/inbox.ts";
import type { AcceptLimits } from "../../src/features/alerts/receive/inbox-scripts.ts";
import { redisServerAt } from "../../src/platform/redis/server.ts";

/** The time in these tests. */
export const at = new Date("2026-11-20T10:00:00.000Z");
export const secret = "whsec_NewSecretNewSecretNewSecretNewSe";
export const oldSecret = "whsec_OldSecretOldSecretOldSecretOldSe";
export const alertBody = JSON.stringify({
  eventId: "e1",
  state: "ALERT",
  title: "Checkout errors",
  body: "12 lines",
});

const [key, olderKey] = ["k1", "k0"].map((id) => `${id}:${randomBytes(32).toString("base64")}`);
/** Seals with k1, and opens texts that were sealed with k0. */
export const sealer = createSealer(SealingKeys.parse(`${key},${olderKey}`));
const olderSealer = createSealer(SealingKeys.parse(olderKey));

/** A secret as the hook T1-checkout stores it. */
export function kept(text: string, { isSigned = false, isOlder = false } = {}): Hook["secrets"][number] {
  const own = (isOlder ? olderSealer : sealer).forWorkspace("T1");
  return keptSecret(text, { hookId: "T1-checkout", isSigned, at, sealer: own });
}

export function bearer(text: string): { authorization: string } {
  return { authorization: `Bearer ${text}` };
}

/** The quota for bodies. A test may use all of it. */
export const quota = bodyQuota(4 * 1024 * 1024);

/** A request to a hook, by default T1-checkout. */
export interface Sent {
  id?: string;
  /** The path after the id. */
  path?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  method?: string;
}

/** A response without its date. */
export interface HookAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** The webhook receiver on real HTTP, with a real Redis. Call it at the file's top. */
export function useHookAuthenticator(limits: Partial<AcceptLimits> = {}) {
  const redis = useRedis();
  let notified: string[] = [];
  let logged = "";
  let metrics = createMetrics();
  let toRedis: TcpProxy;
  let client: ReturnType<typeof connectRedis>;
  let url = "";
  let close: () => Promise<void>;

  beforeAll(async () => {
    toRedis = await startTcpProxy(Number(new URL(redis.url).port));
    client = connectRedis(redisServerAt(`redis://127.0.0.1:${toRedis.port}`), () => {});
    const memory = redisMemory(client);
    const log = pino({ level: "trace" }, { write: (line: string) => void (logged += line) });
    const receive = receiver({
      hooksOf: (workspaceId) => hooks(client, workspaceId, hookParts),
      inboxOf: memoize((workspaceId) => inbox(client, workspaceId, limits)),
      sealerOf: (workspaceId) => sealer.forWorkspace(workspaceId),
      hookParts,
      notify: (hookId) => void notified.push(hookId),
      isStoreNearlyFull: () => memory.isNearlyFull(),
      metrics: {
        events: (fate, count) => metrics.events(fate, count),
        deliveryRefused: (reason) => metrics.deliveryRefused(reason),
      },
      now: () => at,
      log,
    });
    const hookRequest: typeof metrics.hookRequest = (outcome, seconds) =>
      metrics.hookRequest(outcome, seconds);
    const listener = hookRequests({
      receive,
      metrics: { hookRequest },
      quota,
      deliveryFailed: () => {},
      log,
    });
    const server = createServer(listener);
    // On a busy machine a kept connection may end just when it is used again.
    server.keepAliveTimeout = 0;
    ({ url, close } = await listening(server));
  });
  beforeEach(async () => {
    notified = [];
    logged = "";
    metrics = createMetrics();
    await until(async () => client.status === "ready");
    await keepHook();
  });
  afterAll(async () => {
    await close();
    client.disconnect();
    await toRedis.close();
  });

  /** Saves the hook T1-checkout, by default with a new and an old secret. */
  async function keepHook(facts: Partial<Hook> = {}): Promise<void> {
    const hook = hookRecord({ secrets: [kept(secret), kept(oldSecret)], ...facts });
    await redis.client.hset(keys.hooks("T1"), hook.id, JSON.stringify(hook));
  }

  async function send({
    id = "T1-checkout",
    path = "",
    headers = {},
    ...sent
  }: Sent = {}): Promise<HookAnswer> {
    const method = sent.method ?? "POST";
    const content = method === "POST" ? { body: sent.body ?? alertBody } : {};
    const response = await fetch(`${url}/hooks/${id}${path}`, { method, headers, ...content });
    const text = await response.text();
    const answered = Object.fromEntries(response.headers);
    delete answered.date;
    return { status: response.status, headers: answered, text };
  }

  return {
    redis,
    keepHook,
    send,
    get url() {
      return url;
    },
    /** The connection to Redis, which a test cuts and restores. */
    get toRedis() {
      return toRedis;
    },
    notified: () => notified,
    logged: () => logged,
    /** The content of the hook's inbox, as JSON. */
    waiting: () => redis.client.lrange(keys.inbox("T1", "T1-checkout"), 0, -1),
    /** A metric's value, by its name and labels. */
    async counted(name: string): Promise<number> {
      const lines = (await metrics.exposition()).text.split("\n");
      return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length));
    },
  };
}

import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { Agent } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { listServices } from "../../src/platform/cloud/services/service.ts";
import { readConfig } from "../../src/app/config/config.ts";
import { SealingKeys, createSealer } from "../../src/platform/secrets/seal.ts";
import { createSignal } from "../../src/lib/signal.ts";
import { createMetrics } from "../../src/lib/metrics.ts";
import { createStore } from "../../src/app/store.ts";
import { environmentConnections } from "../../src/features/connections/records.ts";
import { workspaceContexts } from "../../src/app/contexts.ts";
import { scriptedServer, success } from "../platform/cloud/scripted-server.ts";
import { useRedis } from "../support/redis.ts";

const redis = useRedis();
const sealingKeys = `k1:${randomBytes(32).toString("base64")}`;

/** Agents that count their requests. */
function agent() {
  let calls = 0;
  const counting = new Agent().compose((dispatch) => (options, handler) => {
    calls += 1;
    return dispatch(options, handler);
  });
  onTestFinished(() => counting.close());
  return { counting, calls: () => calls };
}

const secret = async () => "a-secret";

/** The contexts of an app with the operator's workspace T1 and one connection of the environment. */
async function contexts() {
  const { url } = await scriptedServer(success([]));
  const config = readConfig({
    SLACK_SIGNING_SECRET: "a-signing-secret",
    SLACK_BOT_TOKEN: "xoxb-1",
    ENCRYPTION_KEYS: sealingKeys,
    CLOUD_BASE_URL: url,
    CLOUD_ORGANIZATION_ID: "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10",
    CLOUD_KEY_ID_REF: "env:KEY_ID",
    CLOUD_KEY_SECRET_REF: "env:KEY_SECRET",
  });
  const [anywhere, guarded] = [agent(), agent()];
  const parts = {
    config,
    store: createStore(redis.client),
    secretsOf: () => ({ resolve: secret, resolveConfigured: secret, forget: () => undefined }),
    sealer: createSealer(SealingKeys.parse(sealingKeys)),
    installs: {
      clientsOf: async () => undefined,
      messengerOf: () => ({}),
      ownership: { isOperators: async (workspaceId: string) => workspaceId === "T1" },
    },
    metrics: createMetrics(),
    stopping: new AbortController().signal,
    dispatcher: anywhere.counting,
    guardedDispatcher: guarded.counting,
    now: () => new Date(),
    queueOf: () => ({}),
    signalOf: createSignal,
    newId: () => "id",
    log: pino({ level: "silent" }),
  };
  // All that a call of the cloud uses. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const contextOf = workspaceContexts(parts as unknown as Parameters<typeof workspaceContexts>[0]);
  return { contextOf, config, calls: () => [anywhere.calls(), guarded.calls()] };
}

test("the operator's own connection may lead anywhere", async () => {
  const { contextOf, calls } = await contexts();
  await contextOf("T1").cloudOf("default").call(listServices, {});
  expect(calls()).toEqual([1, 0]);
});

test("in another workspace the same connection works, but only at addresses that people's connections may lead to", async () => {
  const { contextOf, config, calls } = await contexts();
  const [connection] = environmentConnections(config);
  if (!connection) throw new Error("The environment has no connection.");
  await createStore(redis.client).workspace("T2").connections.save(connection);
  await contextOf("T2").cloudOf("default").call(listServices, {});
  expect(calls()).toEqual([0, 1]);
});

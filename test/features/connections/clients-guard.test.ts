import { keptReads } from "../../../src/platform/cloud/kept-reads.ts";
import { createServer } from "node:http";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { createMetrics } from "../../../src/lib/metrics.ts";
import { cloudAgent } from "../../../src/platform/cloud/transport/agents.ts";
import { defaultCallLimits } from "../../../src/platform/cloud/transport/exchange.ts";
import { guardedAgent } from "../../../src/platform/cloud/transport/guarded-agent.ts";
import { listServices } from "../../../src/platform/cloud/services/service.ts";
import { neutralWireNames } from "../../../src/platform/cloud/connection.ts";
import { connectionClients } from "../../../src/features/connections/clients.ts";
import type { ManagedConnection } from "../../../src/features/connections/connection.ts";
import { listening } from "../../support/listening.ts";

/** A deployment on this machine. Connections that people made may not lead to it. */
async function deploymentInside(): Promise<string> {
  const server = createServer((_, response) => response.end(JSON.stringify({ result: [] })));
  const { url, close } = await listening(server);
  onTestFinished(close);
  return url;
}

function connectionTo(baseUrl: string): ManagedConnection {
  const organizationId = "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10";
  const references = { keyIdRef: "env:KEY_ID", keySecretRef: "env:KEY_SECRET" };
  return {
    name: "default",
    kind: "managed",
    baseUrl,
    organizationId,
    ...references,
    wireNames: neutralWireNames,
  };
}

const requestQuota = () => ({ take: async () => undefined, pause: async () => undefined });

const connectionHealth = { note: async () => undefined, all: async () => new Map() };

const resolve = async () => "secret";
const secrets = { resolve, resolveConfigured: resolve, forget: () => undefined };

/** The outcome of a call through a connection, in a workspace to which the operator gave these. */
async function outcome(connection: ManagedConnection, environment: ManagedConnection[]): Promise<unknown> {
  const dispatcher = cloudAgent(defaultCallLimits);
  const guardedDispatcher = guardedAgent(defaultCallLimits, { allowedHosts: [] });
  onTestFinished(() =>
    Promise.all([dispatcher.destroy(), guardedDispatcher.destroy()]).then(() => undefined),
  );
  const config = { cloud: { requestsPerWindow: 10, timeoutMs: 2_000 } };
  const clients = connectionClients(
    {
      environment: async () => environment,
      kept: { requestQuota, connectionHealth },
      secrets,
      connections: { find: async () => connection },
      mayCall: async () => undefined,
      keptReads: keptReads(Date.now),
    },
    {
      config,
      quotaSigner: { sign: (text) => text },
      metrics: createMetrics(),
      stopping: new AbortController().signal,
      now: () => new Date(),
      dispatcher,
      guardedDispatcher,
      log: pino({ level: "silent" }),
    },
  );
  return clients
    .clientOf(async () => connection)
    .call(listServices, {})
    .catch((error: unknown) => error);
}

test("a connection of the operator's environment may lead anywhere", async () => {
  const connection = connectionTo(await deploymentInside());
  expect(await outcome(structuredClone(connection), [connection])).toEqual([]);
});

test("a connection that copies a part of the operator's connection may lead to the public Internet only", async () => {
  const inside = connectionTo(await deploymentInside());
  const operators = connectionTo("https://api.cloud.example.com");
  for (const environment of [[], [operators], [{ ...inside, keyIdRef: "env:OTHER" }]]) {
    expect(await outcome(inside, environment)).toMatchObject({ kind: "forbidden" });
  }
});

import { lazily } from "../../lib/cache.ts";
import type { AreaCheck } from "../../platform/commands/check.ts";
import type { Proxy } from "../../platform/cloud/transport/proxy.ts";
import type { FactsOf, FactsWait, ShownFact } from "../../platform/commands/service-facts.ts";
import type { AllowedHosts } from "../../lib/addresses.ts";
import type { CloudClient, CloudCredentials } from "../../platform/cloud/client.ts";
import type { ConsoleLinks } from "../../platform/cloud/console-links.ts";
import type { Service } from "../../platform/cloud/services/service.ts";
import type { WireNames } from "../../platform/cloud/connection.ts";
import type { RedisConnections } from "../../platform/redis/connect.ts";
import type { WorkspaceContext } from "../../platform/context.ts";
import type { RedisSetup } from "../../platform/redis/facts.ts";
import type { MemoryUse } from "../../platform/redis/memory.ts";
import { requestQuota } from "../../platform/redis/rate-limits.ts";
import { connectionHealths } from "./health.ts";
import type { FoundServices } from "./found.ts";
import { knownServices } from "./known-services.ts";
import { creditPrices } from "./prices.ts";
import { connectLinks } from "./page/links.ts";
import { connections } from "./records.ts";
import type { Connection } from "./connection.ts";

/** The records of one workspace's connections. */
export type ConnectionRecords = ReturnType<typeof connectionRecords>;

/** The records of one workspace's connections, in Redis. */
export function connectionRecords({ main }: RedisConnections, workspaceId: string) {
  return lazily({
    connections: () => connections(main, workspaceId),
    /** The outcome of the latest call through each connection. */
    connectionHealth: () => connectionHealths(main, workspaceId),
    /** What a credit of each connection costs. */
    creditPrices: () => creditPrices(main, workspaceId),
    connectLinks: () => connectLinks(main, workspaceId),
    services: () => knownServices(main, workspaceId),
    /** The request quota of a connection, by its name, or of one kind of work with so many requests in 10 s. */
    requestQuota: () => (name: string, requests?: number) => requestQuota(main, workspaceId, name, requests),
  });
}

/** What the app runs on, the same for all workspaces. */
export interface Machine {
  /** True in the workspace of the people who run the app. Only they need these facts. */
  isOperators(): Promise<boolean>;
  redis(): Promise<RedisSetup>;
  /** How full Redis is. */
  redisMemory(): Promise<MemoryUse>;
  /** To the second. */
  slackTime(): Promise<Date>;
  /** How many items of each queue are due and not started. */
  waiting(): Promise<Record<string, number>>;
  /** By which calls leave. */
  proxy: Proxy | undefined;
  /** What is wrong with this process at this moment, a sentence each. */
  troubles(): string[];
}

/** The model that reads what people ask. */
export interface ModelFacts {
  name: string;
  host: string;
  isEncrypted: boolean;
  /** True if its key can be read, or if it needs none. */
  hasKey(): Promise<boolean>;
}

/** What connections add to a workspace's context. */
export interface ConnectionsPart extends ConnectionRecords {
  /** The API of a connection that is not saved yet, by these credentials. */
  trialOf(candidate: Connection, credentials: () => Promise<CloudCredentials>): Pick<CloudClient, "call">;
  /** The links into the console of the cloud that a connection leads to. */
  consoleOf(connection: string): Promise<ConsoleLinks>;
  /** A connection's services, listed no earlier than `since`. Many askers share few reads. */
  servicesSince(connection: string, since: Date): Promise<Service[]>;
  /** The services of the clouds that the list hasn't. `isWhole` includes those that people didn't want. */
  unadded(isWhole?: boolean): Promise<FoundServices>;
  /** The names that open alerts give services and the list hasn't. */
  namesInAlerts(): Promise<string[]>;
  /**
   * The timeout of a cloud call, how long after a lost answer a service may still appear, and the requests that the
   * cloud allows one key in 10 s.
   */
  limits: { cloudTimeoutMs: number; settleMs: number; requestsPerWindow: number };
  /** The words that deployments use, for connections that people make. */
  wireNames: WireNames;
  /** The hosts outside the public Internet that people's connections may use. */
  allowedHosts: AllowedHosts;
  machine: Machine;
  /** Undefined if there is none. */
  model?: ModelFacts | undefined;
  /** The checks of `/db doctor`, from all features. */
  checks: readonly AreaCheck[];
  /** What all features know of these services, by service id. */
  factsOf(services: readonly FactsOf[], wait?: FactsWait): Promise<ReadonlyMap<string, ShownFact[]>>;
  /** What uses a connection, from all features. */
  connectionUses(connection: string): Promise<string[]>;
}

/** What code of connections may use. */
export type ConnectionsContext = WorkspaceContext & ConnectionsPart;

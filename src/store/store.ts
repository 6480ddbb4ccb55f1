import type { Redis } from "ioredis";
import { type Budget, budget } from "./budget.ts";
import { type Connections, connections } from "./connections.ts";
import { type OpenForms, openForms } from "./forms.ts";
import { type RequestLog, requestLog } from "./requests.ts";
import { type KnownServices, knownServices } from "./services.ts";

/** All that is kept of one workspace. */
export interface WorkspaceStore {
  connections: Connections;
  services: KnownServices;
  forms: OpenForms;
  requests: RequestLog;
  budget(connectionName: string): Budget;
}

/** What the product keeps, a workspace at a time, and whether it can be reached. */
export interface Store {
  workspace(workspaceId: string): WorkspaceStore;
  /** Fails when Redis does not answer. */
  ping(): Promise<void>;
}

/** The store in Redis. */
export function createStore(redis: Redis): Store {
  return {
    workspace: (workspaceId) => ({
      connections: connections(redis, workspaceId),
      services: knownServices(redis, workspaceId),
      forms: openForms(redis, workspaceId),
      requests: requestLog(redis, workspaceId),
      budget: (connectionName) => budget(redis, workspaceId, connectionName),
    }),
    async ping() {
      await redis.ping();
    },
  };
}

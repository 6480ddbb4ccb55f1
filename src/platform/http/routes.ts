import type { RequestListener } from "node:http";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { Metrics } from "../../lib/metrics.ts";
import type { Signal } from "../../lib/signal.ts";
import type { ContextOf, WorkspaceContext } from "../context.ts";
import type { WorkspaceSealer } from "../secrets/seal.ts";
import type { BodyBudget } from "./read-body.ts";

/** What pages of a feature are made of. */
export interface RouteParts<Context = WorkspaceContext> {
  contextOf: ContextOf<Context>;
  newId: () => string;
  log: Logger;
}

/** What a listener of a feature is made of, if Hono is too slow for its requests. */
export interface ListenerParts {
  /** A connection for these requests alone. */
  redis: Redis;
  sealerOf: (workspaceId: string) => WorkspaceSealer;
  /** What one part of this process tells a worker in it. */
  signalOf: (name: string) => Signal;
  /** True while Redis keeps its room for everything else. */
  isStoreNearlyFull: () => boolean;
  metrics: Metrics;
  bodyBudget: BodyBudget;
  now: () => Date;
  log: Logger;
}

/** What answers all requests below a path. */
export interface PathListener {
  /** As in `/hooks/`. */
  path: string;
  listener: RequestListener;
}

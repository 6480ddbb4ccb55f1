import { Hono } from "hono";
import type { Metrics } from "../../lib/metrics.ts";
import type { Tracing } from "../../lib/tracing/tracing.ts";
import { type RedisTrouble, forbiddenCommand, redisTrouble } from "../redis/errors.ts";
import type { RequestListener, ServerResponse } from "node:http";
import type { RedisClient } from "../redis/connect.ts";
import type { RateLimits } from "../redis/rate-limits.ts";
import type { Logger } from "pino";
import type { Signal } from "../../lib/signal.ts";
import type { ContextOf, WorkspaceContext } from "../context.ts";
import type { Signer, WorkspaceSealer } from "../secrets/seal.ts";
import type { BodyQuota } from "./read-body.ts";
import { type KeptPictures, pictureAt } from "../pictures/pictures.ts";
import { minuteMs } from "../../lib/duration.ts";
import { isAppError } from "../../lib/errors.ts";
import { windowCounts } from "../../lib/window-counts.ts";

interface Options {
  pictures: {
    picturesOf: (workspaceId: string) => Pick<KeptPictures, "find">;
    signer: Signer;
    now: () => Date;
  };
  /** Adds the features' pages. */
  routes?: (app: Hono) => void;
  nowMs?: () => number;
}

// Each page, picture and address for answers has its own path, and few people or one sender.
const mostPerMinute = 600;

/** Refuses requests to a path that gets too many, before any work. Programs at `/mcp` count by their token instead. */
function limitEachPath(app: Hono, nowMs: () => number): void {
  const countOf = windowCounts({ windowMs: minuteMs, mostKeys: 10_000, nowMs });
  app.use(async ({ req, text }, next) => {
    const { count, leftMs } = countOf(req.path.slice(0, 500));
    if (count <= mostPerMinute || /^\/mcp\/?$/.test(req.path)) return next();
    return text("Too many requests. Try again later.\n", 429, {
      "retry-after": String(Math.ceil(leftMs / 1_000)),
    });
  });
}

const notReady: Record<RedisTrouble, string> = {
  away: "can't reach Redis",
  "read-only": "Redis is read-only",
  full: "Redis is full and refuses writes",
  unsaved: "Redis can't write to its disk and refuses writes",
  refused: "Redis refuses the user or password",
  untrusted: "TLS with Redis fails",
  down: "a part of the Redis Cluster has no master",
  hung: "Redis doesn't answer",
  forbidden: "Redis' user may not run a command that is needed (NOPERM)",
};

function reasonOf(error: unknown): string {
  const command = forbiddenCommand(error);
  if (command !== undefined) return `Redis' user may not run the command ${command} (NOPERM)`;
  return notReady[redisTrouble(error)];
}

/** What a process serves while it waits for Redis at its start. `failure`: the latest of Redis. */
export function waitingPages(failure: () => unknown): Hono {
  return new Hono().all("*", ({ json }) =>
    json({ status: "not ready", reason: reasonOf(failure()) }, 503, { "retry-after": "1" }),
  );
}

/** Says that the process is alive. */
export const lifePath = {
  "/healthz": (_request, response) => answerJson(response, 200, { status: "alive" }),
} satisfies Record<string, RequestListener>;

/** Says whether the process is alive, and whether it is to get requests. */
export function healthPaths(
  readiness: Pick<Readiness, "check" | "troubles">,
): Record<string, RequestListener> {
  return {
    ...lifePath,
    async "/readyz"(_request, response) {
      const reason = await readiness.check();
      const troubles = readiness.troubles();
      const detail = troubles.length > 0 ? { troubles } : {};
      if (reason === undefined) answerJson(response, 200, { status: "ready", ...detail });
      else answerJson(response, 503, { status: "not ready", reason, ...detail });
    },
  };
}

function answerJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

/** The metrics, for a port of their own. */
export function metricsPage(metrics: Pick<Metrics, "exposition">): Hono {
  const app = new Hono();
  app.get("/metrics", async (context) => {
    const { contentType, text } = await metrics.exposition();
    return context.body(text, 200, { "content-type": contentType });
  });
  app.notFound((context) => context.text("Not found.\n", 404));
  return app;
}

/** Whether this process is to get requests. */
export type Readiness = ReturnType<typeof readinessOf>;

/** Ready while `prove` proves that Redis takes writes, until `end`. */
export function readinessOf(prove: () => Promise<void>) {
  let isEnded = false;
  let proving: Promise<string | undefined> | undefined;
  const readers: (() => string | undefined)[] = [];
  return {
    /** Adds a part that may be in trouble, though the process can still take requests. */
    tell: (trouble: () => string | undefined): void => void readers.push(trouble),
    /** What is wrong at this moment, a sentence each, in plain text. */
    troubles: (): string[] => readers.map((read) => read()).filter((trouble) => trouble !== undefined),
    /** Undefined, or why this process is not ready. All that ask at once share one proof, because it writes. */
    async check(): Promise<string | undefined> {
      if (isEnded) return "stopping";
      proving ??= proved().finally(() => (proving = undefined));
      return proving;
    },
    /** It never becomes ready again. */
    end: () => void (isEnded = true),
  };

  async function proved(): Promise<string | undefined> {
    try {
      await prove();
      return undefined;
    } catch (error) {
      // The Redis connections have logged the reason.
      return reasonOf(error);
    }
  }
}

/** The pages: everything the server serves except its health, Slack's requests and alerts. */
export function webApp({ pictures, routes, nowMs = () => performance.now() }: Options): Hono {
  const app = new Hono();
  limitEachPath(app, nowMs);
  servePictures(app, pictures);
  routes?.(app);
  app.notFound((context) => context.text("Not found.\n", 404));
  return app;
}

/** The parts for a feature's pages. */
export interface RouteParts<Context = WorkspaceContext> {
  contextOf: ContextOf<Context>;
  /** The limits of people. */
  rateLimits: RateLimits;
  newId: () => string;
  log: Logger;
}

/** The parts for a feature's listener, if Hono is too slow for its requests. */
export interface ListenerParts {
  /** A connection for these requests only. */
  redis: RedisClient;
  sealerOf: (workspaceId: string) => WorkspaceSealer;
  /** Notifies a worker in this process. */
  signalOf: (name: string) => Signal;
  /** True if Redis is nearly full and the rest is reserved. */
  isStoreNearlyFull: () => Promise<boolean>;
  metrics: Metrics;
  tracing: Tracing;
  bodyQuota: BodyQuota;
  /** To be called after a request that was refused for a reason of our own. */
  deliveryFailed: () => void;
  now: () => Date;
  log: Logger;
}

/** Handles all requests below a path. */
export interface PathListener {
  /** As in `/hooks/`. */
  path: string;
  listener: RequestListener;
}

/** Serves pictures at addresses that we signed, until they expire. Any other address is not found. */
function servePictures(app: Hono, { picturesOf, signer, now }: Options["pictures"]): void {
  app.get("/pictures/*", async (context) => {
    const time = now();
    const picture = pictureAt(context.req.path, signer, time);
    if (!picture) return context.notFound();
    try {
      const png = await picturesOf(picture.workspaceId).find(picture.id);
      if (!png) return context.notFound();
      const secondsLeft = Math.floor((picture.expiresAt.getTime() - time.getTime()) / 1_000);
      return context.body(new Uint8Array(png), 200, {
        "content-type": "image/png",
        "cache-control": `private, max-age=${secondsLeft}`,
        "x-content-type-options": "nosniff",
      });
    } catch (error) {
      if (!isAppError(error, "upstream")) throw error;
      return context.text("Couldn't read the picture. Try again.\n", 503);
    }
  });
}

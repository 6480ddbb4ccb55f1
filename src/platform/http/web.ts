import { Hono } from "hono";
import type { Metrics } from "../../lib/metrics.ts";
import { type RedisTrouble, redisTrouble } from "../redis/errors.ts";
import type { RequestListener } from "node:http";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { Signal } from "../../lib/signal.ts";
import type { ContextOf, WorkspaceContext } from "../context.ts";
import type { WorkspaceSealer } from "../secrets/seal.ts";
import type { BodyQuota } from "./read-body.ts";
import { type KeptPictures, pictureAt } from "../pictures/served.ts";
import { isAppError } from "../../lib/errors.ts";
import type { Signer } from "../secrets/signer.ts";

interface Options {
  /** Fails as `upstream` when Redis does not take writes. */
  pingStore: () => Promise<void>;
  pictures: PictureServing;
  metrics: Pick<Metrics, "exposition">;
  /** Adds the pages of features. */
  routes?: (app: Hono) => void;
}

const notReady: Record<RedisTrouble, string> = {
  away: "Redis cannot be reached",
  "read-only": "Redis is read-only",
  full: "Redis is full and refuses writes",
  unsaved: "Redis cannot write to its disk and refuses writes",
};

/** Everything the server answers but Slack's requests and alerts. */
export function webApp({ pingStore, pictures, metrics, routes }: Options): Hono {
  const app = new Hono();
  app.get("/healthz", (context) => context.json({ status: "alive" }));
  app.get("/readyz", async (context) => {
    try {
      await pingStore();
      return context.json({ status: "ready" });
    } catch (error) {
      // The connections of Redis have told the log already.
      return context.json({ status: "not ready", reason: notReady[redisTrouble(error)] }, 503);
    }
  });
  app.get("/metrics", async (context) => {
    const { contentType, text } = await metrics.exposition();
    return context.body(text, 200, { "content-type": contentType });
  });
  servePictures(app, pictures);
  routes?.(app);
  app.notFound((context) => context.text("There is nothing at this address.\n", 404));
  return app;
}

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
  bodyQuota: BodyQuota;
  now: () => Date;
  log: Logger;
}

/** What answers all requests below a path. */
export interface PathListener {
  /** As in `/hooks/`. */
  path: string;
  listener: RequestListener;
}

/** What is needed to serve pictures. */
interface PictureServing {
  picturesOf: (workspaceId: string) => Pick<KeptPictures, "find">;
  signer: Signer;
  now: () => Date;
}

/** Serves pictures at the addresses that we signed, while they last; any other address is not there. */
function servePictures(app: Hono, { picturesOf, signer, now }: PictureServing): void {
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
      return context.text("The picture cannot be read just now.\n", 503);
    }
  });
}

import { Hono } from "hono";
import type { Metrics } from "../../lib/metrics.ts";
import { type RedisTrouble, redisTrouble } from "../redis/errors.ts";
import { type PictureServing, servePictures } from "./pictures.ts";

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

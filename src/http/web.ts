import { Hono } from "hono";
import type { Metrics } from "../metrics.ts";
import { type PictureServing, servePictures } from "./pictures.ts";

interface Options {
  /** Fails when Redis does not answer. */
  pingStore: () => Promise<void>;
  pictures: PictureServing;
  metrics: Pick<Metrics, "exposition">;
}

/** Everything the server answers but Slack's requests and alerts. */
export function webApp({ pingStore, pictures, metrics }: Options): Hono {
  const app = new Hono();
  app.get("/healthz", (context) => context.json({ status: "alive" }));
  app.get("/readyz", async (context) => {
    try {
      await pingStore();
      return context.json({ status: "ready" });
    } catch {
      // Why Redis cannot be reached is in the log already, from its own connection.
      return context.json({ status: "not ready", reason: "Redis cannot be reached" }, 503);
    }
  });
  app.get("/metrics", async (context) => {
    const { contentType, text } = await metrics.exposition();
    return context.body(text, 200, { "content-type": contentType });
  });
  servePictures(app, pictures);
  app.notFound((context) => context.text("There is nothing at this address.\n", 404));
  return app;
}

import { Hono } from "hono";
import type { Metrics } from "../../lib/metrics.ts";
import { type RedisTrouble, redisTrouble } from "../redis/errors.ts";
import type { ConnectServing } from "../../features/connections/page/pages.ts";
import type { Installing } from "../../features/workspace/install/page-options.ts";
import { serveInstalling } from "../../features/workspace/install/routes.ts";
import { type PictureServing, servePictures } from "./pictures.ts";

interface Options {
  /** Fails as `upstream` when Redis does not take writes. */
  pingStore: () => Promise<void>;
  pictures: PictureServing;
  /** Absent where there is one workspace, by its token. */
  installing?: Installing | undefined;
  metrics: Pick<Metrics, "exposition">;
  /** What the pages for credentials need; without it there are none. */
  connect?: ConnectServing;
}

const notReady: Record<RedisTrouble, string> = {
  away: "Redis cannot be reached",
  "read-only": "Redis is read-only",
  full: "Redis is full and refuses writes",
  unsaved: "Redis cannot write to its disk and refuses writes",
};

/** Everything the server answers but Slack's requests and alerts. */
export function webApp({ pingStore, pictures, installing, metrics, connect }: Options): Hono {
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
  if (installing) serveInstalling(app, installing);
  if (connect) {
    // Pages are for few, and what they take is loaded with the first.
    app.all("/connect/*", async (context) => {
      const { connectPages } = await import("../../features/connections/page/pages.ts");
      return connectPages(connect).fetch(context.req.raw);
    });
  }
  app.notFound((context) => context.text("There is nothing at this address.\n", 404));
  return app;
}

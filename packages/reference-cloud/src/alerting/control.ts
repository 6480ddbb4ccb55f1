import { Hono } from "hono";
import { z } from "zod";
import { bodyAs } from "../control-body.ts";
import type { ServerEnv } from "../environment.ts";
import type { World } from "../world.ts";
import { alertControls } from "./alert-controls.ts";
import { webhookControls } from "./webhook-controls.ts";

const SenderChange = z.strictObject({
  version: z.enum(["newer", "older"]).optional(),
  waitsMs: z.array(z.int().min(0)).optional(),
});
const Every = z.strictObject({ everyMs: z.int().min(0) });
const ObservabilityChange = z.strictObject({
  naming: z.enum(["older", "newer"]).optional(),
  offers: z.enum(["everything", "documented"]).optional(),
});

/**
 * The controls of alerts and of what posts them, without authentication. An alert's `{id}` is its id or name.
 *
 * | method and path                     | body                              | what it does                           |
 * |-------------------------------------|-----------------------------------|----------------------------------------|
 * | GET /control/alerts[?place=…]       |                                   | lists them, of a place by its id: a    |
 * |                                     |                                   | service's, or "standalone"             |
 * | POST /control/alerts                | `{ name, place?, …settings }`     | makes one                              |
 * | POST /control/alerts/{id}           | any settings                      | changes it: webhookId, interval,       |
 * |                                     |                                   | message, note, lines, saidState, …     |
 * | DELETE /control/alerts/{id}         |                                   | deletes it without a notice            |
 * | POST /control/alerts/{id}/breach    | `{ groups?, value?, evaluate? }`  | lets these groups breach, those before |
 * |                                     |                                   | too, and looks unless `evaluate: false`|
 * | POST /control/alerts/{id}/clear     | `{ groups?, evaluate? }`          | ends these, or all                     |
 * | POST /control/alerts/{id}/storm     | `{ groups, value? }`              | lets so many groups breach, and looks  |
 * | POST /control/alerts/{id}/evaluate  |                                   | looks now, and posts                   |
 * | POST /control/alerts/{id}/silence   | `{ forMs? }`                      | nothing is posted for so long (an hour)|
 * | DELETE /control/alerts/{id}/silence |                                   |                                        |
 * | POST /control/evaluate              |                                   | looks at all                           |
 * | POST /control/evaluation            | `{ everyMs }`                     | looks at all so often; 0 for never     |
 * | GET, POST /control/webhooks         | `{ url, headers?, template?,      | the template "default", "older",       |
 * |                                     | name?, alerts? }`                 | "structured" or a text; alerts post    |
 * |                                     |                                   | to it from then on                     |
 * | PUT, DELETE /control/webhooks/{id}  | the same                          |                                        |
 * | POST /control/webhooks/{id}/test    |                                   | "send test"                            |
 * | POST /control/sender                | `{ version?, waitsMs? }`          | "older": sends no end, and tries once  |
 * | POST /control/observability         | `{ naming?, offers? }`            | the names of fields of "older" or      |
 * |                                     |                                   | "newer" servers; "everything" or only  |
 * |                                     |                                   | the "documented" operations are served |
 * | GET, DELETE /control/deliveries     |                                   | what became of each post               |
 *
 * Controls that post respond with their deliveries once they are done, or earlier with `?wait=no`.
 */
export function alertingRoutes(world: World): Hono<ServerEnv> {
  const { sender, evaluation, observability } = world;
  return new Hono<ServerEnv>()
    .route("/alerts", alertControls(world))
    .route("/webhooks", webhookControls(world))
    .post("/evaluate", async ({ json }) => json(await evaluation.evaluateAll()))
    .post("/evaluation", async (context) => {
      const { everyMs } = await bodyAs(Every, context);
      evaluation.every(everyMs);
      return context.json({ everyMs });
    })
    .post("/sender", async (context) => {
      Object.assign(sender, await bodyAs(SenderChange, context));
      return context.json({ version: sender.version, waitsMs: sender.waitsMs });
    })
    .post("/observability", async (context) => {
      Object.assign(observability, await bodyAs(ObservabilityChange, context));
      const { naming, offers } = observability;
      return context.json({ naming, offers });
    })
    .get("/deliveries", ({ json }) => json(sender.deliveries.list()))
    .delete("/deliveries", (context) => {
      sender.deliveries.clear();
      return context.body(null, 204);
    });
}

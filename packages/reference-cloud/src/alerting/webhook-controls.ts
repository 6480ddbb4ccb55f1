import { randomBytes } from "node:crypto";
import { type Context, Hono } from "hono";
import { refuse } from "../answers.ts";
import { bodyAs } from "../control-body.ts";
import type { ServerEnv } from "../environment.ts";
import type { World } from "../world.ts";
import { findAlert } from "./find-alert.ts";
import { type Webhook, WebhookRequest } from "./webhook.ts";

/** The controls of webhooks, as control.ts lists them. */
export function webhookControls(world: World): Hono<ServerEnv> {
  const { webhooks } = world.sender;

  async function put(context: Context<ServerEnv>, id: string): Promise<Response> {
    const { alerts, ...webhook } = await bodyAs(WebhookRequest, context);
    const posting = alerts.map((address) => findAlert(world, address));
    webhooks.set(id, { ...webhook, id });
    for (const { alert } of posting) alert.channel = { type: "webhook", webhookId: id };
    return context.json({ id });
  }

  function found(context: Context<ServerEnv>): Webhook {
    return webhooks.get(context.req.param("id") ?? "") ?? refuse(404, "There is no such webhook.");
  }

  return new Hono<ServerEnv>()
    .get("/", (context) => context.json([...webhooks.values()].map(withoutSecrets)))
    .post("/", (context) => put(context, randomBytes(12).toString("hex")))
    .put("/:id", (context) => put(context, context.req.param("id")))
    .delete("/:id", (context) => {
      webhooks.delete(found(context).id);
      return context.body(null, 204);
    })
    .post("/:id/test", async (context) => context.json(await world.sender.test(found(context))));
}

/** A webhook's headers and the secret in its path are private. */
function withoutSecrets({ id, name, url, template }: Webhook) {
  return { id, name, host: new URL(url).host, template };
}

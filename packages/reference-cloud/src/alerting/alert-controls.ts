import { type Context, Hono } from "hono";
import { z } from "zod";
import { bodyAs } from "../control-body.ts";
import type { ServerEnv } from "../environment.ts";
import { shownAlert } from "../observability/shown-alert.ts";
import type { World } from "../world.ts";
import { addAlert, AlertSettings, NewAlert, setAlert } from "./alert-settings.ts";
import type { TargetAlert } from "./evaluation.ts";
import { findAlert } from "./find-alert.ts";
import { hourMs } from "../duration.ts";

// A value well above any seeded threshold.
const usualValue = 2432;

const Breach = z.strictObject({
  groups: z.array(z.string()).min(1).default([""]),
  value: z.number().default(usualValue),
  evaluate: z.boolean().default(true),
});
const Clear = z.strictObject({ groups: z.array(z.string()).optional(), evaluate: z.boolean().default(true) });
const Storm = z.strictObject({
  groups: z.int().min(1).max(100_000).default(10_000),
  value: z.number().default(usualValue),
});
const Silence = z.strictObject({ forMs: z.int().min(1).default(hourMs) });

/** The controls of alerts, as control.ts lists them. */
export function alertControls(world: World): Hono<ServerEnv> {
  const found = (context: Context<ServerEnv>) => findAlert(world, context.req.param("id") ?? "");
  return new Hono<ServerEnv>()
    .get("/", (context) => {
      const targetId = context.req.query("place");
      if (targetId !== undefined) world.observability.target(targetId);
      const all = world.observability
        .alerts()
        .filter((one) => targetId === undefined || one.target.id === targetId);
      return context.json(all.map((one) => shown(world, one)));
    })
    .post("/", async (context) =>
      context.json(shown(world, addAlert(world, await bodyAs(NewAlert, context)))),
    )
    .post("/:id", async (context) => {
      const placed = found(context);
      setAlert(placed, await bodyAs(AlertSettings, context), world.clock.now());
      return context.json(shown(world, placed));
    })
    .delete("/:id", (context) => {
      const { target, alert } = found(context);
      target.alerts.delete(alert.id);
      return context.body(null, 204);
    })
    .post("/:id/breach", async (context) => {
      const placed = found(context);
      const { groups, value, evaluate } = await bodyAs(Breach, context);
      for (const group of groups) placed.alert.breaching.set(group, value);
      return evaluate ? evaluated(world, placed, context) : context.json([]);
    })
    .post("/:id/clear", async (context) => {
      const placed = found(context);
      const { breaching } = placed.alert;
      const { groups = [...breaching.keys()], evaluate } = await bodyAs(Clear, context);
      for (const group of groups) breaching.delete(group);
      return evaluate ? evaluated(world, placed, context) : context.json([]);
    })
    .post("/:id/storm", async (context) => {
      const placed = found(context);
      const { groups, value } = await bodyAs(Storm, context);
      for (let n = 1; n <= groups; n += 1) placed.alert.breaching.set(stormGroup(n), value);
      return evaluated(world, placed, context);
    })
    .post("/:id/evaluate", (context) => evaluated(world, found(context), context))
    .post("/:id/silence", async (context) => {
      const { forMs } = await bodyAs(Silence, context);
      const now = world.clock.now();
      const until = new Date(now.getTime() + forMs).toISOString();
      const { alert } = found(context);
      alert.silenced = { by: "ada@example.com", at: now.toISOString(), until };
      return context.json(alert.silenced);
    })
    .delete("/:id/silence", (context) => {
      found(context).alert.silenced = undefined;
      return context.body(null, 204);
    });
}

function stormGroup(n: number): string {
  return `ServiceName:service-${String(n).padStart(5, "0")}`;
}

async function evaluated(
  { evaluation }: World,
  placed: TargetAlert,
  context: Context<ServerEnv>,
): Promise<Response> {
  const posting = evaluation.evaluate(placed);
  return context.json(context.req.query("wait") === "no" ? [] : await posting);
}

function shown({ observability }: World, { alert, target }: TargetAlert) {
  const { breaching, firing } = alert;
  const now = { place: target.id, breaching: Object.fromEntries(breaching), firing: [...firing] };
  return { ...shownAlert(alert, target, observability.naming), ...now };
}

import { Hono } from "hono";
import { z } from "zod";
import { alertingRoutes } from "./alerting/control.ts";
import { bodyAs } from "./control-body.ts";
import { factorKey } from "./cost-settings.ts";
import type { ServerEnv } from "./environment.ts";
import { faultListSchema } from "./fault.ts";
import { routes } from "./routes.ts";
import { serviceAt } from "./service-record.ts";
import type { World } from "./world.ts";

const FaultList = faultListSchema(Object.keys(routes));
const ClockMove = z.strictObject({ advanceMs: z.int().min(0) });
const Factor = z.strictObject({ serviceId: z.string(), day: z.iso.date(), factor: z.number().min(0) });
const CostChange = z.strictObject({
  shape: z.enum(["array", "object"]).optional(),
  forbidden: z.boolean().optional(),
  factors: z.array(Factor).optional(),
});
const ServicesChange = z.strictObject({ changes: z.boolean() });
const BackupChange = z.strictObject({
  serviceId: z.string(),
  lastFailed: z.boolean().optional(),
  firstAfterMs: z.int().min(0).optional(),
});

/**
 * The local controls, without authentication.
 *
 * | method and path                | body                            | what it does                                |
 * |--------------------------------|---------------------------------|---------------------------------------------|
 * | POST /control/faults           | a list of `Fault`               | adds them behind those that wait            |
 * | DELETE /control/faults         |                                 | removes them all                            |
 * | GET /control/requests          |                                 | lists what was received, the oldest first   |
 * | DELETE /control/requests       |                                 | empties that list                           |
 * | GET /control/services[?name=…] |                                 | lists every organization's services, or     |
 * |                                |                                 | those of a name                             |
 * | POST /control/services         | `{ changes: boolean }`          | whether services that exist can be changed, |
 * |                                |                                 | stopped and deleted                         |
 * | POST /control/clock            | `{ advanceMs }`                 | moves the server's clock forward            |
 * | POST /control/costs            | any of                          |                                             |
 * |                                | `{ shape: "array" | "object" }` | how a single cost record is answered        |
 * |                                | `{ forbidden: boolean }`        | whether keys may not read costs             |
 * |                                | `{ factors: [{ serviceId, day,` | makes a service's day so many times as dear |
 * |                                | `factor }] }`                   | as it would be, beside those given before   |
 * | POST /control/backups          | any of, with `{ serviceId }`    |                                             |
 * |                                | `{ lastFailed: boolean }`       | whether its latest backup failed, which few |
 * |                                |                                 | do by chance                                |
 * |                                | `{ firstAfterMs }`              | the time from its creation to its first one |
 *
 * Those of alerts and what posts them are listed in alerting/control.ts.
 */
export function controlRoutes(world: World): Hono<ServerEnv> {
  return new Hono<ServerEnv>()
    .route("/", alertingRoutes(world))
    .post("/faults", async (context) => {
      const faults = await bodyAs(FaultList, context);
      world.faults.add(faults);
      return context.json({ added: faults.length });
    })
    .delete("/faults", (context) => {
      world.faults.clear();
      return context.body(null, 204);
    })
    .get("/requests", (context) => context.json(world.requests.list()))
    .delete("/requests", (context) => {
      world.requests.clear();
      return context.body(null, 204);
    })
    .get("/services", (context) => {
      const name = context.req.query("name");
      const services = allServices(world);
      return context.json(
        name === undefined ? services : services.filter((service) => service.name === name),
      );
    })
    .post("/services", async (context) => {
      Object.assign(world.services, await bodyAs(ServicesChange, context));
      return context.json(world.services);
    })
    .post("/clock", async (context) => {
      world.clock.advance((await bodyAs(ClockMove, context)).advanceMs);
      return context.json({ now: world.clock.now().toISOString() });
    })
    .post("/backups", async (context) => {
      const { serviceId, ...change } = await bodyAs(BackupChange, context);
      const { settings } = world.backups;
      settings.set(serviceId, { ...settings.get(serviceId), ...change });
      return context.json(settings);
    })
    .post("/costs", async (context) => {
      const { factors = [], ...change } = await bodyAs(CostChange, context);
      Object.assign(world.costs, change);
      for (const { serviceId, day, factor } of factors) {
        world.costs.factors.set(factorKey(serviceId, day), factor);
      }
      const { shape, forbidden } = world.costs;
      return context.json({ shape, forbidden, factors: Object.fromEntries(world.costs.factors) });
    });
}

function allServices({ organizations, clock, provisioningMs }: World) {
  return organizations.flatMap(({ id: organizationId, services }) =>
    services.map((service) => ({ organizationId, ...serviceAt(service, clock.now(), provisioningMs) })),
  );
}

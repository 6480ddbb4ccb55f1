import { beforeEach, expect, test } from "vitest";
import { createStore } from "../../src/app/store.ts";
import { alertObject } from "../../src/features/alerts/object/alert-object.ts";
import type { AlertsContext } from "../../src/features/alerts/context.ts";
import { serviceObject } from "../../src/features/services/object/service-object.ts";
import type { ServicesContext } from "../../src/features/services/context.ts";
import { keys } from "../../src/platform/redis/keys.ts";
import { hookRecord, incidentRecord } from "../support/alerts.ts";
import { useRedis } from "../support/redis.ts";

const redis = useRedis();
const serviceId = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10";

/** What the readers use of one workspace's context, with its records in Redis. */
function contextOf(workspaceId: string): AlertsContext & ServicesContext {
  const records = createStore(redis.client).workspace(workspaceId);
  const context = {
    ...records,
    factsOf: async () => new Map(),
    cloudOf: () => ({ call: async () => ({ id: serviceId, state: "running" }) }),
    messenger: { linkTo: async () => "https://acme.slack.com/archives/C1/p12" },
    log: { info: () => {} },
    now: () => new Date(),
  };
  // Holds all that they use. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return context as unknown as AlertsContext & ServicesContext;
}

beforeEach(async () => {
  const { services, hooks } = createStore(redis.client).workspace("T1");
  const addedAt = "2026-11-20T10:00:00.000Z";
  await services.add({ name: "orders prod", serviceId, addedBy: "U1", addedAt });
  await hooks.add(hookRecord());
  const incident = incidentRecord();
  await redis.client.set(keys.incident("T1", incident.id), JSON.stringify(incident));
});

test.each(["card", "pane"] as const)(
  "the %s of a thing is only in the workspace that has it",
  async (way) => {
    const [own, other] = [contextOf("T1"), contextOf("T2")];
    const { id } = incidentRecord();
    expect(JSON.stringify(await serviceObject[way](serviceId, own))).toContain("orders prod");
    expect(JSON.stringify(await alertObject[way](id, own))).toContain("Checkout errors");
    expect(await serviceObject[way](serviceId, other)).toBeUndefined();
    expect(await alertObject[way](id, other)).toBeUndefined();
  },
);

import { expect, test } from "vitest";
import { knownWebhooks } from "../../../../src/features/observability/alert-rules/webhooks.ts";
import { observabilityClientOf } from "../../../../src/features/observability/observability-client.ts";
import type { AlertEvent } from "../../../../src/features/alerts/incident/event-record.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { alertEvent, hookRecord, incidentRecord, madeAlert, putIncidents } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";
import { type Deployment, deployments, observedFixture } from "../fixture.ts";
import { tileAlert } from "./tile-alert.ts";
import { choosableWebhooks } from "../../../../src/features/observability/alert-rules/webhooks.ts";

const redis = useRedis();
const hook = hookRecord();
const reached = { hookId: hook.id, hookName: hook.name, channelId: "C1" };

/** A target with an alert on each of two tiles. Each alert has its own webhook. */
async function fixture(deployment: Deployment, observes?: { connection: string; serviceId: string }) {
  const { context, target } = await observedFixture(redis.client, deployment);
  const errors = await tileAlert(target, context, { name: "Errors", webhookId: "w1" });
  const latency = await tileAlert(target, context, { name: "Latency", tile: 1, webhookId: "w2" });
  await context.hooks.add(hookRecord(observes && { observes }));
  return {
    context,
    target,
    errors,
    latency,
    /** Stores an incident of the hook with these facts of its event. */
    happens: (id: string, facts: Partial<AlertEvent>) =>
      putIncidents(context, incidentRecord({ id, key: id, latest: alertEvent(facts) })),
    look: async () =>
      (
        await knownWebhooks(target, await observabilityClientOf(target, context).alerts.list(), context)
      ).filter(({ webhookId }) => /^w\d$/.test(webhookId)),
  };
}

test.each(deployments)(
  "%s: a webhook's hook is learned from an incident of an alert with only that webhook",
  async (deployment) => {
    const { happens, look, errors, latency } = await fixture(deployment);
    expect(await look()).toEqual([
      { webhookId: "w1", usedBy: 1 },
      { webhookId: "w2", usedBy: 1 },
    ]);
    const { dashboardId, tileId } = errors;
    await happens("i1", { alertName: "Errors", origin: { dashboardId, tileId } });
    await happens("i2", { isTest: true, origin: { alertId: latency.alert.id } });
    expect(await look()).toEqual([
      { webhookId: "w1", ...reached, usedBy: 1 },
      { webhookId: "w2", usedBy: 1 },
    ]);
    await happens("i3", { origin: { alertId: latency.alert.id } });
    expect((await look())[1]).toEqual({ webhookId: "w2", ...reached, usedBy: 1 });
  },
);

test("a learned hook stays known without its incidents", async () => {
  const { happens, look, latency } = await fixture("stand-alone");
  await happens("i1", { origin: { alertId: latency.alert.id } });
  const before = await look();
  const [listed = ""] = await redis.client.keys(keys.recentIncidents("T1", "*"));
  await redis.client.del(listed, keys.incident("T1", "i1"));
  expect(await look()).toEqual(before);
  expect(before).toContainEqual({ webhookId: "w2", ...reached, usedBy: 1 });
});

test("an incident with another name on an alert's tile teaches nothing about the alert's webhook", async () => {
  const { context, target, happens, look, errors } = await fixture("managed");
  const { alert, dashboardId, tileId } = errors;
  await happens("i1", { alertName: "Slow", origin: { dashboardId, tileId } });
  const alone = () => knownWebhooks(target, [alert], context);
  expect(await alone()).toEqual([{ webhookId: "w1", usedBy: 1 }]);
  expect(await look()).toContainEqual({ webhookId: "w1", usedBy: 1 });
  await happens("i2", { alertName: "Errors in API Monitoring", origin: { dashboardId, tileId } });
  expect(await alone()).toEqual([{ webhookId: "w1", ...reached, usedBy: 1 }]);
});

test("nothing is learned from a hook that observes another target, and a deleted hook is no longer shown", async () => {
  const { context, happens, look, latency } = await fixture("stand-alone", {
    connection: "elsewhere",
    serviceId: "s9",
  });
  await happens("i1", { origin: { alertId: latency.alert.id } });
  expect(await look()).toContainEqual({ webhookId: "w2", usedBy: 1 });
  await context.hooks.change(hook.id, (present) => ({ ...present, observes: undefined }));
  expect(await look()).toContainEqual({ webhookId: "w2", ...reached, usedBy: 1 });
  await context.hooks.remove(hook.id);
  expect(await look()).toContainEqual({ webhookId: "w2", usedBy: 1 });
});

test("the creator of an alert names its webhook's hook", async () => {
  const { context, target, look, errors } = await fixture("managed");
  const { connection, serviceId } = target;
  const there = { connection, ...(serviceId && { serviceId }) };
  const made = { alertId: errors.alert.id, ...there, webhookId: "w1", hookId: hook.id };
  await context.madeAlerts.remember({ ...madeAlert(), serviceId: undefined, ...made });
  expect(await look()).toContainEqual({ webhookId: "w1", ...reached, usedBy: 1 });
});

test("a webhook is offered if its id fits into an option", async () => {
  const { context, target } = await fixture("managed");
  const ids = ["w".repeat(75), "v".repeat(76)];
  const alerts = ids.map((webhookId) => ({ id: webhookId, channel: { type: "webhook", webhookId } }));
  const offered = await choosableWebhooks(target, alerts, undefined, context);
  expect(offered.map(({ webhookId }) => webhookId)).toEqual([ids[0]]);
});

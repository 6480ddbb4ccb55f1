import { expect, test } from "vitest";
import { incidentsOf } from "../../../../src/features/observability/alert-rules/incidents.ts";
import { observabilityClientOf } from "../../../../src/features/observability/observability-client.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import type { AlertEvent } from "../../../../src/features/alerts/incident/event-record.ts";
import type { Incident } from "../../../../src/features/alerts/incident/record.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { alertEvent, hookRecord, incidentRecord, putIncidents } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";
import { control } from "../../../support/asking.ts";
import { type Deployment, deployments, observedFixture } from "../fixture.ts";
import { tileAlert } from "./tile-alert.ts";

const redis = useRedis();
const startMs = Date.parse("2026-11-20T10:00:00.000Z");
let minutes = 0;

/** A target with the alert “Errors” on its first tile. */
async function fixture(deployment: Deployment) {
  const { cloud, context, target } = await observedFixture(redis.client, deployment);
  const { alert, dashboardId, tileId } = await tileAlert(target, context, { name: "Errors" });
  await context.hooks.add(hookRecord());
  return {
    context,
    target,
    tile: { dashboardId, tileId },
    alert,
    list: (alerts: unknown[]) =>
      control(cloud, "/faults", [
        { kind: "status", status: 200, body: { result: alerts }, match: { operation: "listManagedAlerts" } },
      ]),
    happens: (id: string, latest: Partial<AlertEvent>, facts: Partial<Incident> = {}) => {
      const openedAtMs = startMs + (minutes += 1) * 60_000;
      const seen = { openedAtMs, lastSeenAtMs: openedAtMs };
      return putIncidents(
        context,
        incidentRecord({ id, key: id, latest: alertEvent(latest), ...seen, ...facts }),
      );
    },
    ids: async (most?: number) =>
      (await incidentsOf(alert, target, context, most)).map(({ incident }) => incident.id),
  };
}

test.each(deployments)(
  "%s: an alert's incidents are found by its id or its tile, the newest first, including resolved ones",
  async (deployment) => {
    const { happens, ids, tile, alert } = await fixture(deployment);
    expect(await ids()).toEqual([]);
    await happens("by-id", { origin: { alertId: alert.id } });
    await happens("over", { alertName: "Errors", origin: tile }, { state: "resolved" });
    await happens("test", { isTest: true, origin: { alertId: alert.id } });
    await happens("other-alert", { origin: { alertId: "a9", ...tile } });
    await happens("other-tile", { alertName: "Errors", origin: { ...tile, tileId: "t9" } });
    await happens("no-origin", { alertName: "Errors" });
    expect(await ids()).toEqual(["over", "by-id"]);
    expect(await ids(1)).toEqual(["over"]);
  },
);

test("an incident with another name belongs to an alert if no other alert is on its tile", async () => {
  const { happens, ids, tile, context, target } = await fixture("stand-alone");
  await happens("p95", { alertName: "p95 latency (ms)", origin: tile });
  await happens("errors", { alertName: "errors", origin: tile });
  // The seeded alert is on the same tile.
  expect(await ids()).toEqual(["errors"]);
  const there = observabilityClientOf(target, context);
  const others = (await there.alerts.list()).filter(({ name }) => name !== "Errors");
  for (const { id } of others) await there.alerts.delete(id);
  expect(await ids()).toEqual(["errors", "p95"]);
});

test("if alerts cannot be listed, only incidents that surely belong to the alert are shown", async () => {
  const { happens, tile, alert, context, target } = await fixture("managed");
  await happens("p95", { alertName: "p95 latency (ms)", origin: tile });
  await happens("errors", { alertName: "Errors", origin: tile });
  const unserved = new AppError("missing", "The cloud doesn't support this (404).", { unserved: true });
  const cloudOf = () => ({ call: () => Promise.reject(unserved) });
  const found = await incidentsOf(alert, target, { ...context, cloudOf });
  expect(found.map(({ incident }) => incident.id)).toEqual(["errors"]);
});

test("each incident links to its message, and one in a storm to its storm summary", async () => {
  const { happens, alert, context, target } = await fixture("stand-alone");
  for (const id of ["shown", "stormed", "new"]) await happens(id, { origin: { alertId: alert.id } });
  const root = { channelId: "C1", ts: "1763632800.000100" };
  const shown = { root, generation: 1, threadUpTo: -1 };
  await redis.client.set(keys.shown("T1", "shown"), JSON.stringify(shown));
  await redis.client.hset(keys.outboxSummaries("T1", "C1"), "stormed", "digest-1");
  await redis.client.set(
    keys.shown("T1", "digest-1"),
    JSON.stringify({ ...shown, root: { channelId: "C1", ts: "1763632800.000200" } }),
  );
  const found = await incidentsOf(alert, target, context);
  expect(found.map(({ messageUrl }) => messageUrl)).toEqual([
    undefined,
    "https://slack.com/archives/C1/p1763632800000200",
    "https://slack.com/archives/C1/p1763632800000100",
  ]);
});

test("an alert's incidents are found among any number of other events of its hook", async () => {
  const { happens, ids, alert } = await fixture("stand-alone");
  await happens("ours", { origin: { alertId: alert.id } });
  for (let number = 0; number < 60; number += 1) await happens(`n${number}`, { origin: { alertId: "a9" } });
  expect(await ids()).toEqual(["ours"]);
});

test("beside an unreadable alert, an incident with another name does not count as the alert's", async () => {
  const { happens, ids, tile, context, target, list } = await fixture("managed");
  await happens("p95", { alertName: "p95 latency (ms)", origin: tile });
  await happens("errors", { alertName: "Errors", origin: tile });
  const there = observabilityClientOf(target, context);
  const others = (await there.alerts.list()).filter(({ name }) => name !== "Errors");
  for (const { id } of others) await there.alerts.delete(id);
  expect(await ids()).toEqual(["errors", "p95"]);
  await list([...(await there.alerts.list()), { id: "odd", threshold: "ten" }]);
  expect(await ids()).toEqual(["errors"]);
});

import { expect, test } from "vitest";
import { AppError } from "../../../src/lib/errors.ts";
import {
  allTargets,
  consoleOfTarget,
  findTarget,
  readLink,
} from "../../../src/features/observability/target.ts";
import { observabilityClientOf } from "../../../src/features/observability/observability-client.ts";
import { json, type Reply, scriptedServer, standaloneClient } from "../../platform/cloud/scripted-server.ts";
import { control } from "../../support/asking.ts";
import { useRedis } from "../../support/redis.ts";
import { deployments, observedFixture } from "./fixture.ts";

const redis = useRedis();

test.each(deployments)(
  "%s: a dashboard is created, read, replaced, listed and deleted",
  async (deployment) => {
    const { context, target } = await observedFixture(redis.client, deployment);
    const there = observabilityClientOf(target, context);
    const made = await there.dashboards.create({
      name: "Checkout",
      tiles: [{ name: "Errors" }],
      tags: ["shop"],
    });
    const replaced = await there.dashboards.update(made.id, { name: "Shop", tiles: made.tiles ?? [] });
    expect(await there.dashboards.get(made.id)).toEqual(replaced);
    expect((await there.dashboards.list()).map(({ name }) => name)).toContain("Shop");
    expect((await there.sources.list()).length).toBeGreaterThan(0);
    await there.dashboards.delete(made.id);
    await expect(there.dashboards.get(made.id)).rejects.toThrow(expect.objectContaining({ kind: "missing" }));
  },
);

test.each(deployments)(
  "%s: an operation that the server lacks fails with a message that says so",
  async (deployment) => {
    const { context, target } = await observedFixture(redis.client, deployment);
    const unserved = new AppError("missing", "The cloud doesn't support this (404).", { unserved: true });
    const call = () => Promise.reject(unserved);
    const there = observabilityClientOf(target, { ...context, cloudOf: () => ({ call }) });
    await expect(there.sources.list()).rejects.toThrow("This server doesn't offer listing sources.");
    await expect(there.alerts.get("a")).rejects.toThrow("This server doesn't offer reading an alert rule");
  },
);

test.each(deployments)(
  "%s: if the server can only list, a single one is read from the list, or is missing",
  async (deployment) => {
    const { cloud, context, target } = await observedFixture(redis.client, deployment);
    const surface = deployment === "managed" ? "Managed" : "Standalone";
    const faults = [`get${surface}Dashboard`, `get${surface}Alert`].map((operation) => ({
      kind: "unserved",
      match: { operation },
    }));
    expect((await control(cloud, "/faults", faults)).status).toBeLessThan(300);
    const there = observabilityClientOf(target, context);
    const [dashboard] = await there.dashboards.list();
    expect(await there.dashboards.get(dashboard?.id ?? "")).toEqual(dashboard);
    const gone = expect.objectContaining({ kind: "missing", unserved: false });
    await expect(there.dashboards.get("gone")).rejects.toThrow(gone);
    await expect(there.alerts.get("gone")).rejects.toThrow(gone);
  },
);

test.each([2, 20])("a server that refuses query parameters lists its %i dashboards", async (count) => {
  const data = Array.from({ length: count }, (_, index) => ({ id: `d${index}` }));
  const refusal = json(400, { message: "limit: unknown query parameter" });
  const documentedAlone: Reply = (response, request) =>
    (request.url === "/api/v2/dashboards" ? json(200, { data }) : refusal)(response, request);
  const { url } = await scriptedServer(documentedAlone);
  const there = observabilityClientOf(
    { connection: "observability" },
    { cloudOf: () => standaloneClient(url) },
  );
  expect(await there.dashboards.list()).toEqual(data);
});

test("all pages of sources are read, including sources without an id", async () => {
  const all = Array.from({ length: 23 }, (_, index) => ({
    name: `Source ${index}`,
    ...(index % 2 === 0 && { id: `s${index}` }),
  }));
  const { url } = await scriptedServer((response, request) => {
    const offset = Number(new URL(request.url ?? "", "http://localhost").searchParams.get("offset") ?? 0);
    const page = { data: all.slice(offset, offset + 10), meta: { total: all.length } };
    json(200, page)(response, request);
  });
  const there = observabilityClientOf(
    { connection: "observability" },
    { cloudOf: () => standaloneClient(url) },
  );
  expect(await there.sources.list()).toEqual(all);
});

test("an unreadable entry of a list does not count as missing", async () => {
  const { cloud, context, target } = await observedFixture(redis.client, "managed");
  const result = [{ id: "odd", name: "Odd", tiles: "none" }];
  await control(cloud, "/faults", [
    { kind: "unserved", match: { operation: "getManagedDashboard" } },
    { kind: "status", status: 200, body: { result }, match: { operation: "listManagedDashboards" } },
  ]);
  const there = observabilityClientOf(target, context);
  await expect(there.dashboards.get("odd")).rejects.toThrow(expect.objectContaining({ kind: "upstream" }));
  await expect(there.dashboards.get("od")).rejects.toThrow(expect.objectContaining({ kind: "missing" }));
});

test("a target is found by its name, a service also by its id, and an unknown name gets the nearest one", async () => {
  const { context, target } = await observedFixture(redis.client, "managed");
  expect((await allTargets(context)).map(({ name }) => name)).toEqual(["orders prod", "observability"]);
  expect(await findTarget("Orders  PROD", context)).toEqual(target);
  expect(await findTarget(target.serviceId ?? "", context)).toEqual(target);
  await expect(findTarget("orders prot", context)).rejects.toThrow("Did you mean “orders prod”?");
});

test("a link leads to its target, and a link to another site to none", async () => {
  const { cloud, context, target } = await observedFixture(redis.client, "stand-alone");
  const { appUrl } = cloud.standalone;
  expect(await readLink(`${appUrl}/dashboards/d1`, context)).toEqual([
    { target, page: { kind: "dashboard", id: "d1" } },
  ]);
  const address = (await consoleOfTarget(target, context))?.addressOf({ kind: "dashboard", id: "d1" });
  expect(address).toBe(`${appUrl}/dashboards/d1`);
  expect(await readLink("https://elsewhere.example/dashboards/d1", context)).toEqual([]);
});

import { expect, test } from "vitest";
import { AppError } from "../../../src/lib/errors.ts";
import { consoleOfTarget, readLink } from "../../../src/features/observability/console.ts";
import { observabilityClientOf } from "../../../src/features/observability/observability-client.ts";
import { allTargets, findTarget } from "../../../src/features/observability/target.ts";
import { json, type Reply, scriptedServer, standaloneClient } from "../../platform/cloud/scripted-server.ts";
import { control } from "../../sandbox/cloud/asking.ts";
import { useRedis } from "../../support/redis.ts";
import { deployments, observedFixture } from "./fixture.ts";

const redis = useRedis();

test.each(deployments)("%s: what is made is read, replaced, listed and deleted again", async (deployment) => {
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
});

test.each(deployments)(
  "%s: an operation that the server lacks fails in words that say so",
  async (deployment) => {
    const { context, target } = await observedFixture(redis.client, deployment);
    const unserved = new AppError("missing", "The cloud does not offer this (404).", { unserved: true });
    const call = () => Promise.reject(unserved);
    const there = observabilityClientOf(target, { ...context, cloudOf: () => ({ call }) });
    await expect(there.sources.list()).rejects.toThrow(
      "This server does not offer listing sources: its API has no such operation.",
    );
    await expect(there.alerts.get("a")).rejects.toThrow("This server does not offer reading an alert");
  },
);

test.each(deployments)(
  "%s: what a list lacks is missing, where the server has the list and cannot read a single one",
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

test.each([2, 20])(
  "a server that takes no query, as none is documented, lists its %i dashboards",
  async (count) => {
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
  },
);

test("sources that come in pages are all read, those without an id too", async () => {
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

test("what a list has in a form that cannot be read is not taken for gone", async () => {
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

test("a target is found by its name, a service also by its id; a wrong name gets the nearest", async () => {
  const { context, target } = await observedFixture(redis.client, "managed");
  expect((await allTargets(context)).map(({ name }) => name)).toEqual(["orders prod", "observability"]);
  expect(await findTarget("Orders  PROD", context)).toEqual(target);
  expect(await findTarget(target.serviceId ?? "", context)).toEqual(target);
  await expect(findTarget("orders prot", context)).rejects.toThrow("Did you mean “orders prod”?");
});

test("a link leads to its target, and one to anywhere else to none", async () => {
  const { cloud, context, target } = await observedFixture(redis.client, "stand-alone");
  const { appUrl } = cloud.standalone;
  expect(await readLink(`${appUrl}/dashboards/d1`, context)).toEqual([
    { target, page: { kind: "dashboard", id: "d1" } },
  ]);
  const address = (await consoleOfTarget(target, context))?.addressOf({ kind: "dashboard", id: "d1" });
  expect(address).toBe(`${appUrl}/dashboards/d1`);
  expect(await readLink("https://elsewhere.example/dashboards/d1", context)).toEqual([]);
});

import { beforeEach, expect, test } from "vitest";
import { AppError } from "../../../src/lib/errors.ts";
import { type KnownServices, knownServices } from "../../../src/features/connections/known-services.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();
let services: KnownServices;
const ordersId = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10";
const orders = {
  name: "orders prod",
  serviceId: ordersId,
  connection: "default",
  addedBy: "U1",
  addedAt: "2026-11-20T10:00:00.000Z",
};

beforeEach(() => {
  services = knownServices(redis.client, "T1");
});

async function failure(work: Promise<unknown>): Promise<AppError> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(outcome instanceof AppError)) throw new Error("It did not fail as an AppError.");
  return outcome;
}

test("a service is found by its name without case and runs of spaces, and by its id", async () => {
  await services.add(orders);
  expect(await services.find("  Orders   PROD ")).toEqual(orders);
  expect(await services.find(ordersId)).toEqual(orders);
});

test("an unknown service fails as missing, with the nearest name and how to add one", async () => {
  await services.add(orders);
  const { kind, message } = await failure(services.find("order prod"));
  expect(kind).toBe("missing");
  expect(message).toBe(
    "I don't know a service called “order prod”. Did you mean “orders prod”? To add one: `/db services add <service id> <name>`.",
  );
});

test("a name that belongs to another service is refused as a conflict, and adding the same again changes nothing", async () => {
  await services.add(orders);
  await services.add({ ...orders, addedBy: "U2" });
  const { kind } = await failure(services.add({ ...orders, serviceId: "another" }));
  expect(kind).toBe("conflict");
  expect(await services.list()).toEqual([orders]);
});

test("a forgotten service is no longer listed", async () => {
  await services.add(orders);
  expect(await services.forget("ORDERS prod")).toEqual(orders);
  expect(await services.list()).toEqual([]);
});

test("a workspace's services are unknown in another", async () => {
  await services.add(orders);
  expect(await knownServices(redis.client, "T2").list()).toEqual([]);
});

test("if two services of the cloud have one name, both are labelled with their ids from then on", async () => {
  const [first, second] = ["aaaaaaaa-1", "bbbbbbbb-2"].map((serviceId) => ({ serviceId, name: "orders" }));
  if (!first || !second) throw new Error("There are not two services.");
  expect((await services.labels([first]))(first.serviceId, "orders")).toBe("orders");
  await services.labels([second]);
  const label = await services.labels();
  expect(label(first.serviceId, "orders")).toBe("orders aaaaaaaa");
  expect(label(second.serviceId, "orders")).toBe("orders bbbbbbbb");
});

test("a cloud with very many services fills a limited part of Redis", async () => {
  const many = Array.from({ length: 6_000 }, (_, index) => ({ serviceId: `s${index}`, name: `n${index}` }));
  await services.labels(many);
  await services.labels(many);
  expect(await redis.client.hlen("qm:{T1}:seen-services")).toBe(5_000);
});

/** Found services with these names, each with an id of its own. */
function found(...names: string[]) {
  return names.map((name, index) => ({ ...orders, name, serviceId: `id-${index}` }));
}

test("several are added in one step: a taken name gets the next number, and a name may differ in case", async () => {
  await services.add(orders);
  const added = await services.addAll(found("Orders  Prod", "billing", "orders prod", "orders prod 2"));
  expect(added.map(({ outcome, service }) => [outcome, service.name])).toEqual([
    ["added", "Orders  Prod 2"],
    ["added", "billing"],
    ["added", "orders prod 3"],
    ["added", "orders prod 2 2"],
  ]);
  for (const { service } of added) expect(await services.find(service.name)).toEqual(service);
});

test("a service is in the list once, whatever its name and the case of its id", async () => {
  await services.add(orders);
  const again = { ...orders, name: "another", serviceId: ordersId.toUpperCase() };
  expect(await services.add(again)).toEqual(orders);
  expect(await services.addAll([again])).toEqual([{ outcome: "known", service: orders }]);
  expect(await services.list()).toEqual([orders]);
});

test("two replicas that add the same services at once add each once", async () => {
  const other = redis.client.duplicate();
  const names = Array.from({ length: 60 }, (_, index) => `service ${index % 20}`);
  const both = await Promise.all(
    [services, knownServices(other, "T1")].map((each) => each.addAll(found(...names))),
  );
  await other.quit();
  const isNew = both.flat().filter(({ outcome }) => outcome === "added");
  expect(isNew).toHaveLength(60);
  const list = await services.list();
  expect(list).toHaveLength(60);
  expect(new Set(list.map(({ serviceId }) => serviceId)).size).toBe(60);
});

test("names of all scripts and signs are kept as they are, also with a number", async () => {
  const names = ["日本 の 店", "Ñandú-1.0_x", 'a "quoted" \\ name', "🙂"];
  const [first] = [await services.addAll(found(...names))];
  const second = await services.addAll(
    found(...names).map((one) => ({ ...one, serviceId: `${one.serviceId}-b` })),
  );
  expect(first.map(({ service }) => service.name)).toEqual(names);
  expect(second.map(({ service }) => service.name)).toEqual(names.map((name) => `${name} 2`));
});

test("a forgotten service is unwanted from then on, and so is one that people ignore", async () => {
  await services.add(orders);
  await services.forget("orders prod");
  await services.ignore(["ABC"]);
  expect(await services.unwanted()).toEqual(new Set([ordersId, "abc"]));
});

test("services are listed as people count them", async () => {
  for (const number of [10, 2, 1])
    await services.add({
      ...orders,
      name: `fleet ${number}`,
      serviceId: `${ordersId.slice(0, -2)}${20 + number}`,
    });
  expect((await services.list()).map(({ name }) => name)).toEqual(["fleet 1", "fleet 2", "fleet 10"]);
});

import { pino } from "pino";
import { expect, test } from "vitest";
import { AppError } from "../../../../src/lib/errors.ts";
import { addFound, addedText, findOffer, foundText } from "../../../../src/features/connections/index.ts";
import { nameHere, unaddedServices } from "../../../../src/features/services/adopt/unadded.ts";
import type { ServicesContext } from "../../../../src/features/services/context.ts";
import { createStore } from "../../../../src/app/store.ts";
import { unrecorded } from "../../../../src/platform/audit/recorder.ts";
import { neutralWireNames } from "../../../../src/platform/cloud/connection.ts";
import type { Service } from "../../../../src/platform/cloud/services/service.ts";
import { useRedis } from "../../../support/redis.ts";

const redis = useRedis();

type Listed = Pick<Service, "id"> & Partial<Service>;

/** A workspace with connections to clouds that list these services, or that fail. */
async function workspace(
  clouds: Record<string, readonly Listed[] | AppError>,
  alerted: readonly string[] = [],
): Promise<ServicesContext> {
  const kept = createStore(redis.client).workspace("T1");
  for (const name of Object.keys(clouds)) {
    const organizationId = "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10";
    const references = { keyIdRef: `env:ID_${name}`, keySecretRef: `env:SECRET_${name}` };
    const baseUrl = `https://${name}.example.com`;
    const address = { kind: "managed", baseUrl, organizationId, wireNames: neutralWireNames } as const;
    await kept.connections.add({ name, ...address, ...references });
  }
  const parts = {
    ...kept,
    connections: kept.connections,
    services: kept.services,
    origins: kept.origins,
    unresolved: kept.unresolved,
    now: () => new Date(),
    log: pino({ level: "silent" }),
    namesInAlerts: async () => alerted,
    async servicesSince(name: string) {
      const list = clouds[name] ?? [];
      if (list instanceof AppError) throw list;
      return list;
    },
  };
  // All that finding services uses.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return parts as unknown as ServicesContext;
}

const orders = { id: "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10", name: "orders" };
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `id-${index}`,
    name: `service ${String(index).padStart(3, "0")}`,
  }));
const away = new AppError("upstream", "The cloud didn't answer.");
const noList = new AppError("missing", "There is no list.", { unserved: true });

async function textOf(context: ServicesContext): Promise<string | undefined> {
  const isMore = (await context.services.list()).length > 0;
  return foundText(await unaddedServices(context, false), isMore);
}

test.each([
  [0, undefined],
  [1, "I found 1 service in your cloud: *service 000*."],
  [2, "I found 2 services in your cloud: *service 000* and *service 001*."],
  [12, "I found 12 services in your cloud: *service 000*, *service 001*, *service 002* and 9 more."],
  [250, "I found 250 services in your cloud: *service 000*, *service 001*, *service 002* and 247 more."],
])("a cloud with %i services", async (count, text) => {
  expect(await textOf(await workspace({ default: numbered(count) }))).toBe(text);
});

test("names, states and places are the cloud's, and what ends or is in the list isn't offered", async () => {
  const context = await workspace({
    default: [
      { ...orders, state: "partially_running", provider: "aws", region: "eu-west-1" },
      ...["terminating", "terminated", "softdeleting", "SOFTDELETED"].map((state) => ({ id: state, state })),
      { id: "KNOWN", name: "known" },
      { id: "forgotten", name: "forgotten" },
    ],
  });
  const addedAt = new Date().toISOString();
  await context.services.add({ name: "other name", serviceId: "known", addedBy: "U1", addedAt });
  await context.services.add({ name: "forgotten", serviceId: "forgotten", addedBy: "U1", addedAt });
  await context.services.forget("forgotten");
  const found = { serviceId: orders.id, name: "orders", connection: "default" };
  const facts = { state: "partially running", place: "aws eu-west-1" };
  expect((await unaddedServices(context, false)).services).toEqual([{ ...found, ...facts }]);
  expect((await unaddedServices(context, true)).services.map(({ name }) => name)).toEqual([
    "forgotten",
    "orders",
  ]);
});

test("what is being created here, or was created here, isn't offered", async () => {
  const context = await workspace({ default: [orders, ...numbered(2)] });
  const since = new Date().toISOString();
  await context.unresolved.add("r1", { name: "orders", connection: "default", since });
  await context.unresolved.add("r2", { name: "service 000", connection: "another", since });
  await context.origins.attribute("ID-1", "r3");
  expect(await textOf(context)).toBe("I found 1 service in your cloud: *service 000*.");
});

test("a cloud without a list: names come from the costs, and of one the whole command is there", async () => {
  const context = await workspace({ default: noList });
  expect(await textOf(context)).toBeUndefined();
  await context.services.labels([{ serviceId: orders.id, name: "billing" }]);
  expect(await textOf(context)).toBe(
    `Your cloud doesn't list its services, but I saw *billing* in the costs. Add it by its id: \`/db services add ${orders.id} billing\`.`,
  );
  await context.services.labels([{ serviceId: "two", name: "<b>" }]);
  expect(await textOf(context)).toBe(
    "Your cloud doesn't list its services, but I saw *b* and *billing* in the costs. Choose those that you still have, or add one by its id.",
  );
});

test("a cloud without a list: names come from the alerts too, and each is added by its id", async () => {
  const context = await workspace({ default: noList }, ["billing", "inventory"]);
  const inAlerts =
    "I saw *billing* and *inventory* in the alerts. Add each by its id: `/db services add &lt;service id&gt; billing`.";
  expect(await textOf(context)).toBe(`Your cloud doesn't list its services. ${inAlerts}`);
  await context.services.labels([{ serviceId: orders.id, name: "billing" }]);
  expect(await textOf(context)).toBe(
    `Your cloud doesn't list its services, but I saw *billing* in the costs. Add it by its id: \`/db services add ${orders.id} billing\`. I saw *inventory* in the alerts. Add it by its id: \`/db services add &lt;service id&gt; inventory\`.`,
  );
});

test("a cloud that lists its services needs no names from alerts", async () => {
  expect(await textOf(await workspace({ default: [orders] }, ["billing"]))).not.toContain("alerts");
});

test("if one of two clouds can't be read, the other's services are found, and the form can say so", async () => {
  const context = await workspace({ default: away, second: [orders] });
  await context.services.labels([{ serviceId: "gone", name: "gone" }]);
  expect(await unaddedServices(context, false)).toEqual({
    services: [{ serviceId: orders.id, name: "orders", connection: "second" }],
    source: "list",
    unread: ["default"],
    alerted: [],
  });
});

test("one name in two clouds gives two services, and one cloud connected twice gives each once", async () => {
  const twin = { id: "twin", name: "Orders" };
  const context = await workspace({
    default: [orders],
    second: [twin, { ...orders, id: orders.id.toUpperCase() }],
  });
  const { services } = await unaddedServices(context, false);
  expect(services.map(({ connection }) => connection)).toEqual(["default", "second"]);
  const adopted = await addFound(services, context, unrecorded, "U1");
  expect(addedText(adopted)).toBe(
    "Added 2 services: *orders* and *Orders 2*. New names: *Orders 2* (there is another *Orders*).",
  );
  expect(await textOf(context)).toBeUndefined();
  expect(addedText(await addFound(services, context, unrecorded, "U2"))).toBe(
    "They are all in the list already.",
  );
});

test("without a connection nothing is found, and nothing is asked", async () => {
  expect(await unaddedServices(await workspace({}), false)).toEqual({
    services: [],
    source: "list",
    unread: [],
    alerted: [],
  });
});

test.each([
  ["orders prod", "orders prod"],
  ["  team/orders:<prod>\n*v2*  ", "team orders prod v2"],
  ["日本の店", "日本の店"],
  ["cafe\u0301", "café"],
  ["🙂", "service 0b6f1f0c"],
  ["", "service 0b6f1f0c"],
  [undefined, "service 0b6f1f0c"],
  ["x".repeat(300), "x".repeat(90)],
])("the cloud's name %j is %j here", (name, here) => {
  expect(nameHere(name, orders.id)).toBe(here);
});

test("a slow cloud is not waited for", async () => {
  const { services } = await workspace({ default: [orders] });
  const { promise } = Promise.withResolvers<never>();
  expect(await findOffer({ services, unadded: () => promise })).toBeUndefined();
});

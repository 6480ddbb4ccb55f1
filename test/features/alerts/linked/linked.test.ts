import { beforeEach, expect, test } from "vitest";
import { createStore } from "../../../../src/app/store.ts";
import { differenceOf } from "../../../../src/features/alerts/ingest/account.ts";
import { ingestInbox } from "../../../../src/features/alerts/ingest/ingest.ts";
import type { AlertEvent } from "../../../../src/features/alerts/incident/event-record.ts";
import { linkedWithinMs } from "../../../../src/features/alerts/linked/record.ts";
import { serviceFinder, unknownServicesIn } from "../../../../src/features/alerts/linked/service-of.ts";
import { alertEvent, hookRecord, received } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";
import { alertFixture } from "../fixture.ts";

const redis = useRedis();
const hook = hookRecord();
const other = hookRecord({
  id: "T1-other",
  name: "other",
  channelId: "C2",
  observes: { connection: "acme", serviceId: "s1" },
});
let fixture: ReturnType<typeof alertFixture>;
let step: ReturnType<typeof ingestInbox>;

beforeEach(async () => {
  fixture = alertFixture(redis.client, hook);
  await fixture.begin();
  await fixture.hooks.add(other);
  for (const [serviceId, name] of [
    ["s1", "orders prod"],
    ["s2", "billing"],
  ] as const)
    await fixture.services.add({ serviceId, name, addedBy: "U1", addedAt: "2026-11-20T10:00:00.000Z" });
  const { listened } = createStore(redis.client);
  step = ingestInbox({ contextOf: () => fixture.context, notifyOutbox: () => {}, listened });
});

let sent = 0;
async function send(hookId: string, name: string, facts: Partial<AlertEvent> = {}): Promise<void> {
  const event = { key: `id:${name}`, title: name, alertName: name, ...facts };
  const nowMs = fixture.nowMs();
  const times = { receivedAtMs: nowMs, acceptedAtMs: nowMs };
  await fixture.inbox.accept(hookId, [received(event, `delivery ${(sent += 1)}`)], times);
  while ((await step(hookId)) === "next");
}

/** The lines about others in the messages, by title. */
async function links(): Promise<Record<string, string>> {
  for (const channelId of ["C1", "C2"]) await fixture.runOutbox(channelId);
  return Object.fromEntries(
    fixture.posts.flatMap(({ text, blocks }) => {
      const [, line] = /:link: ([^"\\]+)/.exec(JSON.stringify(blocks ?? [])) ?? [];
      return text.startsWith("<")
        ? []
        : [[text.replace(/^.*?: | \(.*$/g, ""), line?.replace(/<!date[^|]*\|([^>]*)>/, "$1") ?? ""]];
    }),
  );
}

const ofOrders = { group: "orders prod" };
const since = "since 2026-11-20 10:00 UTC";

test("open alerts of one service that began together name each other, from any hook and in any channel", async () => {
  await send(hook.id, "one", ofOrders);
  fixture.pass(60_000);
  await send(hook.id, "two", { group: "service=Orders  Prod, region=eu" });
  await send(hook.id, "elsewhere", { group: "billing" });
  await send(hook.id, "nowhere");
  await send(other.id, "three");
  const two = `2 others on *orders prod* ${since}`;
  expect(await links()).toEqual({ one: two, two, three: two, elsewhere: "", nowhere: "" });
});

test("a message that is posted already is edited, and no more are posted", async () => {
  await send(hook.id, "one", ofOrders);
  expect(await links()).toEqual({ one: "" });
  await send(other.id, "two");
  expect(await links()).toEqual({
    one: `1 other on *orders prod* ${since}`,
    two: `1 other on *orders prod* ${since}`,
  });
  expect(fixture.posts).toHaveLength(2);
  await send(other.id, "two", { state: "resolved" });
  expect(await links()).toEqual({ one: "", two: "" });
  const account = await fixture.alertAccount();
  expect(account && differenceOf(account)).toBe(0);
  expect(account).toMatchObject({ accepted: 3, posted: 3, waiting: 0 });
});

test("alerts that began further apart are not linked", async () => {
  await send(hook.id, "one", ofOrders);
  fixture.pass(linkedWithinMs + 1_000);
  await send(hook.id, "two", ofOrders);
  expect(await links()).toEqual({ one: "", two: "" });
});

test("a resolved alert, a test and a muted one don't count", async () => {
  const muted = { "id:quiet": { title: "quiet", userId: "U1", at: "2026-11-20T10:00:00.000Z" } };
  await fixture.hooks.change(hook.id, (present) => ({ ...present, muted }));
  await send(hook.id, "over", { ...ofOrders, state: "resolved" });
  await send(hook.id, "try", { ...ofOrders, isTest: true });
  await send(hook.id, "quiet", ofOrders);
  await send(hook.id, "one", ofOrders);
  expect((await links())["one"]).toBe("");
});

test("an alert that is kept in a maintenance doesn't count until it is posted", async () => {
  const [fromMs, untilMs] = [fixture.nowMs(), fixture.nowMs() + 60_000];
  const when = { kind: "once" as const, fromMs, untilMs };
  const maintenance = [{ id: "w1", when, userId: "U1", at: "2026-11-20T10:00:00.000Z" }];
  await fixture.hooks.change(hook.id, (present) => ({ ...present, maintenance }));
  await fixture.maintenance.changed(hook.id, fixture.nowMs());
  await send(hook.id, "kept", ofOrders);
  await send(other.id, "one");
  expect((await links())["one"]).toBe("");
  fixture.pass(60_000);
  for (let round = 0; round < 2; round += 1) while ((await step(hook.id)) === "next");
  const line = `1 other on *orders prod* ${since}`;
  expect(await links()).toMatchObject({ one: line, kept: line });
});

test("in a storm the messages stay as they are, and say that there are many", async () => {
  for (let n = 1; n <= 14; n += 1) {
    await send(other.id, `critical ${n}`, { severity: "critical" });
    await fixture.runOutbox("C2");
  }
  const lines = new Set(Object.values(await links()));
  expect([...lines].toSorted()).toEqual([
    `10 others on *orders prod* ${since}`,
    `More than 10 others on *orders prod* ${since}`,
  ]);
});

test("the service is the one that the hook observes, else that of the alert's rule, else one that the group names", () => {
  const services = [
    { serviceId: "s1", name: "orders prod" },
    { serviceId: "s2", name: "billing" },
  ];
  const find = serviceFinder(services, [{ alertId: "a1", serviceId: "s2" }]);
  const named = (facts: Partial<AlertEvent>, observes?: string) =>
    find(
      hookRecord(observes === undefined ? {} : { observes: { connection: "acme", serviceId: observes } }),
      alertEvent(facts),
    )?.name;
  expect(named({ group: "billing", origin: { alertId: "a1" } }, "s1")).toBe("orders prod");
  expect(named({ group: "orders prod", origin: { alertId: "a1" } })).toBe("billing");
  expect(named({ group: "host=h1, db=billing" })).toBe("billing");
  expect(named({ group: "billings" })).toBeUndefined();
  expect(named({}, "gone")).toBeUndefined();
});

test("groups have names of services, and those that are known are left out", () => {
  const groups = [
    "service=billing, region=eu",
    "Service: Orders  Prod",
    'database="events"',
    "region=eu",
    undefined,
  ];
  expect(unknownServicesIn([...groups, "service=billing"], [{ name: "orders prod" }])).toEqual([
    "billing",
    "events",
  ]);
});

import { expect, test } from "vitest";
import { z } from "zod";
import { readUsageCost } from "../../../../src/platform/cloud/costs/usage.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { singleFlights } from "../../../../src/features/costs/ledger/ledger.ts";
import { addDays, daysFrom } from "../../../../src/lib/day.ts";
import { requestQuota } from "../../../../src/platform/redis/rate-limits.ts";
import type { ReferenceCloud } from "@quartermaster/reference-cloud";
import { managedClient } from "../../../platform/cloud/scripted-server.ts";
import { neutralWireNames } from "../../../../src/platform/cloud/connection.ts";
import { cloudInTest, control, organizationOf, passTime } from "../../../support/asking.ts";
import { contentsOf, useRedis } from "../../../support/redis.ts";
import { allDays, cloudThat, ledgerInTest } from "./fixture.ts";
import { dayMs, minuteMs } from "../../../../src/lib/duration.ts";

const redis = useRedis();
const today = "2026-11-20";
const span = { from: "2026-08-01", to: today };

/** A record of one day as the cloud sends it. */
function wireRecord(date: string, more: object = {}) {
  return {
    date,
    entityId: "a",
    entityName: "orders",
    serviceId: null,
    metrics: { computeCredits: 1 },
    locked: true,
    ...more,
  };
}

/** A cloud with a record of 1 credit on each day since `since`, locked until `lockedUntil`. */
function steadyCloud({ since = "2020-01-01", lockedUntil = "2026-11-17" } = {}) {
  return cloudThat(({ from_date, to_date }) => ({
    costs: daysFrom(from_date, to_date)
      .filter((day) => day >= since)
      .map((day) => wireRecord(day, { locked: day <= lockedUntil })),
  }));
}

function clientOf(cloud: ReferenceCloud) {
  const { organizationId, keyId, keySecret } = organizationOf(cloud, "SCALE");
  return managedClient(cloud.url, {
    connection: { kind: "managed", baseUrl: cloud.url, organizationId, wireNames: neutralWireNames },
    credentials: async () => ({ keyId, keySecret }),
  });
}

async function requestsTo(cloud: ReferenceCloud) {
  const Requests = z.array(z.object({ at: z.string(), path: z.string(), status: z.number() }));
  return Requests.parse((await control(cloud, "/requests", undefined, "GET")).body);
}

test("any length is read in windows of at most 31 days, newest first, and progress is reported after each", async () => {
  const cloud = await cloudInTest();
  const ledger = ledgerInTest(redis.client, clientOf(cloud));
  const told: string[] = [];
  await ledger.fetch([span], ({ done, of }) => told.push(`${done} of ${of}`));
  expect(told).toEqual(["0 of 4", "1 of 4", "2 of 4", "3 of 4", "4 of 4"]);
  expect((await requestsTo(cloud)).map(({ path }) => path.split("?")[1])).toEqual([
    "from_date=2026-10-21&to_date=2026-11-20",
    "from_date=2026-09-20&to_date=2026-10-20",
    "from_date=2026-08-20&to_date=2026-09-19",
    "from_date=2026-08-01&to_date=2026-08-19",
  ]);
  const days = await allDays(ledger, span);
  expect(days.map(({ day }) => day)).toEqual(daysFrom(span.from, span.to));
  expect(days.filter(({ locked }) => !locked).length).toBeGreaterThanOrEqual(3);
});

test("the records of a day are returned as the cloud sent them, with names, ids and metrics", async () => {
  const cloud = await cloudInTest();
  const client = clientOf(cloud);
  const ledger = ledgerInTest(redis.client, client);
  const week = { from: addDays(today, -6), to: today };
  await ledger.fetch([week]);
  const { costs } = await client.call(readUsageCost, {
    query: { from_date: week.from, to_date: week.to },
  });
  const records = (await allDays(ledger, week)).flatMap((day) => day.records);
  expect(records).toEqual(costs);
  expect(records.map(({ metrics }) => Object.keys(metrics))).toEqual(
    costs.map(({ metrics }) => Object.keys(metrics)),
  );
});

test("a long first read stays below ten requests in any ten seconds, and reports the time left", async () => {
  const cloud = await cloudInTest({ rateLimit: true });
  const ledger = ledgerInTest(redis.client, clientOf(cloud), { onSleep: (ms) => passTime(cloud, ms) });
  const seconds: number[] = [];
  await ledger.fetch([{ from: addDays(today, -400), to: today }], (told) => seconds.push(told.secondsLeft));
  const requests = await requestsTo(cloud);
  expect(requests.map(({ status }) => status)).toEqual(Array.from({ length: 13 }, () => 200));
  const times = requests.map(({ at }) => Date.parse(at));
  const inAny10s = times.map((since) => times.filter((at) => at >= since && at < since + 10_000).length);
  expect(Math.max(...inAny10s)).toBe(8);
  expect([seconds.at(0), seconds.at(-1)]).toEqual([17, 0]);
});

test("a read waits while the request quota is used up", async () => {
  const cloud = steadyCloud();
  // The counts in Redis are outdated once the clock has moved.
  const onSleep = async () => redis.client.del(await redis.client.keys("*:request-quota*"));
  const ledger = ledgerInTest(redis.client, cloud, {
    requestQuota: requestQuota(redis.client, "T1", "default costs", 2),
    onSleep,
  });
  await ledger.fetch([span]);
  expect(cloud.asked).toHaveLength(4);
  expect(ledger.waitsMs).toHaveLength(1);
  expect(ledger.waitsMs[0]).toBeGreaterThan(5_000);
});

test("locked days are never requested again, others after a few minutes", async () => {
  const cloud = steadyCloud();
  const ledger = ledgerInTest(redis.client, cloud);
  const week = { from: "2026-11-14", to: today };
  await ledger.fetch([week]);
  ledger.pass(4 * minuteMs);
  await ledger.fetch([week]);
  expect(cloud.asked).toEqual(["2026-11-14 2026-11-20"]);
  ledger.pass(2 * minuteMs);
  await ledger.fetch([week]);
  expect(cloud.asked.slice(1)).toEqual(["2026-11-18 2026-11-20"]);
  ledger.pass(400 * dayMs);
  await ledger.fetch([{ from: "2026-11-14", to: "2026-11-17" }]);
  expect(cloud.asked).toHaveLength(2);
});

test("the costs of an open day are replaced when it is read again", async () => {
  let credits = 1;
  const cloud = cloudThat(() => ({ costs: wireRecord(today, { metrics: { computeCredits: credits } }) }));
  const ledger = ledgerInTest(redis.client, cloud);
  const day = { from: today, to: today };
  for (credits of [1, 2]) {
    await ledger.fetch([day]);
    expect((await allDays(ledger, day))[0]?.records.map(({ totalCredits }) => totalCredits)).toEqual([
      credits,
    ]);
    ledger.pass(6 * minuteMs);
  }
});

test("today is never final, even if the cloud says so, nor is a day with an unlocked record", async () => {
  const cloud = cloudThat(() => ({
    costs: [wireRecord(today), wireRecord("2026-11-19"), wireRecord("2026-11-19", { locked: null })],
  }));
  const ledger = ledgerInTest(redis.client, cloud);
  const days = { from: "2026-11-19", to: today };
  await ledger.fetch([days]);
  expect((await allDays(ledger, days)).map(({ locked }) => locked)).toEqual([false, false]);
});

test("an old day that is not locked is requested again only after some hours", async () => {
  const cloud = steadyCloud({ lockedUntil: "2020-01-01" });
  const ledger = ledgerInTest(redis.client, cloud);
  const old = { from: "2026-08-01", to: "2026-08-02" };
  await ledger.fetch([old]);
  ledger.pass(60 * minuteMs);
  await ledger.fetch([old]);
  expect(cloud.asked).toHaveLength(1);
  ledger.pass(6 * 60 * minuteMs);
  await ledger.fetch([old]);
  expect(cloud.asked).toHaveLength(2);
});

test("a confirmed day without records is final before a locked one, else kept for a week if old, or for minutes", async () => {
  const cloud = steadyCloud({ since: "2026-11-10", lockedUntil: "2026-11-11" });
  const ledger = ledgerInTest(redis.client, cloud);
  const [before, old, recent] = [
    { from: "2026-11-05", to: "2026-11-11" },
    { from: "2026-08-01", to: "2026-08-01" },
    { from: "2026-11-01", to: "2026-11-01" },
  ] as const;
  const lockedBefore = async () => (await allDays(ledger, before)).map(({ locked }) => locked);
  const askedLater = async (laterMs: number) => {
    cloud.asked.length = 0;
    ledger.pass(laterMs);
    for (const each of [before, old, recent]) await ledger.fetch([each]);
    return cloud.asked.map((asked) => asked);
  };
  await askedLater(0);
  expect(await lockedBefore()).toEqual([false, false, false, false, false, true, true]);
  expect(await askedLater(6 * minuteMs)).toEqual([
    "2026-11-05 2026-11-09",
    "2026-08-01 2026-08-01",
    "2026-11-01 2026-11-01",
  ]);
  expect(await lockedBefore()).toEqual([true, true, true, true, true, true, true]);
  expect(await askedLater(6 * minuteMs)).toEqual(["2026-11-01 2026-11-01"]);
  expect(await askedLater(8 * dayMs)).toEqual(["2026-08-01 2026-08-01", "2026-11-01 2026-11-01"]);
});

test("a day that one answer omits before a locked day shows its costs once they arrive", async () => {
  let isMissing = true;
  const cloud = cloudThat(({ from_date, to_date }) => ({
    costs: daysFrom(from_date, to_date)
      .filter((day) => !isMissing || day !== "2026-11-11")
      .map((day) => wireRecord(day)),
  }));
  const ledger = ledgerInTest(redis.client, cloud);
  const days = { from: "2026-11-10", to: "2026-11-12" };
  await ledger.fetch([days]);
  isMissing = false;
  ledger.pass(6 * minuteMs);
  await ledger.fetch([days]);
  expect(cloud.asked).toEqual(["2026-11-10 2026-11-12", "2026-11-11 2026-11-11"]);
  const amounts = (await allDays(ledger, days)).map(({ records }) => records[0]?.totalCredits);
  expect(amounts).toEqual([1, 1, 1]);
});

test.each([
  ["nothing", null],
  ["an empty list", { costs: [] }],
])(
  "%s for an old day is final only if a later answer confirms it, and later costs are shown",
  async (_, answer) => {
    const old = { from: "2026-08-01", to: "2026-08-01" };
    let isMissing = true;
    const cloud = cloudThat(({ from_date }) => (isMissing ? answer : { costs: [wireRecord(from_date)] }));
    const ledger = ledgerInTest(redis.client, cloud);
    await ledger.fetch([old]);
    // A second answer within minutes does not confirm the first.
    await ledger.reread(old);
    expect(await allDays(ledger, old)).toMatchObject([{ locked: false, records: [] }]);
    isMissing = false;
    ledger.pass(6 * minuteMs);
    await ledger.fetch([old]);
    expect(await allDays(ledger, old)).toMatchObject([{ locked: true, records: [{ totalCredits: 1 }] }]);
  },
);

test("records of other days are dropped, and future days have none", async () => {
  const cloud = cloudThat(() => ({
    costs: ["2026-11-09", "2026-11-10", "2026-11-21"].map((day) => wireRecord(day)),
  }));
  const ledger = ledgerInTest(redis.client, cloud);
  const days = { from: "2026-11-10", to: "2026-11-22" };
  await ledger.fetch([days]);
  expect(cloud.asked).toEqual(["2026-11-10 2026-11-20"]);
  const found = await allDays(ledger, days);
  expect(found.filter(({ records }) => records.length > 0).map(({ day }) => day)).toEqual(["2026-11-10"]);
  expect(found.at(-1)).toEqual({ day: "2026-11-22", locked: false, records: [] });
});

test("concurrent reads of the same days share the requests, across all ledgers of the connection", async () => {
  const cloud = steadyCloud();
  const singleFlight = singleFlights()("T1 default");
  const ledgers = [1, 2].map(() => ledgerInTest(redis.client, cloud, { singleFlight }));
  const told: number[] = [];
  await Promise.all(
    ledgers.map(async (ledger) => {
      await ledger.fetch([span], ({ done }) => told.push(done));
    }),
  );
  expect(cloud.asked).toHaveLength(4);
  expect(told.filter((done) => done === 4)).toHaveLength(2);
});

test("a failure half-way reports the progress, keeps the read days, and the next read continues from there", async () => {
  let broken = true;
  const cloud = cloudThat(({ from_date, to_date }) => {
    if (broken && to_date < "2026-10-01")
      throw new AppError("forbidden", "The cloud does not allow this (403).");
    return { costs: [wireRecord(from_date), wireRecord(to_date)] };
  });
  const ledger = ledgerInTest(redis.client, cloud);
  await expect(ledger.fetch([span])).rejects.toMatchObject({
    kind: "forbidden",
    message: "The cloud does not allow this (403). I read 2 of 4 parts. Ask again to continue from there.",
  });
  await expect(allDays(ledger, span)).rejects.toMatchObject({ kind: "upstream" });
  broken = false;
  cloud.asked.length = 0;
  await ledger.fetch([span]);
  expect(cloud.asked).toEqual(["2026-08-20 2026-09-19", "2026-08-01 2026-08-19"]);
  expect(await allDays(ledger, span)).toHaveLength(112);
});

test("a key without the right to costs gets the cloud's error", async () => {
  const cloud = await cloudInTest();
  await control(cloud, "/costs", { forbidden: true });
  const failure = ledgerInTest(redis.client, clientOf(cloud)).fetch([span]);
  await expect(failure).rejects.toMatchObject({
    kind: "forbidden",
    message: expect.stringContaining("The key lacks the right to read usage costs. Ask an admin"),
  });
});

test("a read waits for a busy cloud as long as it asks, at most half an hour, and reports the wait", async () => {
  const waits = [15_000, 20 * minuteMs, 15 * minuteMs];
  const cloud = cloudThat(() => {
    throw new AppError("limited", "Too many.", { retryAfterMs: waits.shift() ?? 0 });
  });
  const ledger = ledgerInTest(redis.client, cloud);
  const told: number[] = [];
  const failure = ledger.fetch([{ from: today, to: today }], ({ secondsLeft }) => told.push(secondsLeft));
  await expect(failure).rejects.toMatchObject({ kind: "limited", message: "Too many." });
  expect(ledger.waitsMs).toEqual([15_000, 20 * minuteMs]);
  expect(told).toEqual([0, 15, 1200]);
});

test("a failed later part is requested again a few times, but not the first part", async () => {
  let failures = 3;
  const cloud = cloudThat(({ to_date }) => {
    if (to_date !== today && failures-- > 0) throw new AppError("upstream", "The cloud has a problem.");
    return { costs: [] };
  });
  const ledger = ledgerInTest(redis.client, cloud);
  await ledger.fetch([{ from: "2026-10-01", to: today }]);
  expect(ledger.waitsMs).toEqual([2_000, 8_000, 30_000]);
  cloud.asked.length = 0;
  failures = 1;
  const first = { from: "2026-08-01", to: "2026-08-02" };
  await expect(ledger.fetch([first])).rejects.toMatchObject({ message: "The cloud has a problem." });
  expect(cloud.asked).toHaveLength(1);
});

test("a grand total that differs from the sum of the records is kept with its days, and logged", async () => {
  const warnings: object[] = [];
  const log = { warn: (fields: object) => warnings.push(fields) };
  const cloud = cloudThat(() => ({ grandTotalCredits: 1.5, costs: [wireRecord("2026-11-10")] }));
  const ledger = ledgerInTest(redis.client, cloud, { log });
  const day = { from: "2026-11-10", to: "2026-11-10" };
  await ledger.fetch([day]);
  const disputed = { ...day, reported: 1.5, added: 1 };
  expect(warnings).toEqual([disputed]);
  expect(await allDays(ledger, day)).toMatchObject([{ disputed }]);
});

test("a day without records is not final while the grand total is disputed", async () => {
  let total = 6;
  const cloud = cloudThat(() => ({ grandTotalCredits: total, costs: [wireRecord("2026-11-11")] }));
  const ledger = ledgerInTest(redis.client, cloud);
  const days = { from: "2026-11-10", to: "2026-11-11" };
  const left = { from: "2026-11-10", to: "2026-11-10" };
  for (const _ of [1, 2, 3]) {
    await ledger.fetch([days]);
    ledger.pass(6 * minuteMs);
  }
  expect((await allDays(ledger, left))[0]).toMatchObject({ locked: false, disputed: { reported: 6 } });
  expect(cloud.asked).toEqual(["2026-11-10 2026-11-11", "2026-11-10 2026-11-10", "2026-11-10 2026-11-10"]);
  total = 1;
  await ledger.reread(days);
  expect((await allDays(ledger, days)).flatMap(({ disputed }) => disputed ?? [])).toEqual([]);
});

test("a grand total that includes records of other days is not disputed", async () => {
  const costs = ["2026-11-09", "2026-11-10"].map((day) => wireRecord(day));
  const ledger = ledgerInTest(
    redis.client,
    cloudThat(() => ({ grandTotalCredits: 2, costs })),
  );
  const day = { from: "2026-11-10", to: "2026-11-10" };
  await ledger.fetch([day]);
  expect((await allDays(ledger, day))[0]?.disputed).toBeUndefined();
});

test("an answer of one object for several days does not count for its first day: each day is requested", async () => {
  const cloud = cloudThat(({ from_date, to_date }) => ({
    costs: wireRecord(from_date, { totalCredits: from_date === to_date ? 0.6 : 999 }),
  }));
  const ledger = ledgerInTest(redis.client, cloud);
  const days = { from: "2026-06-01", to: "2026-06-03" };
  await ledger.fetch([days]);
  const amounts = (await allDays(ledger, days)).map(({ records }) =>
    records.map((each) => each.totalCredits),
  );
  expect(amounts).toEqual([[0.6], [0.6], [0.6]]);
  expect(cloud.asked).toEqual([
    "2026-06-01 2026-06-03",
    "2026-06-03 2026-06-03",
    "2026-06-02 2026-06-02",
    "2026-06-01 2026-06-01",
  ]);
});

test("an answer of one object for another day than the requested one is refused", async () => {
  const ledger = ledgerInTest(
    redis.client,
    cloudThat(() => ({ costs: wireRecord("2026-05-31") })),
  );
  await expect(ledger.fetch([{ from: "2026-06-01", to: "2026-06-01" }])).rejects.toThrow(
    "I asked the cloud for the costs of 1 Jun 2026, and it answered with 31 May 2026.",
  );
});

test("a day with a record that is not understood is refused and never kept, but the days around it are kept", async () => {
  let word = "XYZ";
  const cloud = cloudThat(({ from_date, to_date }) => ({
    costs: daysFrom(from_date, to_date).flatMap((day) => [
      wireRecord(day),
      wireRecord(day, day === "2026-11-11" ? { entityId: "b", metrics: { [`compute${word}`]: 5 } } : {}),
    ]),
  }));
  const ledger = ledgerInTest(redis.client, cloud);
  const days = { from: "2026-11-10", to: "2026-11-12" };
  for (const _ of [1, 2]) {
    await expect(ledger.fetch([days])).rejects.toMatchObject({
      kind: "upstream",
      succeeded: true,
      message: expect.stringMatching(/^I don't understand the costs of 11 Nov 2026.*`WIRE_CREDITS=XYZ`/),
    });
  }
  expect(cloud.asked).toEqual(["2026-11-10 2026-11-12", "2026-11-11 2026-11-11"]);
  word = "Credits";
  await ledger.fetch([days]);
  expect((await allDays(ledger, days)).map(({ records }) => records.length)).toEqual([2, 2, 2]);
});

test("final days that were read with another ending are read again, even if kept before endings were stored", async () => {
  const cloud = steadyCloud();
  const days = { from: "2026-11-10", to: "2026-11-11" };
  const ledger = ledgerInTest(redis.client, cloud);
  await ledger.fetch([days]);
  const [states = ""] = await redis.client.keys("*:states");
  await redis.client.hset(states, "2026-11-10", "final 1790000000000");
  await ledger.fetch([days]);
  expect(cloud.asked).toHaveLength(1);
  const other = ledgerInTest(redis.client, cloud, { ending: "XYZ" });
  await expect(allDays(other, days)).rejects.toMatchObject({ kind: "upstream" });
  await other.fetch([days]);
  expect(cloud.asked).toEqual(["2026-11-10 2026-11-11", "2026-11-10 2026-11-11"]);
  expect(await allDays(other, days)).toHaveLength(2);
});

test("a reread covers exactly the given days, final ones too, and keeps days that the cloud no longer has", async () => {
  let credits = 0;
  const cloud = cloudThat(({ from_date, to_date }) => ({
    costs: daysFrom(from_date, to_date)
      .filter((day) => credits === 0 || day !== "2026-11-11")
      .map((day) => wireRecord(day, { totalCredits: credits })),
  }));
  const ledger = ledgerInTest(redis.client, cloud);
  await ledger.fetch([{ from: "2026-11-08", to: "2026-11-12" }]);
  credits = 15;
  cloud.asked.length = 0;
  const days = { from: "2026-11-10", to: "2026-11-12" };
  expect(await ledger.reread(days)).toEqual({
    days: ["2026-11-10", "2026-11-11", "2026-11-12"],
    changed: ["2026-11-10", "2026-11-12"],
  });
  expect(cloud.asked).toEqual(["2026-11-10 2026-11-12"]);
  const amounts = (await allDays(ledger, days)).map(({ records }) => records[0]?.totalCredits);
  expect(amounts).toEqual([15, 0, 15]);
});

test("a day that is not understood in a reread is no longer available", async () => {
  let amounts: object = { totalCredits: 0 };
  const cloud = cloudThat(({ from_date }) => ({
    costs: [wireRecord(from_date, { metrics: {}, ...amounts })],
  }));
  const ledger = ledgerInTest(redis.client, cloud);
  const day = { from: "2026-11-10", to: "2026-11-10" };
  await ledger.fetch([day]);
  amounts = { totalXYZ: 5 };
  await expect(ledger.reread(day)).rejects.toThrow("`WIRE_CREDITS=XYZ`");
  await expect(allDays(ledger, day)).rejects.toMatchObject({ kind: "upstream" });
});

test("a connection with a new organization has none of the previous organization's days", async () => {
  const cloud = steadyCloud();
  const week = { from: "2026-11-14", to: today };
  await ledgerInTest(redis.client, cloud).fetch([week]);
  const other = ledgerInTest(redis.client, cloud, { organizationId: "another" });
  await expect(allDays(other, week)).rejects.toMatchObject({ kind: "upstream" });
});

test("unreadable stored costs fail as a bug", async () => {
  const cloud = steadyCloud();
  const ledger = ledgerInTest(redis.client, cloud);
  const week = { from: "2026-11-14", to: today };
  await ledger.fetch([week]);
  await redis.client.del((await redis.client.keys("*:shapes"))[0] ?? "");
  await expect(allDays(ledger, week)).rejects.toMatchObject({ kind: "bug" });
  expect(await contentsOf(redis.client)).toHaveLength(3);
});

import { expect, test } from "vitest";
import type { HoursSchedule } from "../../../../src/features/lifecycle/hours/schedule.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { dayMs, hourMs, minuteMs } from "../../../../src/lib/duration.ts";
import { seededBetween } from "@quartermaster/reference-cloud/seeded-random";
import { useRedis } from "../../../support/redis.ts";
import { amount } from "../../../support/soak.ts";
import { type LifecycleFixture, lifecycleFixture } from "../fixture.ts";

const redis = useRedis();

/** Both changes of clocks in both zones; a soak has all days between them, too. */
const spans = amount<[start: string, days: number][]>({
  usual: [
    ["2026-03-02", 30],
    ["2026-10-19", 17],
  ],
  soak: [["2026-01-01", 400]],
});

async function withHours(
  fixture: LifecycleFixture,
  name: string,
  hours: Pick<HoursSchedule, "from" | "to" | "days" | "timeZone">,
): Promise<string> {
  const serviceId = await fixture.addService(name, "stopped");
  const at = fixture.now.toISOString();
  await fixture.context.schedules.add({
    id: `hours-${serviceId}`,
    kind: "hours",
    service: { serviceId, name },
    connection: "default",
    channelId: "C1",
    createdBy: "UADA",
    createdAt: at,
    ...hours,
    setAt: at,
    state: { doneAt: at },
  } satisfies HoursSchedule);
  return serviceId;
}

/** The edges as a clock on the wall shows them, found by looking at it every quarter of an hour. */
function edgesOnTheWall(
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
  [begin, end]: [begin: Date, end: Date],
) {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const isOn = (ms: number) => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    const time = `${parts.get("hour")}:${parts.get("minute")}`;
    return !["Sat", "Sun"].includes(parts.get("weekday") ?? "") && time >= from && time < to;
  };
  const edges: { what: string; at: number }[] = [];
  let before = isOn(begin.getTime());
  for (let at = begin.getTime(); at <= end.getTime(); at += 15 * minuteMs) {
    const now = isOn(at);
    if (now !== before) edges.push({ what: now ? "start" : "stop", at });
    before = now;
  }
  return edges;
}

test.each(spans)(
  "from %s, each start and stop of %i days happens once, whatever dies or loses its answer",
  async (day, days) => {
    const begin = new Date(day);
    const end = new Date(begin.getTime() + days * dayMs);
    const fixture = lifecycleFixture(redis.client, begin.toISOString());
    // No step is needed between two edges.
    fixture.longestWaitMs = 5 * dayMs;
    let draws = 0;
    const random = () => seededBetween(0, 1, "seed 1", (draws += 1));
    const zones = [
      { from: "08:00", to: "19:00", days: [1, 2, 3, 4, 5], timeZone: "Europe/Berlin" },
      { from: "07:30", to: "18:15", days: [1, 2, 3, 4, 5], timeZone: "America/New_York" },
    ];
    const ids = await Promise.all(zones.map((zone, index) => withHours(fixture, `dev ${index}`, zone)));
    fixture.dies = () => random() < 0.02;
    fixture.loses = () => random() < 0.05;
    await fixture.runUntil(end);

    expect(fixture.deaths).toBeGreaterThan(days / 4);
    for (const [index, zone] of zones.entries()) {
      const done = fixture.effects.filter(({ serviceId }) => serviceId === ids[index]);
      const expected = edgesOnTheWall(zone, [begin, end]);
      expect(done.map(({ what }) => what)).toEqual(expected.map(({ what }) => what));
      const late = done.map(({ at }, edge) => at.getTime() - (expected[edge]?.at ?? 0));
      expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...late)).toBeLessThan(hourMs);
    }
    // The audit log has each, and a process that died right after writing wrote the same entry again.
    const entries = await fixture.context.audit.following(undefined, 10_000);
    const done = entries.filter(({ result }) => result === "done");
    const distinct = new Set(done.map(({ action, subject, at }) => [action, subject, at].join()));
    expect(distinct.size).toBe(fixture.effects.length);
  },
  300_000,
);

test("while Redis is away edges are late and never lost, and only the latest of them counts", async () => {
  const fixture = lifecycleFixture(redis.client, "2026-06-01T00:00:00.000Z");
  const hours = { from: "08:00", to: "19:00", days: [1, 2, 3, 4, 5], timeZone: "UTC" };
  await withHours(fixture, "dev", hours);
  fixture.outages = [
    // Over one edge, and over three.
    { from: new Date("2026-06-01T18:30:00Z"), to: new Date("2026-06-01T23:00:00Z") },
    { from: new Date("2026-06-02T07:00:00Z"), to: new Date("2026-06-03T12:00:00Z") },
  ];
  await fixture.runUntil(new Date("2026-06-04T00:00:00Z"));
  expect(fixture.effects.map(({ at, what }) => `${what} ${at.toISOString().slice(0, 16)}`)).toEqual([
    "start 2026-06-01T08:00",
    "stop 2026-06-01T23:00",
    "start 2026-06-03T12:00",
    "stop 2026-06-03T19:00",
  ]);
});

test("a start by hand at night holds until the next edge", async () => {
  const fixture = lifecycleFixture(redis.client, "2026-06-01T00:00:00.000Z");
  const hours = { from: "08:00", to: "19:00", days: [1, 2, 3, 4, 5], timeZone: "UTC" };
  const id = await withHours(fixture, "dev", hours);
  await fixture.runUntil(new Date("2026-06-01T22:00:00Z"));
  const service = fixture.services.get(id);
  if (service) service.state = "running";
  await fixture.runUntil(new Date("2026-06-02T18:59:00Z"));
  expect(service?.state).toBe("running");
  expect(fixture.effects.map(({ what }) => what)).toEqual(["start", "stop"]);
  await fixture.runUntil(new Date("2026-06-02T20:00:00Z"));
  expect(service?.state).toBe("stopped");
});

test("a server that can't stop services ends the hours, and says so once", async () => {
  const fixture = lifecycleFixture(redis.client, "2026-06-01T00:00:00.000Z");
  const hours = { from: "08:00", to: "19:00", days: [1, 2, 3, 4, 5], timeZone: "UTC" };
  await withHours(fixture, "dev", hours);
  fixture.servesChanges = false;
  await fixture.runUntil(new Date("2026-06-05T00:00:00Z"));
  expect(fixture.posted.map(({ text }) => text)).toEqual([
    expect.stringContaining("this server does not offer to start or stop a service"),
  ]);
  expect(await fixture.context.schedules.ids()).toEqual([]);
});

test.each([
  { gone: ["C1"], reader: "UADA" },
  { gone: ["C1", "UADA"], reader: "UADMIN" },
])("$reader hears of a stop that the cloud refuses, if $gone can't be reached", async ({ gone, reader }) => {
  const fixture = lifecycleFixture(redis.client, "2026-06-01T10:00:00Z", {
    call: async () => {
      throw new AppError("user", "The cloud didn't accept this (400): it is locked.");
    },
  });
  await withHours(fixture, "locked", {
    from: "08:00",
    to: "19:00",
    days: [1, 2, 3, 4, 5],
    timeZone: "Etc/UTC",
  });
  for (const each of gone) fixture.unreachable.add(each);
  await fixture.runUntil(new Date("2026-06-01T19:20:00Z"));
  expect(fixture.posted.map(({ channelId }) => channelId)).toEqual([reader]);
  expect(fixture.posted[0]?.text).toContain("it is locked");
});

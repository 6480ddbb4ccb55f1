import { expect, test } from "vitest";
import { hoursCommand, wakeCommand } from "../../../../src/features/lifecycle/hours/command.ts";
import { hoursOfService } from "../../../../src/features/lifecycle/hours/edges.ts";
import { HoursSchedule, hoursId } from "../../../../src/features/lifecycle/hours/schedule.ts";
import type { Command } from "../../../../src/platform/commands/command.ts";
import { hourMs } from "../../../../src/lib/duration.ts";
import { drawn } from "../../../support/drawn.ts";
import { useRedis } from "../../../support/redis.ts";
import { type LifecycleFixture, lifecycleFixture } from "../fixture.ts";

const redis = useRedis();

/** A service with hours on Mondays, set before this time. */
async function withHours(start: string, state: string): Promise<{ fixture: LifecycleFixture; id: string }> {
  const fixture = lifecycleFixture(redis.client, start);
  fixture.context.connections.list = async () => [
    {
      name: "default",
      kind: "managed",
      baseUrl: "https://cloud.example",
      organizationId: "o",
      keyIdRef: "env:ID",
      keySecretRef: "env:SECRET",
      wireNames: { engineVersion: "engineVersion", credits: "Credits", observability: "observability" },
    },
  ];
  fixture.context.servicesSince = async () => [...fixture.services.values()].map((each) => ({ ...each }));
  const id = await fixture.addService("dev", state);
  await typed(fixture, hoursCommand, "dev 08:00-19:00 Mon UTC");
  return { fixture, id };
}

async function typed(fixture: LifecycleFixture, command: Command, words: string): Promise<string> {
  const reading = command.read(words);
  if (!("run" in reading)) throw new Error("not read");
  const asker = { workspaceId: "T1", userId: "UADA", userName: "ada", channelId: "C1" };
  const answer = await reading.run(fixture.context, asker, { progress: async () => undefined });
  return JSON.stringify(await drawn(answer));
}

async function woken({
  fixture,
  id,
}: {
  fixture: LifecycleFixture;
  id: string;
}): Promise<string | undefined> {
  return HoursSchedule.parse(await fixture.context.schedules.find(hoursId(id))).state.wokenUntil;
}

async function button({ fixture, id }: { fixture: LifecycleFixture; id: string }) {
  const facts = await hoursOfService.read(
    [{ serviceId: id, name: "dev", connection: "default" }],
    fixture.context,
  );
  return facts.get(id)?.button?.text;
}

// 1 June 2026 is a Monday.
test("waking a service that runs by hand outside its hours says so, and promises and keeps no stop", async () => {
  const dev = await withHours("2026-06-02T12:00:00.000Z", "running");
  const answer = await typed(dev.fixture, wakeCommand, "dev");
  expect(answer).toContain("is running already. Someone started it outside its hours");
  expect(answer).not.toContain("Keep it for 2 more hours");
  expect(await woken(dev)).toBeUndefined();
  expect(await button(dev)).toBeUndefined();
  await dev.fixture.runUntil(new Date("2026-06-03T12:00:00.000Z"));
  expect(dev.fixture.effects).toEqual([]);
  expect(dev.fixture.posted).toEqual([]);
});

test("a service with days alone runs all day on these, and is stopped in between", async () => {
  const dev = await withHours("2026-06-04T12:00:00.000Z", "running");
  const answer = await typed(dev.fixture, hoursCommand, "dev Mon-Fri UTC");
  expect(answer).toContain("runs 00:00-24:00 Mon-Fri UTC. It stops");
  expect(await typed(dev.fixture, hoursCommand, "")).toContain("*dev* runs 00:00-24:00 Mon-Fri UTC");
  await dev.fixture.runUntil(new Date("2026-06-10T00:00:00.000Z"));
  expect(dev.fixture.effects.map(({ at, what }) => `${what} ${at.toISOString().slice(0, 13)}`)).toEqual([
    "stop 2026-06-06T00",
    "start 2026-06-08T00",
  ]);
  // As an earlier version reads it.
  const { from, to, days } = HoursSchedule.parse(await dev.fixture.context.schedules.find(hoursId(dev.id)));
  expect([from, to, days]).toEqual(["00:00", "00:00", [1, 2, 3, 4, 5]]);
});

test("a service that runs by its hours is offered 2 more hours, and gets them only when they are asked for", async () => {
  const dev = await withHours("2026-06-01T17:30:00.000Z", "running");
  const answer = await typed(dev.fixture, wakeCommand, "dev");
  expect(answer).toContain("is running already. It stops");
  expect(answer).toContain("Keep it for 2 more hours");
  expect(await woken(dev)).toBeUndefined();
  expect(await button(dev)).toBe("Keep it for 2 more hours");
  expect(await typed(dev.fixture, wakeCommand, "dev longer")).toContain("keeps running until");
  expect(await woken(dev)).toBe("2026-06-01T21:00:00.000Z");
  await dev.fixture.runUntil(new Date("2026-06-01T23:00:00.000Z"));
  const [stop, ...more] = dev.fixture.effects;
  expect(more).toEqual([]);
  expect(stop?.what).toBe("stop");
  expect((stop?.at.getTime() ?? 0) - Date.parse("2026-06-01T21:00:00.000Z")).toBeLessThan(hourMs);
});

test("a service that is stopped is woken for 2 hours", async () => {
  const dev = await withHours("2026-06-02T12:00:00.000Z", "stopped");
  expect(await button(dev)).toBe("Wake for 2 h");
  expect(await typed(dev.fixture, wakeCommand, "dev")).toContain("Then it stops again.");
  await dev.fixture.runUntil(new Date("2026-06-02T15:00:00.000Z"));
  expect(dev.fixture.effects.map(({ what }) => what)).toEqual(["start", "stop"]);
});

test("without hours, one that runs says so, one that is stopped offers its start, and both offer hours", async () => {
  const dev = await withHours("2026-06-02T12:00:00.000Z", "running");
  await typed(dev.fixture, hoursCommand, "dev off");
  expect(await typed(dev.fixture, wakeCommand, "dev")).toContain("is running already. It has no hours");
  const offered = await typed(dev.fixture, hoursCommand, "dev");
  expect(offered).toContain("Mon-Fri, 8:00 to 18:00");
  const { id } = dev;
  for (const hours of ["08:00-18:00 Mon-Fri", "Mon-Fri"])
    expect(offered).toContain(
      JSON.stringify(JSON.stringify({ call: "services_hours_set", args: { service: id, hours } })),
    );
  const service = dev.fixture.services.get(id);
  if (service) service.state = "stopped";
  const asleep = await typed(dev.fixture, wakeCommand, "dev");
  expect(asleep).toContain("Start it, and it runs until someone stops it");
  expect(asleep).toContain("services_start");
});

import { expect, test } from "vitest";
import { hoursCommand, wakeCommand } from "../../../../src/features/lifecycle/hours/command.ts";
import { hoursOfService } from "../../../../src/features/lifecycle/hours/edges.ts";
import { HoursSchedule, hoursId } from "../../../../src/features/lifecycle/hours/schedule.ts";
import type { Command } from "../../../../src/platform/commands/command.ts";
import { hourMs } from "../../../../src/lib/duration.ts";
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
  return JSON.stringify(answer);
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

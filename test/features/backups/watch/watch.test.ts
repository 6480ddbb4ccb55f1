import { beforeEach, expect, test } from "vitest";
import { AppError } from "../../../../src/lib/errors.ts";
import { backup, failed } from "../wire.ts";
import { hourMs } from "../../../../src/lib/duration.ts";
import { useRedis } from "../../../support/redis.ts";
import { type Fixture, watchFixture } from "./fixture.ts";

const redis = useRedis();
let fixture: Fixture;
beforeEach(async () => {
  fixture = await watchFixture(redis.client);
});

const unreachable = new AppError("upstream", "Couldn't reach the cloud.");
const quarterMs = hourMs / 4;

/** A backup that began so many hours after the start. */
const made = (hours: number, wire = {}) =>
  backup(-hours, { finishedAt: undefined, durationInSeconds: 60, ...wire });

async function finishAt(hours: number) {
  fixture.at(hours);
  return fixture.finish();
}

test("while the last good backup is young enough, nothing is posted, and the next check is when it becomes too old", async () => {
  fixture.cloud.answer = [made(-20)];
  expect(await finishAt(0)).toEqual({ againInMs: 6 * hourMs + 1_000 });
  await finishAt(5.9);
  expect(fixture.cloud.asked).toBe(1);
  fixture.cloud.answer = [made(4), made(-20)];
  expect(await finishAt(6.1)).toEqual({ againInMs: Math.round(23.9 * hourMs) + 1_000 });
  expect(fixture).toMatchObject({ posted: [], cloud: { asked: 2 } });
});

test("a breach is posted once, and its end once", async () => {
  fixture.cloud.answer = [made(-20)];
  await finishAt(0);
  fixture.cloud.answer = [made(4, failed), made(-2, failed), made(-20), made(-30, failed)];
  expect(await finishAt(6.1)).toEqual({ againInMs: quarterMs });
  await finishAt(7);
  await finishAt(30);
  expect(fixture.posted).toEqual([
    "C1: :red_circle: *orders prod: no good backup in 26 hours.* The last one started 2026-11-19 14:00 UTC. 2 backups failed since. I'll post when there's a good one.",
  ]);
  fixture.cloud.answer = [made(31), ...fixture.cloud.answer];
  await finishAt(32);
  await finishAt(33);
  expect(fixture.posted.slice(1)).toEqual([
    "C1: :white_check_mark: *orders prod has a good backup again.* It started 2026-11-21 17:00 UTC. It was overdue since 2026-11-20 16:00 UTC.",
  ]);
  expect(fixture.shown()[0]).toBe(
    ":white_check_mark: orders prod had no good backup in 26 hours until the one that started 2026-11-21 17:00 UTC. The one before started 2026-11-19 14:00 UTC.",
  );
});

test("each breach is posted with its end, even if the same backup becomes too old a second time", async () => {
  fixture.cloud.answer = [made(-20)];
  await finishAt(7);
  await fixture.change((schedule) => ({
    ...schedule,
    maxAgeMs: 48 * hourMs,
    state: { ...schedule.state, nextCheckAt: undefined },
  }));
  await finishAt(8);
  await finishAt(30);
  expect(fixture.posted).toEqual([
    expect.stringContaining("no good backup in 26 hours"),
    "C1: :white_check_mark: *orders prod is within its limit again:* the limit is now 2 days. The last good backup started 2026-11-19 14:00 UTC.",
    expect.stringContaining("no good backup in 2 days"),
  ]);
  expect(fixture.shown()[0]).toBe(
    ":white_check_mark: orders prod had no good backup in 26 hours. The limit is now 2 days, and the last good one started 2026-11-19 14:00 UTC.",
  );
});

test("during a breach the cloud is read every quarter of an hour, with any number of steps", async () => {
  fixture.cloud.answer = [made(-30)];
  for (let minutes = 0; minutes < 60; minutes += 1) await finishAt(minutes / 60);
  expect(fixture).toMatchObject({ cloud: { asked: 4 }, posted: { length: 1 } });
});

test("a service without a good backup is a breach", async () => {
  fixture.cloud.answer = [made(-1, failed)];
  await finishAt(0);
  expect(fixture.posted[0]).toContain(
    "*orders prod: no good backup in 26 hours.* It has none at all. 1 backup failed.",
  );
});

test("a service younger than its first backup is not a breach, and is one once that is late", async () => {
  await fixture.know();
  expect(await finishAt(2)).toEqual({ againInMs: 22 * hourMs + 1_000 });
  await finishAt(23);
  expect(fixture.posted).toEqual([]);
  await finishAt(24.1);
  expect(fixture.posted).toEqual([expect.stringContaining("It has none at all.")]);
});

test("an unreachable cloud is not a breach, and is posted once it lasts longer than the maximum age", async () => {
  fixture.cloud.answer = unreachable;
  for (const hours of [0, 10, 26]) await finishAt(hours);
  expect(fixture.posted).toEqual([]);
  for (const hours of [26.5, 27, 60]) await finishAt(hours);
  expect(fixture.posted).toEqual([
    "C1: :grey_question: *I haven't been able to check the backups of orders prod since 2026-11-20 10:00 UTC*, so I can't tell if one is younger than 26 hours. Couldn't reach the cloud. I'll keep trying.",
  ]);
  fixture.cloud.answer = [made(59)];
  await finishAt(61);
  expect(fixture.posted).toHaveLength(1);
  expect(fixture.shown()).toEqual([
    ":white_check_mark: I couldn't check the backups of orders prod from 2026-11-20 10:00 UTC to 2026-11-22 23:00 UTC. Now I can again.",
  ]);
});

test("short outages of the cloud are not posted, and are not added up", async () => {
  for (let hours = 0; hours < 100; hours += 5) {
    fixture.cloud.answer = hours % 20 === 0 ? [made(hours - 1)] : unreachable;
    await finishAt(hours + 24);
  }
  expect(fixture.posted.filter((text) => text.includes("couldn't check"))).toEqual([]);
});

test("a deleted service is posted once, and the watch ends", async () => {
  fixture.cloud.answer = new AppError("missing", "There is no such service.");
  expect(await finishAt(0)).toBe("done");
  expect(fixture.posted).toEqual([expect.stringContaining("*orders prod no longer exists in the cloud*")]);
  expect(await fixture.schedule()).toBeUndefined();
});

test("a route that is not served does not count as a deleted service", async () => {
  fixture.cloud.answer = new AppError("missing", "It does not offer this.", { unserved: true });
  await finishAt(0);
  expect(await fixture.schedule()).toBeDefined();
});

test("a channel that refuses posts ends the watch, and its owner gets one message", async () => {
  fixture.channel.failure = new AppError("forbidden", "Slack refused this (is_archived).");
  fixture.cloud.answer = [made(-30)];
  expect(await finishAt(0)).toBe("done");
  expect(fixture.posted).toEqual([
    expect.stringContaining(
      "U1: The backup watch on orders prod has ended, because I can no longer post in <#C1>",
    ),
  ]);
  expect(fixture.posted[0]).toContain("`/db backups watch orders prod #channel max-age 26h`");
  expect(await fixture.schedule()).toBeUndefined();
});

test("replicas that take the same steps at once post nothing twice", async () => {
  const together = async () => {
    for (let round = 0; round < 4; round += 1)
      await Promise.all([fixture.step(), fixture.step(), fixture.step()]);
    await fixture.finish();
  };
  for (let day = 0; day < 12; day += 1) {
    fixture.cloud.answer = [made(day * 24 - (day % 3 === 2 ? 48 : 1))];
    fixture.at(day * 24);
    await together();
  }
  const kinds = fixture.posted.map((text) => (text.includes("again.*") ? "holds" : "broken"));
  expect(kinds).toEqual(["broken", "holds", "broken", "holds", "broken", "holds", "broken"]);
});

test("an unreadable backup may be the good one, so no breach is posted", async () => {
  const told = expect.stringContaining("I couldn't read 1 backup");
  fixture.cloud.answer = ["null", made(-20)];
  await finishAt(0);
  await finishAt(7);
  await finishAt(30);
  expect(fixture.posted).toEqual([]);
  await finishAt(34);
  expect(fixture.posted).toEqual([told]);
  fixture.cloud.answer = ["null", made(33), made(-20)];
  await finishAt(35);
  expect(fixture.posted).toEqual([told]);
});

import { expect, test } from "vitest";
import { advanceChange } from "../../../../src/features/lifecycle/changes/advance.ts";
import { expiryOf, moveEnd } from "../../../../src/features/lifecycle/expiry/set.ts";
import { keepActions } from "../../../../src/features/lifecycle/expiry/posts.ts";
import { dayMs, hourMs, minuteMs } from "../../../../src/lib/duration.ts";
import { seededBetween } from "@quartermaster/reference-cloud/seeded-random";
import { useRedis } from "../../../support/redis.ts";
import { amount } from "../../../support/soak.ts";
import { type LifecycleFixture, lifecycleFixture } from "../fixture.ts";

const redis = useRedis();
const start = "2026-01-01T00:00:00.000Z";
const ada = { userId: "UADA", userName: "ada", channelId: "C1" };

async function ending(fixture: LifecycleFixture, name: string, days: number): Promise<string> {
  // Each step is due by what it waits for, and a few more change nothing.
  fixture.longestWaitMs = 5 * dayMs;
  const serviceId = await fixture.addService(name);
  const until = new Date(fixture.now.getTime() + days * dayMs);
  await moveEnd({ service: { serviceId, name, connection: "default" }, until }, ada, fixture.context);
  return serviceId;
}

function after(days: number): Date {
  return new Date(Date.parse(start) + days * dayMs);
}

/** Clicks a Keep button, with the value of the present end or an earlier one. */
async function keep(
  fixture: LifecycleFixture,
  serviceId: string,
  kind: 0 | 1 | 2,
  { userId = "UBEA", value }: { userId?: string; value?: string } = {},
): Promise<string> {
  const expiry = await expiryOf(serviceId, fixture.context);
  const present = JSON.stringify([serviceId, expiry?.expiresAt, expiry?.setAt]);
  const reply = await keepActions[kind]?.run(
    { value: value ?? present, userId, userName: "bea", triggerId: "t", channelId: "C1" },
    fixture.context,
  );
  return reply && "text" in reply ? reply.text : "";
}

const allDays = amount({ usual: 80, soak: 400 });

test(`over ${allDays} days each warning and each stop happens once, whatever dies or loses its answer`, async () => {
  const fixture = lifecycleFixture(redis.client, start);
  let draws = 0;
  const random = () => seededBetween(0, 1, "seed 7", (draws += 1));
  fixture.dies = () => random() < 0.02;
  fixture.loses = () => random() < 0.2;
  const ends = new Map<string, { name: string; at: number; marks: number }>();
  // A new service begins every tenth day.
  for (let day = 0; day < allDays - 10; day += 10) {
    await fixture.runUntil(after(day));
    if (day >= 30) await fixture.context.services.forget(`dev ${day - 30}`);
    const days = 1 + Math.floor(random() * 9);
    const name = `dev ${day}`;
    const id = await ending(fixture, name, days);
    ends.set(id, { name, at: after(day + days).getTime(), marks: days > 2 ? 3 : 2 });
  }
  await fixture.runUntil(after(allDays));

  expect(fixture.deaths).toBeGreaterThan(allDays / 20);
  expect(fixture.effects.map(({ what }) => what)).toEqual([...ends].map(() => "stop"));
  for (const [id, { name, at, marks }] of ends) {
    const stops = fixture.effects.filter(({ serviceId }) => serviceId === id);
    expect(stops).toHaveLength(1);
    const lateMs = (stops[0]?.at.getTime() ?? 0) - at;
    expect(lateMs).toBeGreaterThanOrEqual(0);
    // A stop with a lost answer is tried again after an hour.
    expect(lateMs).toBeLessThan(12 * hourMs);
    const said = fixture.posted.filter(({ text }) => text.includes(`*${name} `));
    const warnings = said.filter(({ text }) => text.includes("Do you still need it?"));
    expect(warnings.map(({ channelId }) => channelId)).toEqual(Array.from({ length: marks }, () => "UADA"));
    const before = warnings.map(({ at: when }) => at - when.getTime());
    const wanted = [2 * dayMs, 2 * hourMs, 30 * minuteMs].slice(-marks);
    for (const [index, ms] of wanted.entries()) {
      expect(before[index]).toBeLessThanOrEqual(ms);
      expect(before[index]).toBeGreaterThan(ms - 10 * minuteMs);
    }
    const stopped = said.filter(({ text }) => text.includes("has ended, so I stopped it"));
    expect(stopped.map(({ channelId }) => channelId).toSorted()).toEqual(["C1", "UADA"]);
  }
}, 300_000);

test("Redis away at the end makes the stop late, with notice, and never loses it", async () => {
  const fixture = lifecycleFixture(redis.client, start);
  await ending(fixture, "dev", 7);
  fixture.outages = [{ from: after(4), to: after(9) }];
  await fixture.runUntil(after(10));
  const warnings = fixture.posted.filter(({ text }) => text.includes("Do you still need it?"));
  expect(warnings.map(({ at }) => at)).toEqual([after(9)]);
  expect(fixture.effects.map(({ at, what }) => [what, at.getTime() - after(9).getTime()])).toEqual([
    ["stop", expect.any(Number)],
  ]);
  expect((fixture.effects[0]?.at.getTime() ?? 0) - after(9).getTime()).toBeGreaterThanOrEqual(30 * minuteMs);
});

test("two people who keep it at once have one effect", async () => {
  const fixture = lifecycleFixture(redis.client, start);
  const id = await ending(fixture, "dev", 7);
  await fixture.runUntil(after(6));
  const expiry = await expiryOf(id, fixture.context);
  const value = JSON.stringify([id, expiry?.expiresAt, expiry?.setAt]);
  const answers = await Promise.all([
    keep(fixture, id, 0, { userId: "UADA", value }),
    keep(fixture, id, 1, { userId: "UBEA", value }),
  ]);
  expect(answers.filter((text) => text.includes("Someone moved the end"))).toHaveLength(1);
  const moved = await expiryOf(id, fixture.context);
  expect([after(8).toISOString(), after(14).toISOString()]).toContain(moved?.expiresAt);
  // A button of the warning before is over, too.
  expect(await keep(fixture, id, 2, { value })).toContain("Nothing changed.");
});

test("a service that is kept between the request to stop it and the stop isn't stopped", async () => {
  const fixture = lifecycleFixture(redis.client, start);
  const id = await ending(fixture, "dev", 7);
  await fixture.runUntil(new Date(after(7).getTime() - 1));
  // The change is accepted at the end, and its first step comes a minute later.
  const accepted: [string, unknown][] = [];
  fixture.takesChange = (changeId, item) => void accepted.push([changeId, item]);
  await fixture.runUntil(new Date(after(7).getTime() + minuteMs));
  const [changeId = "", item] = accepted[0] ?? [];
  expect(changeId).toContain("stop-1");
  expect(await keep(fixture, id, 1)).toContain("ends");
  const steps = advanceChange(() => fixture.context);
  for (let step = await steps(changeId, item); step === "next";) step = await steps(changeId, item);
  expect(await fixture.context.serviceChangeLog.find(changeId)).toMatchObject({ outcome: "void" });
  expect(fixture.effects).toEqual([]);
});

test("a server that can't stop it has owner and channel told daily, until someone keeps it", async () => {
  const fixture = lifecycleFixture(redis.client, start);
  fixture.servesChanges = false;
  const id = await ending(fixture, "dev", 7);
  await fixture.runUntil(new Date(after(10).getTime() + hourMs));
  const daily = fixture.posted.filter(({ text }) => text.includes("has ended and still runs"));
  expect(daily.map(({ channelId }) => channelId)).toEqual([
    "UADA",
    "C1",
    "UADA",
    "C1",
    "UADA",
    "C1",
    "UADA",
    "C1",
  ]);
  expect(daily[0]?.text).toContain("This server does not offer to stop a service.");
  expect(await keep(fixture, id, 2)).toContain("kept for good");
  await fixture.runUntil(after(20));
  expect(fixture.posted.filter(({ text }) => text.includes("still runs"))).toHaveLength(8);
});

test("it is deleted only by a second policy, after a day's grace with the last good backup shown", async () => {
  const fixture = lifecycleFixture(redis.client, start);
  await fixture.context.createLimits.set("operator", { deletesAfterDays: 5 });
  fixture.backupAt = after(8).toISOString();
  const id = await ending(fixture, "dev", 7);
  const kept = await ending(fixture, "kept dev", 7);
  await fixture.runUntil(new Date(after(11).getTime() + hourMs));
  const grace = fixture.posted.filter(({ text }) => text.includes("is deleted"));
  expect(grace.filter(({ text }) => text.includes("*dev ")).map(({ channelId }) => channelId)).toEqual([
    "UADA",
    "C1",
  ]);
  expect(grace[0]?.text).toContain("Last good backup:");
  expect(await keep(fixture, kept, 1)).toContain("ends");
  await fixture.runUntil(after(13));
  const deleted = fixture.effects.filter(({ what }) => what === "delete");
  expect(deleted.map(({ serviceId }) => serviceId)).toEqual([id]);
  expect((deleted[0]?.at.getTime() ?? 0) - (grace[0]?.at.getTime() ?? 0)).toBeGreaterThanOrEqual(dayMs);
  expect((await fixture.context.services.list()).map(({ name }) => name)).toEqual(["kept dev"]);
  const told = fixture.posted.filter(({ text }) => text.includes("I deleted dev"));
  expect(told.map(({ channelId }) => channelId)).toEqual(["UADA", "C1"]);
});

test("without a good backup it isn't deleted, and that is said once", async () => {
  const fixture = lifecycleFixture(redis.client, start);
  await fixture.context.createLimits.set("operator", { deletesAfterDays: 2 });
  fixture.backupAt = undefined;
  await ending(fixture, "dev", 3);
  await fixture.runUntil(after(20));
  expect(fixture.effects.map(({ what }) => what)).toEqual(["stop"]);
  expect(fixture.posted.filter(({ text }) => text.includes("I didn't delete dev"))).toHaveLength(2);
});

test("without the second policy it stays stopped", async () => {
  const fixture = lifecycleFixture(redis.client, start);
  await ending(fixture, "dev", 3);
  await fixture.runUntil(after(40));
  expect(fixture.effects.map(({ what }) => what)).toEqual(["stop"]);
  expect(fixture.services.size).toBe(1);
});

test("beyond the role's limit it needs approval, and without a policy of approvals it is refused", async () => {
  const fixture = lifecycleFixture(redis.client, start);
  await fixture.context.createLimits.set("operator", { mostDays: 10 });
  const id = await ending(fixture, "dev", 7);
  await fixture.runUntil(after(6));
  await expect(keep(fixture, id, 2)).rejects.toThrow("An operator can keep a service 10 days at most");
  expect(await keep(fixture, id, 1)).toContain("ends");
});

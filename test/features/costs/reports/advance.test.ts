import { beforeEach, expect, test } from "vitest";
import { costsNotUnderstood } from "../../../../src/platform/cloud/costs/usage.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { addDays, daysFrom, humanDays } from "../../../../src/lib/day.ts";
import { seededBetween } from "@quartermaster/reference-cloud/seeded-random";
import { useRedis } from "../../../support/redis.ts";
import { amount } from "../../../support/soak.ts";
import { type ReportFixture, reportFixture, isLateChange } from "./fixture.ts";

const redis = useRedis();
let fixture: ReportFixture;
beforeEach(async () => {
  fixture = await reportFixture(redis.client, "2026-11-18T12:00:00Z");
});

/** The first lines of the posts in the channel, without threads. */
function reports({ posted }: ReportFixture): string[] {
  return posted.filter(({ threadTs }) => threadTs === undefined).map(({ text }) => text.split("\n")[0] ?? "");
}

function threads({ posted }: ReportFixture): string[] {
  return posted.filter(({ threadTs }) => threadTs !== undefined).map(({ text }) => text);
}

function shownIn(timeZone: string, time: Date): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(time);
}

test("a report is posted when it is due, with the day's costs and a note on provisional days", async () => {
  await fixture.runUntil("2026-11-19T08:00:00Z");
  expect(fixture.posted.map(({ at }) => at.toISOString())).toEqual(["2026-11-19T08:00:00.000Z"]);
  expect(fixture.posted[0]?.text).toContain("*100.00 credits* on 18 Nov 2026.");
  expect(fixture.posted[0]?.text).toContain("18 Nov is provisional: the amounts may still change.");
  expect(fixture.posted[0]?.text).toContain(
    "Posted every day at 09:00 Europe/Berlin. To stop it: `/db costs schedule list`.",
  );
});

const lastDay = amount({ usual: "2026-04-10", soak: "2026-12-31" });

test("over months, with two processes that may die at any call, each day is posted once, and each late change once in its thread", async () => {
  const firstDay = "2026-03-01";
  fixture = await reportFixture(redis.client, `${firstDay}T12:00:00Z`);
  let calls = 0;
  fixture.dies = () => seededBetween(0, 1, "report", String((calls += 1))) < 0.015;
  await fixture.runUntil(`${addDays(lastDay, 1)}T12:00:00Z`, 2);
  expect(fixture.deaths).toBeGreaterThan(20);
  const days = daysFrom(firstDay, lastDay);
  const channel = fixture.posted.filter(({ threadTs }) => threadTs === undefined);
  expect(reports(fixture)).toEqual(days.map((day) => `*100.00 credits* on ${humanDays(day, day)}.`));
  expect(channel.map(({ at }) => shownIn("Europe/Berlin", at))).toEqual(
    days.map((day) => `${addDays(day, 1)} 09:00`),
  );
  const changed = days.filter((day) => isLateChange(day) && day < addDays(lastDay, -2));
  expect(threads(fixture)).toHaveLength(changed.length);
  for (const { threadTs, text } of fixture.posted.filter((one) => one.threadTs !== undefined)) {
    const day = days[reports(fixture).indexOf(channelMessage(fixture, threadTs))] ?? "";
    expect(isLateChange(day)).toBe(true);
    expect(text).toMatch(/is final: 110\.00 credits, 10\.0% more than the 100\.00 above\.$/);
  }
});

function channelMessage({ posted }: ReportFixture, ts: string | undefined): string {
  return posted[Number(ts) - 1]?.text.split("\n")[0] ?? "";
}

test("days that became final before the same check share one post", async () => {
  fixture = await reportFixture(redis.client, "2026-11-18T12:00:00Z", { every: "weekly", at: "02:00" });
  // The week's last three days and all later ones are provisional until Thursday.
  fixture.costs = (day, now) => {
    const locked = day < "2026-11-20" || now >= new Date("2026-11-26T00:00:00Z");
    return { total: locked && day >= "2026-11-20" ? 120 : 100, locked };
  };
  await fixture.runUntil("2026-11-29T00:00:00Z");
  expect(threads(fixture)).toEqual([
    [
      "These days are final:",
      "• *20 Nov*: 120.00 credits, 20.0% more than the 100.00 above",
      "• *21 Nov*: 120.00 credits, 20.0% more than the 100.00 above",
      "• *22 Nov*: 120.00 credits, 20.0% more than the 100.00 above",
    ].join("\n"),
  ]);
  expect((await fixture.schedule())?.state.open).toEqual([]);
});

test("a month without costs has a report that says so", async () => {
  fixture = await reportFixture(redis.client, "2026-11-18T12:00:00Z", { every: "monthly" });
  fixture.costs = () => ({ total: 0, locked: true });
  await fixture.runUntil("2026-12-02T00:00:00Z");
  expect(reports(fixture)).toEqual([expect.stringContaining("No costs from 1 to 30 Nov 2026.")]);
});

test("after days of downtime there is one report, which names the missed days", async () => {
  await fixture.runUntil("2026-11-19T12:00:00Z");
  fixture.now = new Date("2026-11-25T11:00:00Z");
  await fixture.runUntil("2026-11-26T09:00:00Z");
  expect(reports(fixture).map((line) => /\d+ Nov/.exec(line)?.[0])).toEqual(["18 Nov", "24 Nov", "25 Nov"]);
  const [, late] = fixture.posted.filter(({ threadTs }) => threadTs === undefined);
  expect(late?.text).toContain(
    "I couldn't post the 5 reports before (19 to 23 Nov 2026), because Quartermaster or the cloud was down.",
  );
});

test("while the cloud is unreachable the step fails, and a later one posts the usual report", async () => {
  fixture.refusals.cloud = new AppError("upstream", "The cloud did not answer.");
  fixture.now = new Date("2026-11-19T08:00:00Z");
  await expect(fixture.step("d1")).rejects.toMatchObject({ kind: "upstream" });
  delete fixture.refusals.cloud;
  fixture.now = new Date("2026-11-19T14:00:00Z");
  await fixture.step("d1");
  expect(reports(fixture)).toEqual(["*100.00 credits* on 18 Nov 2026."]);
  expect(fixture.posted[0]?.text).not.toContain("I couldn't post");
});

test("if the cloud refuses, the owner gets one message a day, and the step is retried every hour", async () => {
  fixture.refusals.cloud = new AppError("forbidden", "The key lacks the right to read usage costs.");
  await fixture.runUntil("2026-11-20T07:00:00Z");
  expect(await fixture.step("d1")).toEqual({ againInMs: 3_600_000 });
  expect(fixture.posted.map(({ channelId, text }) => `${channelId}: ${text}`)).toEqual([
    "U1: :warning: The daily cost report in <#C1> is waiting, because I can't read the costs. The key lacks the right to read usage costs. I'll try again every hour.",
    "U1: :warning: The daily cost report in <#C1> is waiting, because I can't read the costs. The key lacks the right to read usage costs. I'll try again every hour.",
  ]);
  delete fixture.refusals.cloud;
  await fixture.runUntil("2026-11-20T07:59:00Z");
  expect(reports(fixture)).toContain("*100.00 credits* on 18 Nov 2026.");
});

test("unreadable costs are never posted as 0: the owner gets the setting to change", async () => {
  fixture.refusals.cloud = costsNotUnderstood({ days: ["2026-11-18"], ending: "XYZ" });
  await fixture.runUntil("2026-11-19T09:00:00Z");
  expect(fixture.posted.map(({ channelId, text }) => `${channelId}: ${text}`)).toEqual([
    expect.stringMatching(
      /^U1: .* is waiting, because I can't read the costs\. .* to set `WIRE_CREDITS=XYZ`\./,
    ),
  ]);
  delete fixture.refusals.cloud;
  await fixture.runUntil("2026-11-19T11:00:00Z");
  expect(reports(fixture).slice(1)).toEqual(["*100.00 credits* on 18 Nov 2026."]);
});

test("if the channel refuses posts, the report ends and its owner gets a message", async () => {
  fixture.refusals.channel = new AppError("forbidden", "Slack refused this (is_archived).");
  await fixture.runUntil("2026-11-20T09:00:00Z");
  expect(fixture.posted.map(({ channelId }) => channelId)).toEqual(["U1"]);
  expect(fixture.posted[0]?.text).toContain(
    "The daily cost report has ended, because I can no longer post in <#C1>",
  );
  expect(await fixture.schedule()).toBeUndefined();
});

test("if the report's owner has left too, an admin reads that it has ended", async () => {
  fixture.refusals.channel = new AppError("forbidden", "Slack refused this (is_archived).");
  fixture.gone.add("U1");
  await fixture.runUntil("2026-11-20T09:00:00Z");
  expect(fixture.posted.map(({ channelId }) => channelId)).toEqual(["UADMIN"]);
  expect(fixture.posted[0]?.text).toContain("because I can't reach <@U1>");
  expect(await fixture.schedule()).toBeUndefined();
});

test("a report that ends with no one to tell stays, says so, and posts again once its channel takes it", async () => {
  fixture.refusals.channel = new AppError("forbidden", "Slack refused this (is_archived).");
  fixture.gone.add("U1").add("UADMIN");
  await fixture.runUntil("2026-11-19T09:00:00Z");
  expect(fixture.posted).toEqual([]);
  expect(await fixture.schedule()).toMatchObject({
    untold: { what: "Its channel no longer takes messages, and I can't reach its owner or an admin." },
  });
  delete fixture.refusals.channel;
  await fixture.look();
  expect(reports(fixture)).toEqual(["*100.00 credits* on 18 Nov 2026."]);
  expect((await fixture.schedule())?.untold).toBeUndefined();
});

/** Runs a due report, then days of downtime, then everything that is due after them. */
async function runAndReturn(dieAt?: number, staysDead = false): Promise<ReportFixture & { chances: number }> {
  await redis.client.flushall();
  const dying = Object.assign(await reportFixture(redis.client, "2026-11-18T12:00:00Z"), { chances: 0 });
  dying.staysDead = staysDead;
  dying.dies = () => (dying.chances += 1) === dieAt;
  await dying.runUntil("2026-11-19T08:00:00Z");
  dying.now = new Date("2026-11-23T10:00:00Z");
  await dying.runUntil(dying.now);
  await dying.runUntil(dying.now);
  return dying;
}

test("if the process dies at any call, each report and each late change is still posted once", async () => {
  const whole = await runAndReturn();
  const expected = whole.posted.map(({ text }) => text).toSorted();
  expect(expected).toHaveLength(3);
  // A death after a call leaves what a death before the next one leaves.
  for (let chance = 1; chance <= whole.chances; chance += 2) {
    const posted = (await runAndReturn(chance)).posted.map(({ text }) => text).toSorted();
    expect({ chance, posted }).toEqual({ chance, posted: expected });
  }
});

test("after a crash and days of downtime, a started report is posted once, and others are named as missed", async () => {
  const { chances } = await runAndReturn();
  const ends = new Map<string, number>();
  for (let chance = 1; chance <= chances; chance += 2) {
    const returned = await runAndReturn(chance, true);
    const of18 = reports(returned).filter((line) => line.includes("18 Nov 2026"));
    const isOld = of18.some((line) => line.startsWith("*100.00 credits*"));
    // The change refers to the amounts that were saved before the process died.
    expect({ chance, told: threads(returned).filter((text) => text.includes("*18 Nov*")).length }).toEqual({
      chance,
      told: isOld ? 1 : 0,
    });
    const missed = returned.posted.map(
      ({ text }) => /the \d reports before \((.+)\), because/.exec(text)?.[1],
    );
    const end = `${of18.length} posted, missed ${missed.find(Boolean) ?? "unsaid"}`;
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  expect([...ends.keys()].toSorted()).toEqual([
    "0 posted, missed 18 to 21 Nov 2026",
    "1 posted, missed 19 to 21 Nov 2026",
  ]);
});

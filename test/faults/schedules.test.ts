import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { addDays, humanDays, weekdayOf } from "../../src/lib/day.ts";
import { seededBetween } from "@quartermaster/reference-cloud/seeded-random";
import { type ClockedReplicas, startClockedReplicas } from "../support/clocked-replicas.ts";
import { until } from "../support/until.ts";
import {
  type ExpectedReport,
  away,
  expectedChanges,
  expectedReports,
  mornings,
  nineInBerlin,
} from "./expected-reports.ts";
import {
  type FollowedBudgets,
  dearDays,
  followBudgets,
  levelLine,
  makeDear,
  postedOfBudgets,
} from "./followed-budgets.ts";
import { reportChannels, expectedLine, postedReports, waitForDue } from "./posted-reports.ts";

const budgetChannel = { name: "general", id: "C0GENERAL1" };

/** Other tests crash at every step. These are real processes, and the wait after each crash takes seconds. */
const deadlyMornings = new Set([9, 21, 48].map((index) => mornings[index]));

interface Year {
  replicas: ClockedReplicas;
  expected: readonly ExpectedReport[];
  budgets: FollowedBudgets;
}

/** Moves to every morning and waits for due reports. On some mornings both replicas are killed at random moments. */
async function liveThrough({ replicas, expected, budgets }: Year): Promise<void> {
  for (const morning of mornings) {
    const at = nineInBerlin(morning);
    if (morning === addDays(away.to, 1)) await replicas.awayWhile(() => replicas.clock.moveTo(at));
    else replicas.clock.moveTo(at);
    const kills = deadlyMornings.has(morning) ? ["one", "other"] : [];
    await Promise.all([
      ...kills.map(async (which) => {
        await sleep(seededBetween(0, 250, morning, which));
        await replicas.kill();
      }),
      waitForDue(replicas, expected, at),
      budgets.checkedAt(at),
    ]);
  }
}

async function order(replicas: ClockedReplicas): Promise<void> {
  const { databases, incidents } = reportChannels;
  await replicas.command(`/db costs schedule daily in <#${databases}> Europe/Berlin`, "Scheduled. Every day");
  await replicas.command(
    `/db costs schedule weekly in <#${incidents}> Europe/Berlin`,
    "Scheduled. Every week",
  );
  await replicas.command(
    `/db costs schedule monthly in <#${incidents}> Europe/Berlin`,
    "Scheduled. Every month",
  );
  // In a channel without the app, it cannot find out whether its last message was posted.
  await replicas.invite(budgetChannel.name);
  await replicas.command(`/db costs budget set 1500 monthly in <#${budgetChannel.id}>`, "Set a ");
  await replicas.command(`/db costs budget set 80 weekly web analytics in <#${budgetChannel.id}>`, "Set a ");
}

test("over a year, with clocks changed, replicas killed and days away, each report, late change, level and unusual day is posted once", async () => {
  await using replicas = await startClockedReplicas("2027-01-04T06:00:00Z");
  // Ended even if the test fails, because it would otherwise retry Redis as long as its process lives.
  using ending = new DisposableStack();
  const redis = ending.adopt(new Redis(replicas.redisUrl), (each) => each.disconnect());
  await makeDear(replicas);
  await order(replicas);
  const [expected, budgets] = [expectedReports(), followBudgets(redis)];
  await liveThrough({ replicas, expected, budgets });

  const changes = expectedChanges(expected, replicas.clock.now());
  expect(changes.length).toBeGreaterThan(20);
  await until(async () => (await postedReports(replicas)).told.length >= changes.length);
  const { reports, told } = await postedReports(replicas);
  expect(reports.toSorted()).toEqual(expected.map(expectedLine).toSorted());
  expect(told.toSorted()).toEqual(changes.toSorted());

  const { levels, unusual } = await postedOfBudgets(replicas, budgetChannel.name);
  const lines = levels.map(levelLine);
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines).toEqual(expect.arrayContaining([...budgets.decided]));
  // Findings after the last costs of a period became final are no longer in its budget.
  const more = levels.filter((post) => !budgets.decided.includes(levelLine(post)));
  for (const { text } of more) expect(text).toMatch(/^\*Was over budget .+\*/);
  expect(budgets.decided.length).toBeGreaterThan(30);
  const expectedTitles = dearDays.map(
    (day) => `*Unusually high costs on ${weekdayOf(day)} ${humanDays(day, day)}*`,
  );
  expect(unusual.map(({ text }) => text.split("\n")[0])).toEqual(expectedTitles);
});

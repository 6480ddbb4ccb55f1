import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { daysFrom, humanDays } from "../../src/lib/day.ts";
import { seededBetween } from "../../src/sandbox/cloud/seeded-random.ts";
import { periodInWords, periodOf } from "../../src/standing-orders/budget/period.ts";
import { BudgetOrder, budgetLevels } from "../../src/store/standing-orders/budget.ts";
import { type SeenMessage, person } from "../support/slack-person.ts";
import { until } from "../support/until.ts";
import { type ClockedReplicas, startClockedReplicas } from "../support/clocked-replicas.ts";

const start = "2027-01-04T06:00:00Z";
/** When the app looks: every few days, over both changes of clocks and the end of the year. */
const days = daysFrom("2027-01-05", "2028-01-05").filter((_, index) => index % 6 === 0);
const killShare = 0.05;

/** Days on which one service costs four times as much. */
const dearDays = ["2027-02-10", "2027-03-28", "2027-07-17", "2027-11-01", "2027-12-25"];

async function makeDear({ cloud }: ClockedReplicas): Promise<void> {
  const serviceId = cloud.organizations[0]?.services[0]?.id;
  const factors = dearDays.map((day) => ({ serviceId, day, factor: 4 }));
  const headers = { "content-type": "application/json" };
  await fetch(`${cloud.controlUrl}/costs`, { method: "POST", headers, body: JSON.stringify({ factors }) });
}

async function ordersIn(redis: Redis): Promise<BudgetOrder[]> {
  const [key = ""] = await redis.keys("qm:*:standing-orders");
  return (await redis.hvals(key)).map((stored) => BudgetOrder.parse(JSON.parse(stored)));
}

type Told = BudgetOrder["state"]["periods"][number]["told"];

/** Notes what was decided since the last time, each period's highest level, as "monthly | in January 2027 | 80". */
function note(decided: string[], before: Map<string, Told>, orders: readonly BudgetOrder[]): void {
  for (const { every, state } of orders) {
    for (const { from, told } of state.periods) {
      const period = `${every} | ${periodInWords(every, periodOf(every, from))}`;
      const known = before.get(period) ?? [];
      const highest = budgetLevels.findLast((level) => told.includes(level) && !known.includes(level));
      if (highest !== undefined) decided.push(`${period} | ${highest}`);
      before.set(period, told);
    }
  }
}

/** The same of a post. */
function levelLine({ text }: SeenMessage): string {
  const [title = "", second = ""] = text.split("\n");
  const [every] = /monthly|weekly/.exec(title) ?? [];
  const [, period] = /credits\* (.+) \(\d+%\)$/.exec(second) ?? [];
  const percent = Number(/(\d+)% of/.exec(title)?.[1]);
  const ofAll = title.includes("likely") ? "forecast" : "100";
  return [every, period, Number.isNaN(percent) ? ofAll : percent >= 80 ? "80" : "50"].join(" | ");
}

/** Moves to every day and waits until each budget was looked at, while replicas are killed at random moments. */
async function liveThrough(
  replicas: ClockedReplicas,
  redis: Redis,
): Promise<{ decided: string[]; kills: number }> {
  const decided: string[] = [];
  const before = new Map<string, Told>();
  let kills = 0;
  for (const day of days) {
    const at = `${day}T06:00:00.000Z`;
    replicas.clock.moveTo(at);
    const isKilled = seededBetween(0, 1, day, "kill") < killShare;
    kills += isKilled ? 1 : 0;
    const killed = isKilled
      ? sleep(seededBetween(0, 250, day, "wait")).then(() => replicas.kill())
      : undefined;
    await Promise.all([
      killed,
      until(async () => (await ordersIn(redis)).every(({ state }) => (state.lookedAt ?? "") >= at)),
    ]);
    note(decided, before, await ordersIn(redis));
  }
  return { decided, kills };
}

test("over a year, with replicas killed, each level of a budget and each unusual day is posted once", async () => {
  const startedMs = Date.now();
  await using replicas = await startClockedReplicas(start);
  const redis = new Redis(replicas.redisUrl);
  await makeDear(replicas);
  await replicas.command("/db budget set 1500 monthly", "is set");
  await replicas.command("/db budget set 80 weekly web analytics", "is set");
  const { decided, kills } = await liveThrough(replicas, redis);
  await using ada = person(replicas.slack, "Ada Park");
  const posts = (await ada.messages("databases")).filter(
    ({ user, ephemeral }) => user !== ada.id && !ephemeral,
  );
  const [unusual, levels] = [posts.filter(isUnusual), posts.filter((post) => !isUnusual(post))];
  const seconds = Math.round((Date.now() - startedMs) / 1_000);
  process.stdout.write(
    `${levels.length} levels, ${unusual.length} unusual days, ${kills} kills, ${seconds} s\n`,
  );
  const lines = levels.map(levelLine);
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines).toEqual(expect.arrayContaining(decided));
  // What was found out only when a period's last costs were final is not in its budget any more.
  const more = levels.filter((post) => !decided.includes(levelLine(post)));
  for (const { text } of more) expect(text).toMatch(/^\*The .+ was exceeded .+\*/);
  expect(decided.length).toBeGreaterThan(30);
  const expectedTitles = dearDays.map((day) => `*Unusually high costs on ${humanDays(day, day)}*`);
  expect(unusual.map(({ text }) => text.split("\n")[0])).toEqual(expectedTitles);
  await redis.quit();
}, 300_000);

function isUnusual({ text }: SeenMessage): boolean {
  return text.startsWith("*Unusually high costs");
}

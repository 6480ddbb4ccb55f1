import type { Redis } from "ioredis";
import {
  type BudgetLevel,
  BudgetSchedule,
  budgetLevels,
  formatPeriod,
} from "../../src/features/costs/budget/schedule.ts";
import type { ClockedReplicas } from "../support/clocked-replicas.ts";
import { type SeenMessage, person } from "../support/slack-person.ts";
import { until } from "../support/until.ts";
import { periodOf } from "../../src/platform/jobs/schedules/schedules.ts";

/** Days on which one service costs four times its usual amount. */
export const dearDays = ["2027-02-10", "2027-03-28", "2027-07-17", "2027-11-01", "2027-12-25"];

/** Raises the costs of those days. */
export async function makeDear({ cloud }: ClockedReplicas): Promise<void> {
  const serviceId = cloud.organizations[0]?.services[0]?.id;
  const factors = dearDays.map((day) => ({ serviceId, day, factor: 4 }));
  const headers = { "content-type": "application/json" };
  await fetch(`${cloud.controlUrl}/costs`, { method: "POST", headers, body: JSON.stringify({ factors }) });
}

/** The levels that the budgets decided to post. */
export interface FollowedBudgets {
  /** Each period's highest level each time, as "monthly | in January 2027 | 80". */
  readonly decided: readonly string[];
  /** Waits until every budget was checked since then, and notes the decisions. */
  checkedAt(since: Date): Promise<void>;
}

/** Follows a workspace's kept budgets. */
export function followBudgets(redis: Redis): FollowedBudgets {
  const decided: string[] = [];
  const before = new Map<string, readonly BudgetLevel[]>();

  async function budgets(): Promise<BudgetSchedule[]> {
    const [key = ""] = await redis.keys("qm:{*}:schedules");
    const orders = (await redis.hvals(key)).map(
      (stored) => BudgetSchedule.safeParse(JSON.parse(stored)).data,
    );
    return orders.filter((order) => order !== undefined);
  }
  function note({ every, state }: BudgetSchedule): void {
    for (const { from, posted } of state.periods) {
      const period = `${every} | ${formatPeriod(every, periodOf(every, from))}`;
      const known = before.get(period) ?? [];
      const highest = budgetLevels.findLast((level) => posted.includes(level) && !known.includes(level));
      if (highest !== undefined) decided.push(`${period} | ${highest}`);
      before.set(period, posted);
    }
  }
  return {
    decided,
    async checkedAt(since) {
      const at = since.toISOString();
      await until(async () => (await budgets()).every(({ state }) => (state.checkedAt ?? "") >= at));
      for (const budget of await budgets()) note(budget);
    },
  };
}

/** The posts about budgets in a channel, without the answers to commands. */
export async function postedOfBudgets({ slack }: ClockedReplicas, channel: string) {
  await using ada = person(slack, "Ada Park");
  const messages = await ada.messages(channel);
  const posts = messages.filter(({ user, ephemeral }) => user !== ada.id && !ephemeral);
  return { unusual: posts.filter(isUnusual), levels: posts.filter((post) => !isUnusual(post)) };
}

function isUnusual({ text }: SeenMessage): boolean {
  return text.startsWith("*Unusually high costs");
}

/** The expected post of a level. */
export function levelLine({ text }: SeenMessage): string {
  const [title = "", second = ""] = text.split("\n");
  const [every] = /monthly|weekly/.exec(title) ?? [];
  const [, period] = /credits\* (.+) \(\d+%\)$/.exec(second) ?? [];
  const percent = Number(/(\d+)% used/.exec(title)?.[1]);
  const ofAll = title.startsWith("*Likely") ? "forecast" : "100";
  return [every, period, Number.isNaN(percent) ? ofAll : percent >= 80 ? "80" : "50"].join(" | ");
}

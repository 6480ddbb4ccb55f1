import * as fc from "fast-check";
import { expect, test } from "vitest";
import { CostRecord } from "../../src/platform/cloud/costs/usage.ts";
import { bucketsOf } from "../../src/features/costs/buckets.ts";
import { summarizeCosts } from "../../src/features/costs/summary.ts";
import { parseCostRange } from "../../src/lib/period/range.ts";
import { countDays, daysFrom } from "../../src/lib/day.ts";
import { sum } from "../../src/lib/money.ts";
import { managedClient, scriptedServer, success } from "../platform/cloud/scripted-server.ts";
import { allDays, ledgerInTest } from "../features/costs/ledger/fixture.ts";
import { type WireRecord, costHistories, lastDay, spansWithin } from "./cost-histories.ts";
import { useRedis } from "../support/redis.ts";
import { amount } from "../support/soak.ts";
import { minuteMs } from "../../src/lib/duration.ts";

const redis = useRedis();
const days = 130;

/** A server with a given history, which returns one record as an object or as a list. */
async function historyServer() {
  const given: { history: WireRecord[]; single: "object" | "array" } = { history: [], single: "array" };
  const asked: { from: string; to: string }[] = [];
  const { url } = await scriptedServer((response, request) => {
    const query = new URL(request.url ?? "", "http://localhost").searchParams;
    const [from, to] = [query.get("from_date") ?? "", query.get("to_date") ?? ""];
    asked.push({ from, to });
    const costs = given.history.filter(({ date }) => date >= from && date <= to);
    success({ costs: costs.length === 1 && given.single === "object" ? costs[0] : costs })(response, request);
  });
  return { given, asked, client: managedClient(url) };
}

let runs = 0;

/** An empty ledger. Its waits take no time, so a day that is fresh when a fetch begins is fresh at its end. */
function freshLedger(client: Parameters<typeof ledgerInTest>[1]) {
  runs += 1;
  return ledgerInTest(redis.client, client, {
    organizationId: `organization ${runs}`,
    sleep: async () => undefined,
  });
}

function recordsIn(history: readonly WireRecord[], { from, to }: { from: string; to: string }): CostRecord[] {
  return daysFrom(from, to).flatMap((day) =>
    history.filter(({ date }) => date === day).map((record) => CostRecord.parse(record)),
  );
}

test("whatever was read before and when, a span has each record of its days exactly once", async () => {
  const { given, asked, client } = await historyServer();
  const property = fc.asyncProperty(
    costHistories(days),
    fc.constantFrom("object" as const, "array" as const),
    fc.array(fc.tuple(spansWithin(days), fc.integer({ min: 0, max: 10 })), { maxLength: 3 }),
    spansWithin(days),
    async (history, single, earlier, span) => {
      Object.assign(given, { history, single });
      asked.length = 0;
      const ledger = freshLedger(client);
      for (const [before, minutes] of earlier) {
        await ledger.fetch([before]);
        ledger.pass(minutes * minuteMs);
      }
      await ledger.fetch([span]);
      const found = await allDays(ledger, span);
      expect(found.map(({ day }) => day)).toEqual(daysFrom(span.from, span.to));
      expect(found.flatMap(({ records }) => records)).toEqual(recordsIn(history, span));

      expect(Math.max(0, ...asked.map(({ from, to }) => countDays(from, to)))).toBeLessThanOrEqual(31);
      asked.length = 0;
      await ledger.fetch([span]);
      expect(asked).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: amount({ usual: 30, soak: 80 }) });
});

test("totals are the sum of days, of buckets, of services and of metrics, and shares add up to 100", async () => {
  const { given, client } = await historyServer();
  const property = fc.asyncProperty(
    costHistories(days),
    fc.integer({ min: 1, max: days }),
    async (history, length) => {
      given.history = history;
      const ledger = freshLedger(client);
      const range = parseCostRange(`last ${length} days`, new Date(lastDay));
      await ledger.fetch([range, range.previous]);
      const summary = await summarizeCosts({
        range,
        current: ledger.days(range),
        previous: ledger.days(range.previous),
      });

      const total = sum(recordsIn(history, range).map(({ totalCredits }) => totalCredits));
      const previous = sum(recordsIn(history, range.previous).map(({ totalCredits }) => totalCredits));
      expect([summary.total, summary.previousTotal].map(String)).toEqual([total, previous].map(String));
      for (const parts of [summary.days, summary.buckets, summary.services]) {
        expect(String(sum(parts.map((part) => part.total)))).toBe(String(total));
      }
      expect(String(sum(summary.services.map((part) => part.previous)))).toBe(String(previous));
      expect(
        sum(summary.metrics.map((part) => part.total))
          .minus(total)
          .abs()
          .lt("0.005"),
      ).toBe(true);

      const bucketTotals = bucketsOf(range).map((bucket) =>
        String(sum(recordsIn(history, bucket).map(({ totalCredits }) => totalCredits))),
      );
      expect(summary.buckets.map((bucket) => String(bucket.total))).toEqual(bucketTotals);
      expect(
        bucketTotals.map((_, index) =>
          String(sum(summary.services.map(({ amounts }) => amounts[index] ?? Number.NaN))),
        ),
      ).toEqual(bucketTotals);

      for (const parts of [summary.services, summary.metrics]) {
        // A negative metric balances metrics above the total.
        if (parts.some((part) => part.total.lt(0))) continue;
        const whole = sum(parts.map((part) => part.total)).gt(0) ? 100 : 0;
        expect(Number(sum(parts.map(({ share }) => share ?? 0)))).toBe(whole);
      }
    },
  );
  await fc.assert(property, { numRuns: amount({ usual: 30, soak: 80 }) });
});

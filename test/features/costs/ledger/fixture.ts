import type { Redis } from "ioredis";
import type { z } from "zod";
import { UsageCost, type UsageCostQuery } from "../../../../src/platform/cloud/costs/usage.ts";
import { type CostDay, costLedger } from "../../../../src/features/costs/ledger/ledger.ts";
import {
  type CostSource,
  type LedgerParts,
  costDays,
} from "../../../../src/features/costs/ledger/kept-days.ts";
import type { DaySpan } from "../../../../src/lib/period/spans.ts";
import { type RequestQuota, requestQuota } from "../../../../src/platform/redis/rate-limits.ts";

/** A ledger on a real Redis. The test and the ledger's own waits move its clock. */
export function ledgerInTest(
  redis: Redis,
  cloud: LedgerParts["cloud"],
  {
    organizationId = "organization",
    onSleep = () => undefined,
    ...parts
  }: Partial<LedgerParts> & {
    organizationId?: string;
    onSleep?: (ms: number) => unknown;
  } = {},
) {
  let time = new Date("2026-11-20T12:00:00.000Z");
  const waitsMs: number[] = [];
  const ledger = costLedger({
    cloud,
    ending: "Credits",
    costDays: costDays(redis, "T1", async () => ({ name: "default", organizationId })),
    requestQuota: plenty(redis),
    now: () => time,
    async sleep(ms) {
      waitsMs.push(ms);
      time = new Date(time.getTime() + ms);
      await onSleep(ms);
    },
    ...parts,
  });
  return {
    ...ledger,
    waitsMs,
    pass(ms: number) {
      time = new Date(time.getTime() + ms);
    },
  };
}

function plenty(redis: Redis): RequestQuota {
  return requestQuota(redis, "T1", "default costs", 10_000);
}

/** A cloud with these answers. It records the requests for costs. */
export function cloudThat(
  answer: (asked: UsageCostQuery) => z.input<typeof UsageCost>,
): CostSource & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async call(_, { query }) {
      asked.push(`${query.from_date} ${query.to_date}`);
      return UsageCost.parse(answer(query));
    },
  };
}

/** All days of a span as a list. */
export async function allDays(
  ledger: { days(span: DaySpan): AsyncIterable<CostDay> },
  span: DaySpan,
): Promise<CostDay[]> {
  const days: CostDay[] = [];
  for await (const day of ledger.days(span)) days.push(day);
  return days;
}

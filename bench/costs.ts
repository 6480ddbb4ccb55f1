import { Redis } from "ioredis";
import { costLedger } from "../src/features/costs/ledger/ledger.ts";
import { parseCostRange } from "../src/lib/period/range.ts";
import { summarizeCosts } from "../src/features/costs/summary.ts";
import { startRedis } from "../src/demo/redis.ts";
import { createStore } from "../src/app/store.ts";
import { runCosts } from "./costs-command.ts";
import { type Decimals, generatedCosts } from "./generated-costs.ts";
import { jsonDays } from "./json-days.ts";
import { type Held, holding } from "./loop-held.ts";
import type { Pace } from "./pace.ts";
import { medianOf, printTable, ratio } from "./print.ts";

/** The amount of history, and the number of times that it is summed. */
interface Size {
  services: number;
  days: number;
  rounds: number;
}

const now = () => new Date("2026-11-20T12:00:00Z");

/**
 * Measures how soon a stored history of 1,000 days and 200 services is summed, and how long that blocks the event
 * loop, beside only reading the same records as JSON. Prints, and judges nothing.
 */
export async function costs(pace: Pace): Promise<void> {
  const redis = await startRedis();
  const client = new Redis(redis.url);
  try {
    console.log(`Redis: ${redis.kind}`);
    const size = { services: pace(200, 20), days: pace(1_000, 100), rounds: pace(5, 1) };
    for (const decimals of ["2", "6", "all"] as const) await compare(client, decimals, size);
  } finally {
    await client.quit();
    await redis.close();
  }
}

async function compare(client: Redis, decimals: Decimals, size: Size): Promise<void> {
  const { services, days, rounds } = size;
  await client.flushall();
  const range = parseCostRange(`last ${days} days`, now());
  const kept = createStore(client).workspace("T0BENCH");
  const ledger = costLedger({
    cloud: generatedCosts({ services, since: range.from, decimals }),
    ending: "Credits",
    costDays: kept.costDays(async () => ({ name: "default", organizationId: "bench" })),
    requestQuota: { take: async () => undefined, pause: async () => undefined },
    now,
  });
  await ledger.fetch([range, range.previous]);
  const json = await jsonDays(client, ledger.days(range));

  const ours: Held[] = [];
  const whole: Held[] = [];
  const baseline: Held[] = [];
  for (let round = 0; round < rounds; round += 1) {
    baseline.push(await holding(() => json.parseAll()));
    ours.push(
      await holding(async () => {
        await ledger.fetch([range, range.previous]);
        const previous = ledger.days(range.previous);
        await summarizeCosts({ range, current: ledger.days(range), previous });
      }),
    );
    whole.push(await holding(() => runCosts(`last ${days} days`, { kept, ledger, now })));
  }
  const { records } = json;
  const title = `${days} days, ${services} services, ${records} records; ${decimals} decimals; median of ${rounds}`;
  print(title, { ours, whole, baseline });
}

function print(
  title: string,
  { ours, whole, baseline }: { ours: Held[]; whole: Held[]; baseline: Held[] },
): void {
  const row = (name: string, rows: readonly Held[]) => [
    name,
    medianOf(rows.map(({ ms }) => ms)).toFixed(0),
    ratio(medianOf(rows.map(({ ms }) => ms)), medianOf(baseline.map(({ ms }) => ms))),
    Math.max(...rows.map(({ longestMs }) => longestMs)).toFixed(1),
  ];
  printTable(title, [
    ["", "ms", "ratio", "longest block, ms"],
    row("read and added up", ours),
    row("the whole answer but its picture", whole),
    row("read as JSON alone", baseline),
  ]);
}

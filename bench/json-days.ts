import type { Redis } from "ioredis";
import type { CostDay } from "../src/features/costs/ledger/ledger.ts";

const daysAPortion = 8;

/** The baseline: the same records, stored as one JSON for each day and only read back in portions. */
export async function jsonDays(client: Redis, days: AsyncIterable<CostDay>) {
  const names: string[] = [];
  let records = 0;
  for await (const day of days) {
    names.push(day.day);
    records += day.records.length;
    await client.hset("json-days", day.day, JSON.stringify(day.records));
  }
  return {
    records,
    async parseAll(): Promise<void> {
      for (let at = 0; at < names.length; at += daysAPortion) {
        const portion = await client.hmget("json-days", ...names.slice(at, at + daysAPortion));
        for (const text of portion) JSON.parse(text ?? "[]");
      }
    },
  };
}

import { type CostRecord, costMetrics } from "../../platform/cloud/costs/usage.ts";
import { breather } from "../../lib/event-loop.ts";
import { Credits } from "../../lib/money.ts";
import type { CostDay } from "./ledger/ledger.ts";

/** Costs as a file of comma-separated values in UTF-8. */
export interface CostsCsv {
  bytes: Buffer;
  /** Without the one that names the columns. */
  rows: number;
}

const facts = ["date", "state", "entityType", "entityName", "entityId", "serviceId", "dataWarehouseId"];

// What is written in one piece holds everybody else up.
const rowsAtOnce = 100;

/**
 * Every record of some days in a line of its own, with every metric in a column by its name in the specification and
 * amounts exactly as the cloud gave them. `read` is called twice, or more often: which metrics there are is known only in the end.
 */
export async function costsCsv(
  read: () => AsyncIterable<CostDay>,
  isWanted: (record: CostRecord) => boolean,
): Promise<CostsCsv> {
  for (;;) {
    const metrics = await metricsIn(read(), isWanted);
    const written = await write(read(), isWanted, metrics);
    // Or else a day that was fetched anew in between has a metric without a column.
    if (written) return written;
  }
}

/** Undefined where a record has a metric that is none of these. */
async function write(
  days: AsyncIterable<CostDay>,
  isWanted: (record: CostRecord) => boolean,
  metrics: readonly string[],
): Promise<CostsCsv | undefined> {
  const bytesOf = await csvWriter();
  const columns = new Set(metrics);
  const parts = [bytesOf([[...facts, ...metrics, "totalCredits"]])];
  const breathe = breather();
  let rows = 0;
  for await (const { records } of days) {
    const wanted = records.filter(isWanted);
    if (wanted.some((record) => Object.keys(record.metrics).some((name) => !columns.has(name))))
      return undefined;
    rows += wanted.length;
    for (let at = 0; at < wanted.length; at += rowsAtOnce) {
      const some = wanted.slice(at, at + rowsAtOnce);
      parts.push(bytesOf(some.map((record) => rowOf(record, metrics))));
      await breathe();
    }
  }
  return { bytes: Buffer.concat(parts), rows };
}

/** The specification's own first, then what else servers tell of. */
async function metricsIn(
  days: AsyncIterable<CostDay>,
  isWanted: (record: CostRecord) => boolean,
): Promise<string[]> {
  const names = new Set(Object.keys(costMetrics));
  for await (const { records } of days) {
    for (const record of records) {
      if (isWanted(record)) for (const name in record.metrics) names.add(name);
    }
  }
  return [...names];
}

function rowOf(record: CostRecord, metrics: readonly string[]): (string | number | undefined)[] {
  const { date, locked, entityType, entityName, entityId, serviceId, dataWarehouseId } = record;
  return [
    date,
    locked ? "locked" : "provisional",
    entityType,
    entityName,
    entityId,
    serviceId,
    dataWarehouseId,
    ...metrics.map((name) => record.metrics[name]),
    record.totalCredits,
  ];
}

/** A name that a spreadsheet would take for a formula gets an apostrophe before it; numbers stay numbers. */
async function csvWriter(): Promise<(rows: (string | number | undefined)[][]) => Buffer> {
  // Loaded with the first file that is asked for, or every start would wait for it.
  const { stringify } = await import("csv-stringify/sync");
  return (rows) => Buffer.from(stringify(rows, { escape_formulas: true, cast: { number: inDigits } }));
}

/** 1e-7 as 0.0000001, which every reader of CSV understands. */
function inDigits(amount: number): string {
  const text = String(amount);
  return text.includes("e") ? new Credits(amount).toFixed() : text;
}

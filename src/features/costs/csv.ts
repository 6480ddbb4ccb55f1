import type { Decimal } from "decimal.js";
import { type CostRecord, costMetrics } from "../../platform/cloud/costs/usage.ts";
import { eventLoopYielder } from "../../lib/event-loop.ts";
import { type CreditPrice, Credits, moneyOf } from "../../lib/money.ts";
import type { CostDay } from "./ledger/ledger.ts";
import { type Reply, say } from "../../platform/blocks/reply.ts";
import type { CostsContext } from "./context.ts";
import type { Asker } from "../../platform/access/asker.ts";
import { type TeamOf, teamLookup, teamName } from "../owners/index.ts";
import { entityIdOf } from "./aggregate.ts";
import { isOf } from "./estimates/compute-rate.ts";
import { formatDisputed } from "./answer/notes.ts";
import type { CostRange } from "../../lib/period/range.ts";
import * as texts from "./texts.ts";
import { aroundCosts, type Question, asked, questionOf } from "./arguments.ts";
import { unconnected } from "../connections/index.ts";
import { call } from "../../platform/commands/call.ts";
import { z } from "zod";
import { sendFile } from "../../platform/jobs/messenger.ts";
import { humanBytes, plural } from "../../lib/text.ts";
import { zipOf } from "../../lib/zip.ts";
import type { DisputedTotal } from "./ledger/kept-days.ts";
import type { Responder } from "../../platform/commands/found.ts";
import { readCosts } from "./read-costs.ts";
import { findScope } from "./load.ts";

/** What a file has beside what the cloud reports. */
interface CsvOptions {
  /** The last two columns are the exact money. */
  price?: CreditPrice | undefined;
  /** A column has the team of each record's entity, as in the costs by team. */
  teamOf?: TeamOf | undefined;
}

/** A CSV file of costs, in UTF-8. */
export interface CostsCsv {
  bytes: Buffer;
  /** Without the header row. */
  rows: number;
}

const facts = ["date", "state", "entityType", "entityName", "entityId", "serviceId", "dataWarehouseId"];

// Writing more rows at once would block the event loop.
const rowsAtOnce = 100;

/**
 * One line for each wanted record, and one column for each metric, named as in the specification. Amounts are exactly
 * as the cloud gave them. Calls `read` at least twice, because the columns are known only after all records are read.
 */
export async function costsCsv(
  read: () => AsyncIterable<CostDay>,
  isWanted: (record: CostRecord) => boolean,
  options: CsvOptions = {},
): Promise<CostsCsv> {
  for (;;) {
    const metrics = await metricsIn(read(), isWanted);
    const written = await write(read(), isWanted, { metrics, ...options });
    // Undefined if a day was fetched again in between and has a metric without a column.
    if (written) return written;
  }
}

/** Undefined if a record has a metric that is not among these. */
async function write(
  days: AsyncIterable<CostDay>,
  isWanted: (record: CostRecord) => boolean,
  shape: CsvShape,
): Promise<CostsCsv | undefined> {
  const bytesOf = await csvWriter();
  const columns = new Set(shape.metrics);
  const parts = [bytesOf([headerOf(shape)])];
  const yieldIfLong = eventLoopYielder();
  let rows = 0;
  for await (const { records } of days) {
    const wanted = records.filter(isWanted);
    if (wanted.some((record) => Object.keys(record.metrics).some((name) => !columns.has(name))))
      return undefined;
    rows += wanted.length;
    for (let at = 0; at < wanted.length; at += rowsAtOnce) {
      const some = wanted.slice(at, at + rowsAtOnce);
      parts.push(bytesOf(some.map((record) => rowOf(record, shape))));
      await yieldIfLong();
    }
  }
  return { bytes: Buffer.concat(parts), rows };
}

type CsvShape = CsvOptions & { metrics: readonly string[] };

function headerOf({ metrics, price, teamOf }: CsvShape): string[] {
  const money = price ? ["totalMoney", "currency"] : [];
  return [...facts, ...(teamOf ? ["team"] : []), ...metrics, "totalCredits", ...money];
}

/** The specification's metrics first, then all others. */
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

type Cell = string | number | Decimal | undefined;

function rowOf(record: CostRecord, { metrics, price, teamOf }: CsvShape): Cell[] {
  const { date, locked, entityType, entityName, entityId, serviceId, dataWarehouseId } = record;
  return [
    date,
    locked ? "locked" : "provisional",
    entityType,
    entityName,
    entityId,
    serviceId,
    dataWarehouseId,
    ...(teamOf ? [teamNameOf(record, teamOf)] : []),
    ...metrics.map((name) => record.metrics[name]),
    record.totalCredits,
    ...(price ? [moneyOf(record.totalCredits, price), price.currency] : []),
  ];
}

/** Undefined for no team. */
function teamNameOf(record: CostRecord, teamOf: TeamOf): string | undefined {
  const team = teamOf(entityIdOf(record));
  return team && teamName(team);
}

/** Puts an apostrophe before a name that a spreadsheet would read as a formula; numbers stay numbers. */
export async function csvWriter(): Promise<(rows: Cell[][]) => Buffer> {
  // Loaded with the first file, because every start would wait for it.
  const { stringify } = await import("csv-stringify/sync");
  return (rows) =>
    Buffer.from(stringify(rows, { escape_formulas: true, cast: { number: inDigits, object: asMoney } }));
}

/** Money stays a number, also below 0. */
function asMoney(money: unknown): { value: string; escape_formulas: false } {
  return { value: Credits.isDecimal(money) ? money.toFixed() : "", escape_formulas: false };
}

/** Writes 1e-7 as 0.0000001, which every CSV reader understands. */
function inDigits(amount: number): string {
  const text = String(amount);
  return text.includes("e") ? new Credits(amount).toFixed() : text;
}

// A slow line sends this much within one request's time limit; a ZIP archive has a tenth of the size.
const largestPlainBytes = 8 * 1024 * 1024;

/** `/db costs csv last month`. The word stands anywhere. */
export const csv = call({
  name: "costs_csv",
  title: "Costs as a file",
  summary: "Sends you costs as a CSV file in direct messages.",
  effect: "read",
  line: ["costs csv {range} by {by} {service}", "costs [csv|as csv|as a csv] {range} by {by} {service}"],
  args: z.object(asked),
  asks: {
    means: ["cost csv", "{range} csv", "csv {by}"],
    around: `${aroundCosts} cost list service want post export give`,
    findsNames: true,
    says: ["Costs as a file", " of {service}", ", {range}", " by {by}"],
  },
  run: async (wanted, context: CostsContext, asker, responder) =>
    (await unconnected(context)) ?? sendCsv(questionOf(wanted, context.now()), context, asker, responder),
});

/** Sends every row of the wanted costs as a file to the asker's direct messages, and replies that it did. */
async function sendCsv(
  { range, by, service: wanted }: Question,
  context: CostsContext,
  asker: Asker,
  responder: Responder,
): Promise<Reply> {
  const { service, connection } = await findScope(wanted, context, { range, responder });
  const ledger = context.ledgerOf(connection);
  const price = await context.creditPrices.of(connection);
  await readCosts(ledger, [range], responder);
  const disputed = new Map<string, DisputedTotal>();
  async function* days() {
    for await (const day of ledger.days(range)) {
      if (day.disputed) disputed.set(JSON.stringify(day.disputed), day.disputed);
      yield day;
    }
  }
  const isWanted = (record: CostRecord) => service === undefined || isOf(record, service.id);
  const teamOf = by === "team" ? await teamLookup(context) : undefined;
  const made = await costsCsv(days, isWanted, { price, teamOf });
  const said =
    made.rows === 0
      ? texts.nothingForFile(service?.name, range)
      : texts.fileSent(
          service?.name,
          range,
          await send(made, { service: service?.name, range, context, asker }),
        );
  return say([said, ...formatDisputed([...disputed.values()], price)].join(" "));
}

interface Delivery {
  service: string | undefined;
  range: CostRange;
  context: CostsContext;
  asker: Asker;
}

/** Sends the file, and returns its size in words. */
async function send(
  made: CostsCsv,
  { service, range, context: { messenger, now }, asker }: Delivery,
): Promise<string> {
  const name = `costs-${range.from}-to-${range.to}.csv`;
  const file = await packed(made, name, now());
  const size = `${plural(made.rows, "row")} and ${humanBytes(file.bytes.length)}`;
  const announced = say(texts.fileFollows(service, range));
  const refused = say(texts.fileRefused(service, range));
  await sendFile(asker.userId, { file, announced, refused, comment: size }, messenger);
  return size;
}

/** The file, in a ZIP archive if it is large. */
export async function packed(
  { bytes }: Pick<CostsCsv, "bytes">,
  name: string,
  at: Date,
): Promise<{ name: string; bytes: Buffer }> {
  if (bytes.length <= largestPlainBytes) return { name, bytes };
  return { name: name.replace(/csv$/, "zip"), bytes: await zipOf({ name, bytes }, at) };
}

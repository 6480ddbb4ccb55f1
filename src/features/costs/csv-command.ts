import { defaultNameOf } from "../connections/index.ts";
import { escapeName } from "../../platform/blocks/escape.ts";
import { type Reply, say } from "../../platform/blocks/reply.ts";
import type { CostsContext } from "./context.ts";
import type { Asker } from "../../platform/context.ts";
import { isOf } from "./estimates/compute-rate.ts";
import { disputedInWords } from "./answer/notes.ts";
import { when } from "./answer/format-change.ts";
import { type CostsCsv, costsCsv } from "./csv.ts";
import { parseCostWords } from "./read-words.ts";
import { humanBytes, plural } from "../../lib/text.ts";
import { zipOf } from "../../lib/zip.ts";
import type { DisputedTotal } from "./ledger/kept-days.ts";
import type { Telling } from "../../platform/commands/command.ts";
import { readCosts } from "./reading.ts";
import { findCostService } from "./service.ts";

// What goes to Slack within the time of one request on a slow line; a ZIP archive has a tenth of the size.
const largestPlainBytes = 8 * 1024 * 1024;

/** Sends every row of what was asked for as a file into the asker's direct messages, and says so. */
export async function sendCsv(
  words: string,
  context: CostsContext,
  asker: Asker,
  telling: Telling,
): Promise<Reply> {
  const { range, service: wanted } = parseCostWords(words, context.now());
  const service =
    wanted === undefined ? undefined : await findCostService(wanted, context, { within: { range, telling } });
  const ledger = context.ledgerOf(service?.connection ?? (await defaultNameOf(context.connections)));
  await readCosts(ledger, [range], telling);
  const disputed = new Map<string, DisputedTotal>();
  async function* days() {
    for await (const day of ledger.days(range)) {
      if (day.disputed) disputed.set(JSON.stringify(day.disputed), day.disputed);
      yield day;
    }
  }
  const csv = await costsCsv(days, (record) => service === undefined || isOf(record, service.id));
  const what = `${service ? `of ${escapeName(service.name)} ` : ""}${when(range)}`;
  if (csv.rows === 0) {
    const none = `No costs ${what} (UTC days), so there is nothing to put into a file.`;
    return say([none, ...disputedInWords([...disputed.values()])].join(" "));
  }
  const size = await send(csv, `costs-${range.from}-to-${range.to}.csv`, { what, context, asker });
  const said = `The costs ${what} are in your direct messages, as a CSV file of ${size}.`;
  return say([said, ...disputedInWords([...disputed.values()])].join(" "));
}

async function send(
  csv: CostsCsv,
  name: string,
  { what, context: { messenger, now }, asker }: { what: string; context: CostsContext; asker: Asker },
): Promise<string> {
  const file = await packed(csv, name, now());
  const size = `${plural(csv.rows, "row")} and ${humanBytes(file.bytes.length)}`;
  const place = await messenger.post(
    asker.userId,
    say(`*Costs ${what}* as a file, which follows.\n${explanation}`),
  );
  try {
    await messenger.share({ ...file, title: file.name }, { channelId: place.channelId, comment: size });
  } catch (error) {
    // Nobody should wait for what does not follow.
    await messenger.update(
      place,
      say(`*Costs ${what}*: Slack did not take the file. Please ask for it again.`),
    );
    throw error;
  }
  return size;
}

const explanation =
  "It has a row for each day of each service and warehouse, a column for each metric, and all amounts in credits as the cloud gave them. Provisional rows may still change; all days are UTC days.";

async function packed({ bytes }: CostsCsv, name: string, at: Date): Promise<{ name: string; bytes: Buffer }> {
  if (bytes.length <= largestPlainBytes) return { name, bytes };
  return { name: name.replace(/csv$/, "zip"), bytes: await zipOf({ name, bytes }, at) };
}

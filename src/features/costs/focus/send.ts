import { z } from "zod";
import { AppError, attempt } from "../../../lib/errors.ts";
import { eventLoopYielder } from "../../../lib/event-loop.ts";
import { type CreditPrice, Credits, moneyOf, sum } from "../../../lib/money.ts";
import { type CostRange, parseCostRange } from "../../../lib/period/range.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { humanBytes, plural } from "../../../lib/text.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { type ArgumentKind, argument } from "../../../platform/commands/arguments/kind.ts";
import { call } from "../../../platform/commands/call.ts";
import type { Responder } from "../../../platform/commands/found.ts";
import { type MessageRef, sendFile } from "../../../platform/jobs/messenger.ts";
import { shareOnce } from "../../../platform/jobs/post-once.ts";
import { asManaged, hostOf, unconnected } from "../../connections/index.ts";
import { aroundCosts, connection, monthly, range, unless } from "../arguments.ts";
import type { CostsContext } from "../context.ts";
import { csvWriter, packed } from "../csv.ts";
import type { CostDay } from "../ledger/ledger.ts";
import { cloudNamed, readCosts } from "../read-costs.ts";
import type { ReportSchedule, SaidDay } from "../reports/schedule.ts";
import { type FocusAccount, type FocusVersion, focusColumns, focusRows, focusVersions } from "./rows.ts";
import * as texts from "./texts.ts";

/** A FOCUS file, and what its rows cost together. */
interface FocusFile {
  bytes: Buffer;
  rows: number;
  money: InstanceType<typeof Credits>;
  provisional: boolean;
}

/** Writes all charges of some days. Yields to the event loop between days. */
export async function focusFile(
  days: AsyncIterable<CostDay>,
  account: FocusAccount,
  version: FocusVersion,
): Promise<FocusFile> {
  const columns = focusColumns(version);
  const bytesOf = await csvWriter();
  const yieldIfLong = eventLoopYielder();
  const parts = [bytesOf([columns])];
  let [rows, credits, provisional] = [0, new Credits(0), false];
  for await (const { records } of days) {
    for (const record of records) {
      const charges = focusRows(record, account);
      if (charges.length > 0)
        parts.push(bytesOf(charges.map((row) => columns.map((name) => row[name] ?? ""))));
      rows += charges.length;
      credits = credits.plus(record.totalCredits);
      provisional ||= !record.locked;
      await yieldIfLong();
    }
  }
  return { bytes: Buffer.concat(parts), rows, money: moneyOf(credits, account.price), provisional };
}

/** The name of a file. */
function focusFileName(version: FocusVersion, { from, to }: DaySpan): string {
  return `focus-${version}-${from}-to-${to}.csv`;
}

const digits = /(?<!\S)v?(1\.\d)(?!\S)/i;

/** A version anywhere: "1.3", "v1.3". */
const versionKind: ArgumentKind = {
  slot: { isOne: true, parts: [[/\b(1\.[23])\b/, "$1"]] },
  take(words) {
    const [whole, typed] = digits.exec(words) ?? [];
    if (whole === undefined) return undefined;
    const known = focusVersions.find((each) => each === typed);
    if (!known) throw new AppError("user", texts.unknownVersion(whole));
    return { value: known, rest: words.replace(whole, " ") };
  },
  write: String,
};

// What comes each month is a report.
const Args = z.object({
  range: unless(monthly, range).optional(),
  version: argument(versionKind, z.enum(focusVersions))
    .describe("The version of FOCUS. By default 1.2")
    .optional(),
  connection: unless(monthly, connection).optional(),
});

/** `/db costs focus last month 1.3 [connection]`. */
export const focus = call({
  name: "costs_focus",
  title: "Costs in FOCUS",
  summary: "Sends you costs as a FOCUS file in direct messages.",
  effect: "read",
  line: "costs focus {range} {version} {connection}",
  args: Args,
  asks: {
    means: ["focus"],
    around: `${aroundCosts} cost list want post export give csv file report apply`,
    says: ["Costs as a FOCUS file", ", {range}", ", version {version}"],
  },
  run: async (wanted, context: CostsContext, asker, responder) =>
    (await unconnected(context)) ?? sendFocus(wanted, context, asker, responder),
});

/** Sends the costs of a range as a FOCUS file to the asker's direct messages. */
async function sendFocus(
  { range: days = "last month", version = "1.2", connection: typed }: z.output<typeof Args>,
  context: CostsContext,
  asker: Asker,
  responder: Responder,
): Promise<Reply> {
  const wanted = parseCostRange(days, context.now());
  const account = await accountOf(await cloudNamed(typed, context, texts.wholeMonths), context);
  const ledger = context.ledgerOf(account.name);
  await readCosts(ledger, [wanted], responder);
  const file = await focusFile(ledger.days(wanted), account, version);
  if (file.rows === 0) return say(texts.nothing(wanted));
  const name = focusFileName(version, wanted);
  const sent = await packed(file, name, context.now());
  const size = `${plural(file.rows, "row")} and ${humanBytes(sent.bytes.length)}`;
  const facts = {
    version,
    range: wanted,
    money: file.money,
    price: account.price,
    provisional: file.provisional,
  };
  const announced = say(texts.follows(facts));
  await sendFile(
    asker.userId,
    { file: sent, announced, refused: say(texts.refused(wanted)), comment: size },
    context.messenger,
  );
  return say(texts.sent(facts, size));
}

/** A connection's account. FOCUS demands a national currency, so its credits need a price. */
export async function accountOf(
  called: string,
  { connections, creditPrices }: Pick<CostsContext, "connections" | "creditPrices">,
): Promise<FocusAccount> {
  const connection = asManaged(await connections.find(called));
  const { name, organizationId } = connection;
  const price: CreditPrice | undefined = await creditPrices.of(name);
  if (!price) throw new AppError("user", texts.needsPrice(name));
  return { name, organizationId, provider: hostOf(connection), price };
}

type Scheduled = Pick<ReportSchedule, "connection" | "focus">;

/** What a report says above its file, in mrkdwn, and the days that may still change. */
export async function focusSummary(
  { connection, focus = "1.2" }: Scheduled,
  range: CostRange,
  context: CostsContext,
): Promise<{ text: string; provisional: SaidDay[] }> {
  const account = await attempt(() => accountOf(connection, context));
  if (account instanceof AppError) return { text: escapeSentence(account.message), provisional: [] };
  const ledger = context.ledgerOf(connection);
  const file = await focusFile(ledger.days(range), account, focus);
  if (file.rows === 0) return { text: texts.nothing(range), provisional: [] };
  const open: SaidDay[] = [];
  for await (const { day, locked, records } of ledger.days(range)) {
    if (!locked) open.push({ day, said: sum(records.map((record) => record.totalCredits)).toFixed() });
  }
  const { money, provisional } = file;
  return {
    text: texts.inThread({ version: focus, range, money, price: account.price, provisional }),
    provisional: open,
  };
}

/** Shares the file of a report in its thread, once. Nothing if there is nothing to put in it. */
export async function shareFocusOnce(
  {
    key,
    thread,
    range,
    schedule,
  }: { key: string; thread: MessageRef; range: CostRange; schedule: Scheduled },
  context: CostsContext,
): Promise<void> {
  const { connection, focus = "1.2" } = schedule;
  const account = await accountOf(connection, context);
  const file = await focusFile(context.ledgerOf(connection).days(range), account, focus);
  if (file.rows === 0) return;
  const made = await packed(file, focusFileName(focus, range), context.now());
  const comment = `${plural(file.rows, "row")} and ${humanBytes(made.bytes.length)}`;
  await shareOnce(context, { key, thread, fileName: made.name, file: async () => made, comment });
}

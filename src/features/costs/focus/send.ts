import { asManaged, hostOf } from "../../connections/index.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { Responder } from "../../../platform/commands/command.ts";
import type { Asker } from "../../../platform/context.ts";
import { sendFile } from "../../../platform/jobs/send-file.ts";
import { eventLoopYielder } from "../../../lib/event-loop.ts";
import { AppError } from "../../../lib/errors.ts";
import { type CreditPrice, Credits, moneyOf } from "../../../lib/money.ts";
import { parseCostRange } from "../../../lib/period/range.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { humanBytes, oneLine, plural } from "../../../lib/text.ts";
import type { CostsContext } from "../context.ts";
import { cloudNamed } from "../cloud-named.ts";
import { csvWriter, packed } from "../csv.ts";
import type { CostDay } from "../ledger/ledger.ts";
import { readCosts } from "../read-costs.ts";
import { parseCostWords } from "../read-words.ts";
import { type FocusAccount, type FocusVersion, focusColumns, focusRows } from "./rows.ts";
import * as texts from "./texts.ts";

/** A FOCUS file, and what its rows cost together. */
export interface FocusFile {
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
export function focusFileName(version: FocusVersion, { from, to }: DaySpan): string {
  return `focus-${version}-${from}-to-${to}.csv`;
}

/** Sends the costs of a range as a FOCUS file to the asker's direct messages. */
export async function sendFocus(
  words: string,
  context: CostsContext,
  asker: Asker,
  responder: Responder,
): Promise<Reply> {
  const { version, rest } = readVersion(oneLine(words));
  const { range: said, service: typed } = parseCostWords(rest, context.now());
  const range = rest === "" || rest === typed ? parseCostRange("last month", context.now()) : said;
  const account = await accountOf(await cloudNamed(typed, context, texts.wholeMonths), context);
  const ledger = context.ledgerOf(account.name);
  await readCosts(ledger, [range], responder);
  const file = await focusFile(ledger.days(range), account, version);
  if (file.rows === 0) return say(texts.nothing(range));
  const name = focusFileName(version, range);
  const sent = await packed(file, name, context.now());
  const size = `${plural(file.rows, "row")} and ${humanBytes(sent.bytes.length)}`;
  const facts = { version, range, money: file.money, price: account.price, provisional: file.provisional };
  const announced = say(texts.follows(facts));
  await sendFile(
    asker.userId,
    { file: sent, announced, refused: say(texts.refused(range)), comment: size },
    context.messenger,
  );
  return say(texts.sent(facts, size));
}

function readVersion(words: string): { version: FocusVersion; rest: string } {
  const [whole, digits] = /(?<!\S)v?(1\.\d)(?!\S)/i.exec(words) ?? [];
  if (whole === undefined) return { version: "1.2", rest: words };
  if (digits !== "1.2" && digits !== "1.3") throw new AppError("user", texts.unknownVersion(whole));
  return { version: digits, rest: words.replace(whole, " ").trim() };
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

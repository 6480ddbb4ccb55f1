import { escapeSentence } from "../../../platform/blocks/explain.ts";
import type { MessageRef } from "../../../platform/jobs/messenger.ts";
import { shareOnce } from "../../../platform/jobs/share-once.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { sum } from "../../../lib/money.ts";
import type { CostRange } from "../../../lib/period/range.ts";
import { humanBytes, plural } from "../../../lib/text.ts";
import type { CostsContext } from "../context.ts";
import { packed } from "../csv.ts";
import type { ReportSchedule, SaidDay } from "../reports/schedule.ts";
import { accountOf, focusFile, focusFileName } from "./send.ts";
import * as texts from "./texts.ts";

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

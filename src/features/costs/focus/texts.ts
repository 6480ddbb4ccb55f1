import type { Decimal } from "decimal.js";
import { type CreditPrice, formatMoney, formatPrice } from "../../../lib/money.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { when } from "../answer/texts.ts";
import type { FocusVersion } from "./rows.ts";

// What people read about FOCUS files. Problems are plain text with code, the rest is mrkdwn.

export const needsPrice = (connection: string) =>
  `A FOCUS file has money, and credits of “${connection}” have no price. An admin can set it: \`/db admin connections price ${connection} 0.30 EUR\`.`;
export const unknownVersion = (typed: string) =>
  `I write FOCUS 1.2 and 1.3, but not ${typed}. Try \`/db costs focus last month\`.`;
export const wholeMonths =
  "A FOCUS file has all services of a connection. Try `/db costs focus last month`, and a connection's name if you have several.";
export const nothing = (span: DaySpan) => `No costs ${when(span)}, so there's nothing to put in a file.`;

interface Facts {
  version: FocusVersion;
  range: DaySpan;
  money: Decimal;
  price: CreditPrice;
  provisional: boolean;
}

const total = ({ money, price }: Facts) =>
  `Its charges add up to *${formatMoney(money, price.currency)}*, at ${formatPrice(price)} a credit.`;
const mayChange = ({ provisional }: Facts) =>
  provisional ? " Some days may still change. Their rows say so in `x_Provisional`." : "";

export const follows = (facts: Facts) =>
  `*Here's the FOCUS ${facts.version} file: costs ${when(facts.range)}*\n${total(facts)}${mayChange(facts)} One row per day, service or warehouse, and metric. Times are in UTC.`;
/** Above a report's file. */
export const inThread = (facts: Facts) =>
  `*FOCUS ${facts.version} file: costs ${when(facts.range)}*\n${total(facts)}${mayChange(facts)} The file is in this thread.`;
export const refused = (span: DaySpan) =>
  `Slack didn't take the FOCUS file ${when(span)}. Run the command again.`;
export const sent = (facts: Facts, size: string) =>
  `I've sent you a FOCUS ${facts.version} file with the costs ${when(facts.range)} (${size}). It's in your direct messages with me. ${total(facts)}${mayChange(facts)}`;

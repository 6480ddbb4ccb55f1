import { looksLikeRange } from "../../../lib/period/range-likeness.ts";
import { withoutRange } from "../../../lib/period/without-range.ts";
import type { CostRange } from "../../../lib/period/range.ts";
import { AppError } from "../../../lib/errors.ts";
import { addDays } from "../../../lib/day.ts";
import { oneLine } from "../../../lib/text.ts";
import { AuditEntryId, type AuditQuery } from "../../../platform/audit/log.ts";

/** Which entries somebody wants, and how they said it. */
export interface AuditWords {
  query: Omit<AuditQuery, "limit">;
  range?: CostRange;
  /** What reads back as the same on any later day, without the page. */
  words: string;
}

const person = /<@([UW][A-Z0-9]+)(?:\|[^>]*)?>|(?:^|\s)@(\S+)|\b(U[A-Z0-9]{7,})\b/;
const page = /\s*\bbefore (\d+-\d+)$/;

/** Reads "[@person] [service or other subject] [range]" in any sensible order; days are UTC days. Fails as user. */
export function readAuditWords(text: string, now: Date): AuditWords {
  const line = oneLine(text);
  const before = AuditEntryId.safeParse(page.exec(line)?.[1]).data;
  const withoutPage = line.replace(page, "");
  const [mention = "", token, name, bareId] = person.exec(withoutPage) ?? [];
  const rest = withoutPage
    .replace(mention, " ")
    .split(" ")
    .filter((word) => word !== "");
  const { range, left } = withoutRange([rest], now);
  const subject = left.replace(/^(?:for|of|in|on|by) (?=\S)/i, "");
  if (looksLikeRange(subject)) throw unreadable(subject);
  const userId = token ?? bareId;
  return {
    query: {
      ...(userId === undefined ? {} : { userId }),
      ...(name === undefined ? {} : { userName: name }),
      ...(subject === "" ? {} : { subject }),
      ...(range ? { since: startOf(range.from), until: startOf(addDays(range.to, 1)) } : {}),
      ...(before === undefined ? {} : { before }),
    },
    ...(range ? { range } : {}),
    words: [mention.trim(), subject, range?.words ?? ""].filter((word) => word !== "").join(" "),
  };
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

function unreadable(words: string): AppError {
  return new AppError(
    "user",
    `“${words.slice(0, 100)}” reads like a time, but I cannot tell which. Write it as in \`/db audit last 7 days\`, \`/db audit @ada october\` or \`/db audit orders prod since 1 October\`.`,
  );
}

import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, pageButton } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { context as smallPrint, packed, section } from "../../../platform/blocks/text.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import type { InstalledContext } from "../context.ts";
import { AuditEntryId, type AuditQuery, type KeptAuditEntry } from "../../../platform/audit/log.ts";
import { AppError } from "../../../lib/errors.ts";
import { looksLikeRange } from "../../../lib/period/likeness.ts";
import { type CostRange, withoutRange } from "../../../lib/period/range.ts";
import { addDays } from "../../../lib/day.ts";
import { oneLine } from "../../../lib/text.ts";
import { formatEntry, howManyFit } from "../../../platform/audit/format-entry.ts";
import type { People } from "../../../platform/access/known-people.ts";
import { z } from "zod";
import type { Found } from "../../../platform/commands/command.ts";
import { time } from "../../../platform/commands/found.ts";
import * as texts from "./texts.ts";

/** Which entries a person asked for. */
interface AuditWords {
  query: Omit<AuditQuery, "limit">;
  range?: CostRange;
  /** Words that mean the same on any later day, without the page. */
  words: string;
  /** True to show ids. */
  ids: boolean;
}

const person = /<@([UW][A-Z0-9]+)(?:\|[^>]*)?>|(?:^|\s)@(\S+)|\b(U[A-Z0-9]{7,})\b/;
const withIds = /(?:^|\s)(?:with )?ids(?=\s|$)/i;
const page = /\s*\bbefore (\d+-\d+)$/;

/** Reads "[@person] [service or other subject] [range]" in any order. Days are UTC days. Fails as user. */
export function readAuditWords(text: string, now: Date): AuditWords {
  const line = oneLine(text);
  const before = AuditEntryId.safeParse(page.exec(line)?.[1]).data;
  const all = line.replace(page, "");
  const withoutPage = all.replace(withIds, " ").trim();
  const [mention = "", token, name, bareId] = person.exec(withoutPage) ?? [];
  const rest = withoutPage.replace(mention, " ").split(" ").filter(Boolean);
  const { range, left } = withoutRange([rest], now, { withToday: true });
  const subject = left.replace(/^(?:log|trail)(?: |$)/i, "").replace(/^(?:for|of|in|on|by) (?=\S)/i, "");
  if (looksLikeRange(subject)) {
    throw new AppError("user", texts.notATime(subject.slice(0, 100)));
  }
  const period = range && { since: startOf(range.from), until: startOf(addDays(range.to, 1)) };
  return {
    query: { userId: token ?? bareId, userName: name, subject: subject || undefined, ...period, before },
    range,
    words: [mention.trim(), subject, range?.words ?? ""].filter(Boolean).join(" "),
    ids: withIds.test(all),
  };
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

const mostOnPage = 15;
// A message holds 8,500 characters, including its text.
const mostText = 6_500;

/** A page of the audit log, newest first. */
export async function readAudit(words: string, { audit, now }: InstalledContext): Promise<Found<Reply>> {
  const wanted = readAuditWords(words, now());
  // One more than shown, to know if there is a next page.
  const entries = await audit.read({ ...wanted.query, limit: mostOnPage + 1 });
  return {
    data: () => auditData(entries.slice(0, mostOnPage)),
    draw: () => (entries.length === 0 ? say(nothing(wanted)) : pageReply(entries, wanted)),
  };
}

/** Entries of the audit log for programs. Their values before and after are left out. */
export const AuditPage = z.object({
  entries: z
    .array(
      z.object({
        at: time.describe("When it was"),
        userId: z.string().describe("Who did it, or app for the app itself"),
        action: z.string().describe("What it was, such as hook.rotate"),
        subject: z.string().optional().describe("What it was about"),
        result: z.enum(["done", "refused", "failed"]).describe("How it ended"),
        detail: z.string().optional().describe("More about it"),
      }),
    )
    .describe("The latest 15, the newest first"),
});

function auditData(entries: readonly KeptAuditEntry[]): z.output<typeof AuditPage> {
  return {
    entries: entries.map(({ at, userId, action, subject, result, detail }) => ({
      at,
      userId,
      action,
      subject,
      result,
      detail,
    })),
  };
}

function nothing({ query, words, range }: AuditWords): string {
  if (query.before !== undefined) return texts.noOlder;
  if (words === "") return texts.empty;
  const named = words.slice(0, words.length - (range?.words.length ?? 0)).trim();
  const days = range && escapeName(range.label);
  return named === "" && days !== undefined ? texts.noneThen(days) : texts.notFound(named, days);
}

function pageReply(entries: readonly KeptAuditEntry[], wanted: AuditWords): Reply {
  const { ids } = wanted;
  const same = command(wanted.words, ids ? "ids" : "");
  const lines = entries.slice(0, mostOnPage).map((entry) => formatEntry(entry, { changes: true, ids }));
  const count = Math.max(1, howManyFit(lines, mostText));
  const shown = lines.slice(0, count);
  const title = titleOf(wanted);
  const last = entries.length > count ? entries[count - 1] : undefined;
  return reply([title, ...shown].join("\n"), [
    section(title),
    ...packed(shown),
    actions([
      ...(wanted.query.before === undefined ? [] : [pageButton(texts.buttons.newest, same)]),
      ...(last ? [pageButton(texts.buttons.older, `${same} before ${last.id}`)] : []),
      pageButton(
        ids ? texts.buttons.hideIds : texts.buttons.showIds,
        command(wanted.words, ids ? "" : "ids"),
      ),
      commandButton(texts.buttons.export, command("export", wanted.words)),
    ]),
    smallPrint(texts.hint),
  ]);
}

function command(...words: string[]): string {
  return ["admin audit", ...words].filter(Boolean).join(" ");
}

function titleOf({ query, range }: AuditWords): string {
  const parts = [
    ...(query.userId === undefined ? [] : [`of <@${query.userId}>`]),
    ...(query.userName === undefined ? [] : [`of ${escapeName(query.userName)}`]),
    ...(query.subject === undefined ? [] : [`about “${escapeName(query.subject)}”`]),
    ...(range ? [`in ${escapeName(range.label)}`] : []),
  ];
  return texts.title(parts, query.before === undefined);
}

/** Gives entries the full names of their people, if Slack knows them, because a channel's post mentions no one. */
export async function withNames(
  entries: readonly KeptAuditEntry[],
  people: Pick<People, "find">,
): Promise<KeptAuditEntry[]> {
  const ofPeople = entries.filter(({ userId }) => userId !== "app");
  const names = new Map<string, string | undefined>();
  for (const { userId } of ofPeople) if (!names.has(userId)) names.set(userId, await nameOf(userId, people));
  return entries.map((entry) => {
    const userName = names.get(entry.userId) ?? entry.userName;
    return userName === undefined ? entry : { ...entry, userName };
  });
}

/** A post with an id is better than one that waits for Slack. */
async function nameOf(userId: string, people: Pick<People, "find">): Promise<string | undefined> {
  try {
    return (await people.find(userId)).name;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

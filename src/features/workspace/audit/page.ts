import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, pageButton } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { context as smallPrint, packed, section } from "../../../platform/blocks/text.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import type { InstalledContext } from "../context.ts";
import { AuditEntryId, type AuditQuery, type KeptAuditEntry } from "../../../platform/audit/log.ts";
import { AppError } from "../../../lib/errors.ts";
import { looksLikeRange } from "../../../lib/period/spelling.ts";
import { type CostRange, readCostRange } from "../../../lib/period/range.ts";
import { addDays } from "../../../lib/day.ts";
import { textOf, userIdOrName } from "../../../lib/kinds.ts";
import { oneLine } from "../../../lib/text.ts";
import { formatEntry, howManyFit } from "../../../platform/audit/format-entry.ts";
import type { People } from "../../../platform/access/known-people.ts";
import { z } from "zod";
import { range } from "../../../platform/commands/arguments.ts";
import { type ArgumentKind, argument, gap } from "../../../platform/commands/arguments/kind.ts";
import { nameKind } from "../../../platform/commands/arguments/kinds.ts";
import { personKind } from "../../../platform/commands/arguments/slack.ts";
import { call } from "../../../platform/commands/call.ts";
import { type Found, time } from "../../../platform/commands/found.ts";
import * as texts from "./texts.ts";

const person = /(?:(?<!\S)(?:by|of)\s+)?(?:<@([UW][A-Z0-9]+)(?:\|[^>]*)?>|(?<!\S)@(\S+)|\b(U[A-Z0-9]{7,})\b)/;

/** Who did it: chosen from Slack's list, or an id, or what they are called. */
const personOrName: ArgumentKind = {
  ...personKind,
  take(words) {
    const [mention, token, name, bareId] = person.exec(words) ?? [];
    if (mention === undefined) return undefined;
    return { value: token ?? bareId ?? `@${name}`, rest: words.replace(mention, " ") };
  },
  write: (value) => (String(value).startsWith("@") ? String(value) : personKind.write(value)),
};

const named = nameKind([
  "service",
  "hook",
  {
    isOne: true,
    parts: [[/\b(hook|budget|preset|connection|dashboard|report|role|approval|backup)s\b/i, "$1"]],
  },
  "preset",
  "connection",
]);

/** What it was about: all words that are left. */
const aboutKind: ArgumentKind = {
  ...named,
  usage: ["<service or hook>"],
  take(words, mark) {
    const left = oneLine(words.replaceAll(gap, " ")).replace(/^(?:for|of|in|on|by) (?=\S)/i, "");
    if (looksLikeRange(left)) throw new AppError("user", texts.notATime(left.slice(0, 100)));
    return named.take(left, mark);
  },
};

/** `ids` or `with ids`, anywhere. */
const withIds: ArgumentKind = {
  isForPeople: true,
  usage: ["ids"],
  take(words) {
    const [found] = /(?:^|\s)(?:with )?ids(?=\s|$)/i.exec(words) ?? [];
    return found === undefined ? undefined : { value: true, rest: words.replace(found, " ") };
  },
  write: (isSet) => (isSet === true ? "ids" : ""),
};

/** `before 1795168800000-3` at the end: the entries of the next page. */
const beforeKind: ArgumentKind = {
  isForPeople: true,
  take(words) {
    const [found, entry] = /(?:^|\s)before (\d{1,15}-\d{1,15})$/i.exec(words) ?? [];
    return found === undefined ? undefined : { value: entry, rest: words.slice(0, -found.length) };
  },
  write: String,
};

/** What is asked of the log. */
export const questions = {
  person: argument(personOrName, textOf(userIdOrName)).optional().describe("The Slack id of a person"),
  about: argument(aboutKind, z.string().trim().max(100))
    .optional()
    .describe("A service's or a hook's name, or a kind such as hook"),
  range: range.optional(),
  ids: argument(withIds, z.boolean()).optional().describe("True to show ids too"),
  before: argument(beforeKind, AuditEntryId).optional().describe("The entry before which the page begins"),
};

type Questions = z.output<z.ZodObject<typeof questions>>;

/** Which entries are wanted. Days are UTC days. Fails as user. */
export function queryOf({ person: who, about, range: days, before: older }: Questions, now: Date) {
  const found = days === undefined ? undefined : rangeIn(days, now);
  const query: Omit<AuditQuery, "limit"> = {
    ...(who?.startsWith("@") ? { userName: who.slice(1) } : { userId: who }),
    subject: about,
    ...(found && { since: startOf(found.from), until: startOf(addDays(found.to, 1)) }),
    before: older,
  };
  return { query, range: found };
}

/** Today counts here: "last 7 days" end with it. */
function rangeIn(words: string, now: Date): CostRange {
  const found = readCostRange(words, now, true);
  if (!found) throw new AppError("user", texts.notATime(words));
  return found;
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

const mostOnPage = 15;
// A message holds 8,500 characters, including its text.
const mostText = 6_500;

/** Entries of the audit log for programs. Their values before and after are left out. */
const AuditPage = z.object({
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

/** `/db admin audit @ada orders prod last week`. The buttons of a page add ids, and the entry before which it begins. */
export const read = call({
  name: "audit_read",
  title: "Audit log",
  summary: "Shows who changed what, and who looked at which password.",
  effect: "read",
  access: "admin",
  isTool: true,
  line: [
    "admin audit {person} {about} {range} {ids} before {before}",
    "admin audit log {person} {about} {range} {ids} before {before}",
    "admin audit trail {person} {about} {range} {ids} before {before}",
  ],
  verb: "read",
  args: z.object(questions),
  result: AuditPage,
  asks: {
    means: ["audit", "acted", "acted {person}", "acted {about}"],
    around:
      "list change service hook preset connection post people time late end delete create rotate stop pause resize set secret acted audit start mute",
    says: ["Audit log", " of {person}", " about {about}", ", {range}"],
  },
  run: async (wanted, context: InstalledContext) => readAudit(wanted, context),
});

/** A page of the audit log, newest first. */
export async function readAudit(
  wanted: Questions,
  { audit, now }: Pick<InstalledContext, "audit" | "now">,
): Promise<Found<Reply>> {
  const { query, range: days } = queryOf(wanted, now());
  // One more than shown, to know if there is a next page.
  const entries = await audit.read({ ...query, limit: mostOnPage + 1 });
  return {
    data: () => auditData(entries.slice(0, mostOnPage)),
    draw: () => (entries.length === 0 ? say(nothing(wanted, days)) : pageReply(entries, wanted, days)),
  };
}

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

function nothing({ person: who, about, before: older }: Questions, days: CostRange | undefined): string {
  if (older !== undefined) return texts.noOlder;
  const typed = [who === undefined ? "" : personOrName.write(who), about ?? ""].filter(Boolean).join(" ");
  const when = days && escapeName(days.label);
  if (typed !== "") return texts.notFound(typed, when);
  return when === undefined ? texts.empty : texts.noneThen(when);
}

function pageReply(
  entries: readonly KeptAuditEntry[],
  wanted: Questions,
  days: CostRange | undefined,
): Reply {
  const { person: who, about } = wanted;
  const lines = entries
    .slice(0, mostOnPage)
    .map((entry) => formatEntry(entry, { changes: true, ids: wanted.ids === true }));
  const count = Math.max(1, howManyFit(lines, mostText));
  const shown = lines.slice(0, count);
  const title = titleOf(wanted, days);
  const last = entries.length > count ? entries[count - 1] : undefined;
  // The days are in words that mean the same on any later day. What differs comes first: ids of actions are cut.
  const same = { person: who, about, range: days?.words };
  const turn = (label: string, differing: Pick<Questions, "before" | "ids">) =>
    pageButton(label, { call: "audit_read", args: { ...differing, ...same } });
  return reply([title, ...shown].join("\n"), [
    section(title),
    ...packed(shown),
    actions([
      ...(wanted.before === undefined ? [] : [turn(texts.buttons.newest, { ids: wanted.ids })]),
      ...(last ? [turn(texts.buttons.older, { before: last.id, ids: wanted.ids })] : []),
      wanted.ids ? turn(texts.buttons.hideIds, {}) : turn(texts.buttons.showIds, { ids: true }),
      commandButton(texts.buttons.export, { call: "audit_export", args: same }),
    ]),
    smallPrint(texts.hint()),
  ]);
}

function titleOf({ person: who, about, before: older }: Questions, days: CostRange | undefined): string {
  const parts = [
    ...(who === undefined ? [] : [`of ${who.startsWith("@") ? escapeName(who.slice(1)) : `<@${who}>`}`]),
    ...(about === undefined ? [] : [`about “${escapeName(about)}”`]),
  ];
  return texts.title(parts, days && escapeName(days.label), older === undefined);
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

import { z } from "zod";
import type { Role } from "../../../platform/access/role.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { InstalledContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { providers, regions } from "../../../platform/cloud/services/request.ts";
import { capital, nearest, truncate } from "../../../lib/text.ts";
import { type ArgumentKind, argument } from "../../../platform/commands/arguments/kind.ts";
import { call } from "../../../platform/commands/call.ts";
import type { Slot } from "../../../platform/commands/entry.ts";
import { demandAdminNow, roleArgument } from "./revoke.ts";
import { CreateLimits, formatLimits } from "../../../platform/access/create-limits.ts";
import { limitRecord } from "./records.ts";
import * as texts from "./texts.ts";

/** What can be limited: the limit's name, and the reader of its value. */
const parts: Readonly<Record<string, { limit: keyof CreateLimits; read: (value: string) => unknown }>> = {
  providers: { limit: "providers", read: (value) => listOf(value, providers, "provider") },
  regions: { limit: "regions", read: (value) => listOf(value, regions, "region") },
  memory: { limit: "totalMemoryGb", read: gigabytes },
  name: { limit: "names", read: patterns },
  addresses: { limit: "needsAddresses", read: (value) => said(value, "required") },
  expires: { limit: "expiresAfterDays", read: days },
  longest: { limit: "mostDays", read: days },
  deletes: { limit: "deletesAfterDays", read: days },
  world: { limit: "keepsWorldOut", read: (value) => said(value, "no") },
};

// Slack's clients change quotation marks.
const pair = /([a-z]+)\s*=\s*(?:["“”„]([^"“”„]*)["“”„]|(\S+))/giy;

/** Reads limits as `part=value` and merges them with the present ones. Undefined if none are left. Fails as user. */
export function limitsIn(words: string, before: CreateLimits | undefined): CreateLimits | undefined {
  const changes = pairsIn(words).map(([key, value]) => readPart(key, value));
  const after = CreateLimits.parse({ ...before, ...Object.fromEntries(changes) });
  return Object.values(after).every((value) => value === undefined) ? undefined : after;
}

function pairsIn(words: string): [string, string][] {
  const found: [string, string][] = [];
  let at = 0;
  while (at < words.length) {
    pair.lastIndex = at;
    const match = pair.exec(words);
    if (!match) throw wrong(texts.wordsNotUnderstood(truncate(words.slice(at), 40)));
    const [all, key = "", quoted, plain = ""] = match;
    found.push([key.toLowerCase(), (quoted ?? plain).trim()]);
    at += all.length + (/^\s*/.exec(words.slice(at + all.length))?.[0].length ?? 0);
  }
  return found;
}

function readPart(key: string, value: string): [keyof CreateLimits, unknown] {
  const part = Object.hasOwn(parts, key) ? parts[key] : undefined;
  const names = Object.keys(parts);
  if (!part) throw wrong(texts.notALimit(truncate(key, 40), nearestOf(key, names, names.map(code))));
  return [part.limit, value.toLowerCase() === "any" ? undefined : part.read(value)];
}

function listOf(value: string, known: readonly string[], what: string): string[] {
  const words = commaSeparated(value.toLowerCase());
  const strange = words.find((word) => !known.includes(word));
  if (strange !== undefined)
    throw wrong(texts.unknownValue(what, truncate(strange, 40), nearestOf(strange, known)));
  if (words.length === 0) throw wrong(texts.atLeastOne(what));
  return [...new Set(words)];
}

function commaSeparated(value: string): string[] {
  return value
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
}

function nearestOf(word: string, known: readonly string[], shown = known): string {
  const near = nearest(word, known);
  return near ? texts.didYouMean(near) : texts.chooseFrom(shown);
}

function gigabytes(value: string): number {
  const [, digits = ""] = /^(\d{1,6})\s*(?:gb)?$/i.exec(value) ?? [];
  if (Number(digits) > 0) return Number(digits);
  throw wrong(texts.badMemory);
}

function days(value: string): number {
  const [, digits = ""] = /^(\d{1,4})\s*(?:d|days?)?$/i.exec(value) ?? [];
  if (Number(digits) > 0) return Number(digits);
  throw wrong(texts.badDays);
}

const mostPatterns = 10;

function patterns(value: string): string[] {
  const all = commaSeparated(value);
  const isRight = all.every((pattern) => /^[a-z0-9 *]{1,50}$/i.test(pattern));
  if (isRight && all.length > 0 && all.length <= mostPatterns) return all;
  throw wrong(texts.badPattern);
}

function said(value: string, word: string): true {
  if (value.toLowerCase() === word) return true;
  throw wrong(texts.badSwitch(word, truncate(value, 40)));
}

function wrong(what: string): AppError {
  return new AppError("user", texts.badLimit(what));
}

const role = roleArgument(texts.limitExample);

/** `/db admin access limit list`, or of one role. */
export const limits = call({
  name: "access_limits_show",
  title: "What roles can create",
  summary: "Shows what services a role can create, or each role.",
  effect: "read",
  access: "admin",
  line: ["admin access limit {role}", "admin access limit list"],
  verb: "limit",
  args: z.object({ role: role.optional() }),
  asks: {
    means: ["limit", "limit role", "allow create {role}", "limit create"],
    around: "role list create service allow",
    says: ["What roles can create", ": {role}"],
  },
  async run({ role: only }, context: InstalledContext, asker) {
    await demandAdminNow(context, asker);
    if (only === "viewer") throw wrong(texts.viewersCreateNothing);
    return listed(context, only);
  },
});

/** How limits are found in a sentence. */
const limitSlots: readonly Slot[] = [
  {
    isOne: true,
    parts: [
      [
        /\b(?:lift|remove|drop|no|end|off|clear|delete|scrap|reset|without)\b(?=.*\b(?:limit|restriction|cap)s?\b)|\b(?:limit|restriction|cap)s?\b.*\b(?:off|away|gone)\b/i,
        "off",
      ],
    ],
  },
  {
    parts: [
      [/\b(aws|gcp|azure)\b(?:(?:,|,? and|,? or) (aws|gcp|azure)\b)?/i, "providers=$1,$2"],
      [
        /\b([a-z]{2,}-[a-z]+-?\d)\b(?:(?:,|,? and|,? or) (?:in )?([a-z]{2,}-[a-z]+-?\d)\b)?/i,
        "regions=$1,$2",
      ],
      [/\b(\d{1,5}) ?(?:gb|gigs?|gigabytes?|gib)\b/i, "memory=$1"],
    ],
  },
];

/** Limits behind a role: "providers=aws memory=96", or "off". */
const limitsKind: ArgumentKind = {
  slot: limitSlots,
  usage: ["<limit>=<value>", "off"],
  take(words) {
    if (words === "") return undefined;
    if (!isOff(words)) limitsIn(words, undefined);
    return { value: isOff(words) ? "off" : words, rest: "" };
  },
  write: String,
};

/** `/db admin access limit operator providers=aws memory=96`. */
export const limit = call({
  name: "access_limit",
  title: "Limit what a role can create",
  summary: "Changes what services a role can create.",
  effect: "change",
  access: "admin",
  line: "admin access limit {role} {limits}",
  verb: "limit",
  args: z.object({
    role,
    limits: argument(
      limitsKind,
      z
        .string()
        .trim()
        .regex(/=|^off$/i, "For example: providers=aws memory=96, or off")
        .max(300),
    ).describe("The limits, as in providers=aws memory=96, or off"),
  }),
  asks: {
    means: ["limit {role} {limits}", "allow {role} {limits}"],
    around: "role create service allow limit set end delete facts",
    says: ["Limit what a role can create: {role}", ", {limits}"],
  },
  async confirm({ role: of, limits: wanted }, context: InstalledContext, asker) {
    const before = await context.createLimits.of(of);
    if (!before || !isOff(wanted)) return undefined;
    await demandAdminNow(context, asker);
    return { text: texts.askUnlimited(of, lineOf(of, before)), yes: texts.removeLimits };
  },
  async run({ role: of, limits: wanted }, context: InstalledContext, asker) {
    await demandAdminNow(context, asker);
    if (of === "viewer") throw wrong(texts.viewersCreateNothing);
    const change = (before: CreateLimits | undefined) =>
      isOff(wanted) ? undefined : limitsIn(wanted, before);
    const { after } = await limitRecord.change(of, change, context);
    return say(after ? texts.limited(lineOf(of, after)) : texts.anythingAgain(`${capital(of)}s`));
  },
});

function isOff(wanted: string): boolean {
  return wanted.toLowerCase() === "off";
}

function lineOf(of: Role, created: CreateLimits): string {
  return texts.limits(of, formatLimits(created));
}

async function listed({ createLimits }: InstalledContext, only?: Role): Promise<Reply> {
  const all = await createLimits.list();
  const shown = all.filter((one) => only === undefined || one.role === only);
  const lines = shown.map((one) => `• ${capital(lineOf(one.role, one.limits))}`);
  const none = texts.anything(only && `${capital(only)}s`);
  return say([...(lines.length === 0 ? [none] : lines), texts.toLimit].join("\n"));
}

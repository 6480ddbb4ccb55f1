import type { Role } from "../../../platform/access/role.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { InstalledContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { AppError } from "../../../lib/errors.ts";
import { providers, regions } from "../../../platform/cloud/services/request.ts";
import { capital, nearest, truncate } from "../../../lib/text.ts";
import { roleIn } from "./revoke.ts";
import { recordChange } from "../../../platform/commands/command.ts";
import { askFirst, isYes } from "../../../platform/commands/confirm.ts";
import { CreateLimits, formatLimits } from "../../../platform/access/create-limits.ts";
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
  const said = pairsIn(words).map(([key, value]) => readPart(key, value));
  const limits = CreateLimits.parse({ ...before, ...Object.fromEntries(said) });
  return Object.values(limits).every((value) => value === undefined) ? undefined : limits;
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

/** Shows what each role may create, or changes it. */
export async function limitRole(words: string, context: InstalledContext, asker: Asker): Promise<Reply> {
  const [, word = "", rest = ""] = /^\s*(\S*)\s*([\s\S]*?)\s*$/.exec(words) ?? [];
  if (word === "" || word.toLowerCase() === "list") return listed(context);
  const role = roleIn(word, texts.limitExample);
  if (role === "viewer") throw wrong(texts.viewersCreateNothing);
  if (rest === "") return listed(context, role);
  const before = await context.createLimits.of(role);
  const [off, sure = ""] = /^off(?:\s+(yes))?$/i.exec(rest) ?? [];
  const isOff = off !== undefined;
  if (isOff && before && !isYes(sure, asker)) {
    return askFirst({
      text: texts.askUnlimited(role, lineOf(role, before)),
      yes: texts.removeLimits,
      command: `admin access limit ${role} off yes`,
    });
  }
  const after = isOff ? undefined : limitsIn(rest, before);
  await context.createLimits.set(role, after);
  await recordChange({ action: "access.limit", subject: role, before, after }, context, asker);
  return say(after ? texts.limited(lineOf(role, after)) : texts.anythingAgain(`${capital(role)}s`));
}

function lineOf(role: Role, limits: CreateLimits): string {
  return texts.limits(role, formatLimits(limits));
}

async function listed({ createLimits }: InstalledContext, only?: Role): Promise<Reply> {
  const all = await createLimits.list();
  const shown = all.filter(({ role }) => only === undefined || role === only);
  const lines = shown.map(({ role, limits }) => `• ${capital(lineOf(role, limits))}`);
  const none = texts.anything(only && `${capital(only)}s`);
  return say([...(lines.length === 0 ? [none] : lines), texts.toLimit].join("\n"));
}

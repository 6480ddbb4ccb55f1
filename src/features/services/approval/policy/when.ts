import { z } from "zod";
import { AppError } from "../../../../lib/errors.ts";
import { type ArgumentKind, argument, readableBy } from "../../../../platform/commands/arguments/kind.ts";
import type { ApprovalPolicy } from "./record.ts";
import * as texts from "./texts.ts";

/** Which of all new services need approval. */
type When = Partial<Pick<ApprovalPolicy, "role" | "memoryOverGb" | "creditsOverAMonth">>;

const role = /\b(?:when\s+)?role\s+(\S+)/i;
const memory = /\b(?:when\s+)?memory\s+over\s+(\S+)(?:\s*(?:gb|gib)\b)?/i;
const price = /\b(?:when\s+)?price\s+over\s+(\S+)(?:\s+credits?)?(?:\s+(?:a|per)\s+month|\s+monthly)?/i;
const between = /(?<!\S)(?:when|or|and|[|,]+)(?!\S)/gi;

/** Words such as "when role operator and memory over 64", anywhere in a line. */
const whenKind: ArgumentKind = {
  slot: {
    parts: [
      [/\b(?:operators?)\b(?= (?:create|need|ask|must))/i, "when role operator"],
      [/\b(?:above|over|more than|beyond|exceeding) (\d+) ?(?:gb|gigabytes?|gib)\b/i, "memory over $1"],
      [/\b(?:above|over|more than|beyond|exceeding) (\d[\d.]*) credits\b/i, "price over $1 credits a month"],
    ],
  },
  usage: ["when role operator", "memory over <GB>", "price over <number> credits a month"],
  take(words) {
    const found = [role, memory, price].flatMap((pattern) => pattern.exec(words)?.[0] ?? []);
    if (found.length === 0) return undefined;
    const rest = found.reduce((left, part) => left.replace(part, " "), words).replace(between, " ");
    return { value: asTyped(readWhen(found.join(" "))), rest };
  },
  write: String,
};

/** Reads which services need approval. Fails as user, with an example. */
export function readWhen(words: string): When {
  let rest = words;
  const one = (pattern: RegExp) => {
    const [whole, value] = pattern.exec(rest) ?? [];
    if (whole !== undefined) rest = rest.replace(whole, " ");
    // Of several parts, each may end in a comma.
    return value?.replace(/[,|]+$/, "");
  };
  const found = { role: one(role), memory: one(memory), price: one(price) };
  const left = rest.replace(between, " ").trim();
  if (left !== "") throw new AppError("user", texts.notUnderstood(left.replaceAll("`", "'")));
  return {
    ...(found.role === undefined ? {} : { role: readRole(found.role) }),
    ...(found.memory === undefined ? {} : { memoryOverGb: readAbove(found.memory, "memory over 64") }),
    ...(found.price === undefined
      ? {}
      : { creditsOverAMonth: readAbove(found.price, "price over 500 credits a month") }),
  };
}

function readRole(word: string): "operator" {
  if (word.toLowerCase() === "operator") return "operator";
  throw new AppError("user", texts.badRole);
}

function readAbove(word: string, example: string): number {
  const amount = /^(?:\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.\d{1,2})?(?:gb)?$/i.test(word)
    ? Number(word.replaceAll(",", "").replace(/gb$/i, ""))
    : 0;
  if (amount > 0) return amount;
  throw new AppError("user", texts.badAmount(word.replaceAll("`", "'"), example));
}

function asTyped({ role: highest, memoryOverGb, creditsOverAMonth }: When): string {
  return [
    ...(highest === undefined ? [] : [`when role ${highest}`]),
    ...(memoryOverGb === undefined ? [] : [`memory over ${memoryOverGb}`]),
    ...(creditsOverAMonth === undefined ? [] : [`price over ${creditsOverAMonth} credits a month`]),
  ].join(" ");
}

/** Which services need approval, as people type it. */
export const when = argument(whenKind, z.string().max(100).superRefine(readableBy(readWhen))).describe(
  "when role operator, memory over 64, price over 500 credits a month",
);

const mostQuorum = 10;
const quorumPattern = /\bquorum\s+(?:of\s+)?(\S+)/i;

/** How many people have to approve, after its word anywhere in a line. */
const quorumKind: ArgumentKind = {
  slot: {
    parts: [
      [/\b(two|three|four|five|six|[2-9]) (?:people|persons|members|approvals?|approvers|of)\b/i, "$1"],
    ],
  },
  usage: ["quorum <number>"],
  take(words) {
    const [whole, word = ""] = quorumPattern.exec(words) ?? [];
    if (whole === undefined) return undefined;
    return { value: /^\d{1,3}$/.test(word) ? Number(word) : 0, rest: words.replace(whole, " ") };
  },
  write: (count) => `quorum ${String(count)}`,
};

export const quorum = argument(
  quorumKind,
  z.int().min(1, texts.badQuorum(mostQuorum)).max(mostQuorum, texts.badQuorum(mostQuorum)),
).describe("How many have to approve. By default 1");

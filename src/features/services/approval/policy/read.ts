import { AppError } from "../../../../lib/errors.ts";
import type { ApprovalPolicy } from "./policy.ts";
import { channelIn } from "../../../../platform/commands/channel-in.ts";

/** The parts of a policy that an admin types. */
export type PolicyWords = Omit<ApprovalPolicy, "setBy" | "setAt">;

/** Slack writes a user group as `<!subteam^S123|@dba>`. */
const group = /(?:\bby\s+)?<!subteam\^([A-Z0-9]+)(?:\|@?([^>]*))?>/gi;
const quorum = /\bquorum\s+(?:of\s+)?(\S+)/i;
const role = /\b(?:when\s+)?role\s+(\S+)/i;
const memory = /\b(?:when\s+)?memory\s+over\s+(\S+)(?:\s*(?:gb|gib)\b)?/i;
const price = /\b(?:when\s+)?price\s+over\s+(\S+)(?:\s+credits?)?(?:\s+(?:a|per)\s+month|\s+monthly)?/i;
const between = /\b(?:when|or|and)\b|[|,]/gi;
const mostQuorum = 10;

/** Reads a policy: channel, group, quorum and rules. Fails as user, with a working example. */
export function readPolicy(words: string): PolicyWords {
  const { channelId, rest: afterChannel } = channelIn(words);
  if (channelId === undefined) throw problem("Say in which channel approvers are asked.");
  const groups = [...afterChannel.matchAll(group)];
  const [first, second] = groups;
  if (second) throw problem("Name one user group only.");
  const [, groupId = "", groupName = ""] = first ?? [];
  if (groupId === "")
    throw problem(
      "Say which user group approves, picked from the list that Slack shows while you type its @name; a person's name is none.",
    );
  const found = extract(afterChannel.replace(group, " "));
  const left = found.rest.replace(between, " ").trim();
  if (left !== "") throw problem(`I do not understand “${left.replaceAll("`", "'")}” in this.`);
  return {
    channelId,
    groupId: groupId.toUpperCase(),
    groupName,
    quorum: found.quorum === undefined ? 1 : readQuorum(found.quorum),
    ...(found.role === undefined ? {} : { role: readRole(found.role) }),
    ...(found.memory === undefined ? {} : { memoryOverGb: readAbove(found.memory, "memory over 64") }),
    ...(found.price === undefined
      ? {}
      : { creditsOverAMonth: readAbove(found.price, "price over 500 credits a month") }),
  };
}

/** Extracts each part, and the remaining words. */
function extract(words: string) {
  let rest = words;
  const one = (pattern: RegExp) => {
    const [whole, value] = pattern.exec(rest) ?? [];
    if (whole !== undefined) rest = rest.replace(whole, " ");
    return value;
  };
  const parts = { quorum: one(quorum), role: one(role), memory: one(memory), price: one(price) };
  return { ...parts, rest };
}

function readQuorum(word: string): number {
  const count = /^\d{1,3}$/.test(word) ? Number(word) : 0;
  if (count >= 1 && count <= mostQuorum) return count;
  throw problem(`A quorum is a number of people, from 1 to ${mostQuorum}.`);
}

function readRole(word: string): "operator" {
  if (word.toLowerCase() === "operator") return "operator";
  throw problem(
    "After `when role` comes `operator`: viewers create nothing, and without it admins are asked as well.",
  );
}

function readAbove(word: string, example: string): number {
  const amount = /^(?:\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.\d{1,2})?(?:gb)?$/i.test(word)
    ? Number(word.replaceAll(",", "").replace(/gb$/i, ""))
    : 0;
  if (amount > 0) return amount;
  throw problem(`“${word.replaceAll("`", "'")}” is no amount above 0, as in \`${example}\`.`);
}

function problem(what: string): AppError {
  return new AppError("user", `${what} For example: \`/db approvals set #db-approvals by @dba quorum 2\`.`);
}

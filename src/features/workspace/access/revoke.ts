import { Role, type Role as RoleName } from "../../../platform/access/role.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { InstalledContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import type { Grant, Grantee } from "../../../platform/access/grants.ts";
import { AppError } from "../../../lib/errors.ts";
import { nearest, oneLine, truncate } from "../../../lib/text.ts";
import { recordChange } from "../../../platform/commands/command.ts";
import { askFirst, isYes } from "../../../platform/commands/confirm.ts";
import { granteeFirst, granteeInMrkdwn, revokedChange } from "./lines.ts";
import * as texts from "./texts.ts";

/** A grantee as Slack wrote it, and the other words. */
export interface Named {
  grantee: Grantee;
  /** The name in Slack's token, or empty. */
  name: string;
  rest: string[];
}

// https://docs.slack.dev/interactivity/implementing-slash-commands#escaping
const tokens = [
  { kind: "user", pattern: /<@([UW][A-Z0-9]+)(?:\|([^>]*))?>/g },
  { kind: "group", pattern: /<!subteam\^(S[A-Z0-9]+)(?:\|@?([^>]*))?>/g },
  { kind: "channel", pattern: /<#([CG][A-Z0-9]+)(?:\|([^>]*))?>/g },
] as const;

/** Reads the grantee. Fails as user unless exactly one was chosen from Slack's lists. */
export function namedIn(words: string, example: string): Named {
  const found = tokens.flatMap(({ kind, pattern }) =>
    [...words.matchAll(pattern)].map(([token, id = "", name = ""]) => ({ kind, id, name, token })),
  );
  const [only, another] = found;
  if (!only) {
    throw new AppError("user", texts.whichGrantee(example));
  }
  if (another) throw new AppError("user", texts.oneGrantee(example));
  const { kind, id, name, token } = only;
  const rest = oneLine(words.replace(token, " ")).split(" ").filter(Boolean);
  return { grantee: { kind, id }, name, rest };
}

/** Reads a role. Fails as user with the nearest one. */
export function roleIn(word: string, example: string): RoleName {
  const role = Role.options.find((name) => name === word.toLowerCase());
  if (role) return role;
  const near = nearest(word, Role.options);
  const said = word === "" ? texts.whichRole : texts.notARole(truncate(word, 40));
  const hint = near ? texts.didYouMean(near) : texts.allRoles;
  throw new AppError("user", texts.badRole(said, hint, example));
}

/** True if the rest of the words is a `yes` that confirms. Fails as user if any other word is left over. */
export function sureOnly(words: readonly string[], example: string, asker: Asker): boolean {
  const [first = "", ...others] = words;
  const [left] = first.toLowerCase() === "yes" ? others : words;
  if (left === undefined) return isYes(first, asker);
  throw new AppError("user", texts.notUnderstood(truncate(left, 40), example));
}

/** The role that is granted to a grantee. Undefined if none is. */
export async function grantOf(grantee: Grantee, { grants }: InstalledContext): Promise<Grant | undefined> {
  return (await grants.list()).find(({ kind, id }) => kind === grantee.kind && id === grantee.id);
}

/** True if the asker is an admin by this grantee's role only. */
async function losesAdmin(
  { kind, id }: Grantee,
  { access }: InstalledContext,
  asker: Asker,
): Promise<boolean> {
  const { reasons } = await access.effectiveRoleOf(asker, { fresh: true });
  const asAdmin = reasons.filter(({ role }) => role === "admin");
  return asAdmin.every(
    (reason) => reason.by === "grant" && reason.grant.kind === kind && reason.grant.id === id,
  );
}

/** Asks before a role is lowered or removed, and says so if the asker would lose their own admin role. */
export async function askAboutRole(
  grant: Grant,
  { text, ...button }: { text: string; yes: string; command: string },
  context: InstalledContext,
  asker: Asker,
): Promise<Reply> {
  const isOwn = grant.role === "admin" && (await losesAdmin(grant, context, asker));
  return askFirst({ text: isOwn ? `${text} ${texts.ownRole}` : text, ...button });
}

/** A grantee as Slack writes it, for buttons that run commands. */
export function tokenOf({ kind, id }: Grantee): string {
  return { user: `<@${id}>`, group: `<!subteam^${id}>`, channel: `<#${id}>` }[kind];
}

const example = "/db admin access revoke @sam";

/** Takes back a grant after a confirmation. */
export async function revokeRole(words: string, context: InstalledContext, asker: Asker): Promise<Reply> {
  const { grantee, rest } = namedIn(words, example);
  const isSure = sureOnly(rest, example, asker);
  const present = await grantOf(grantee, context);
  if (present && !isSure) {
    const question = {
      text: texts.askRemove(granteeInMrkdwn(present), present.role),
      yes: texts.removeRole,
      command: `admin access revoke ${tokenOf(present)} yes`,
    };
    return askAboutRole(present, question, context, asker);
  }
  const taken = await context.grants.take(grantee);
  if (!taken) return say(texts.nothingToRemove);
  await recordChange(revokedChange(taken), context, asker);
  return say(await revokedText(taken, context));
}

/** The person's role now. It may be more than an admin expects. */
async function revokedText(taken: Grant, { access }: InstalledContext): Promise<string> {
  const removed = texts.removed(granteeInMrkdwn(taken), taken.role);
  if (taken.kind !== "user") return removed;
  const { role, unsure } = await access.effectiveRoleOf({ userId: taken.id });
  if (unsure) return removed;
  return role === undefined ? texts.hasNone(granteeFirst(taken)) : texts.isNow(granteeFirst(taken), role);
}

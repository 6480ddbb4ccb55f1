import type { Role } from "../../../platform/access/role.ts";
import { recorder } from "../../../platform/audit/recorder.ts";
import type { ContextOf } from "../../../platform/context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import type { McpContext } from "../context.ts";
import { type Token, whyDead, workspaceOfSecret } from "../tokens/tokens.ts";
import * as texts from "../texts.ts";

/** A program that calls. */
export interface ProgramCaller {
  token: Token;
  /** Its person's role now. It is read at the first call. */
  role: () => Promise<Role | undefined>;
  context: McpContext;
}

/** Who calls, by the token in the header. Undefined if it is not a valid one, "gone" if its person left. */
export async function callerOf(
  authorization: string | null,
  contextOf: ContextOf<McpContext>,
): Promise<ProgramCaller | "gone" | undefined> {
  const [, secret = ""] = /^Bearer +(\S{1,200})$/i.exec(authorization ?? "") ?? [];
  const workspaceId = workspaceOfSecret(secret);
  if (workspaceId === undefined) return undefined;
  const context = contextOf(workspaceId);
  const token = await context.mcpTokens.find(secret);
  if (!token) {
    await recordForged(context);
    return undefined;
  }
  const dead = whyDead(token, context.now());
  if (dead !== undefined) {
    await recordRefused(token, texts.deadToken(dead), context);
    return undefined;
  }
  if (await isGone(token, context)) {
    await recordRefused(token, texts.personLeft, context);
    return "gone";
  }
  let role: Promise<Role | undefined> | undefined;
  return { token, role: () => (role ??= context.access.roleOf({ userId: token.userId })), context };
}

/**
 * True for a person who was deactivated or left. Elsewhere a grant counts without asking Slack, because such a person
 * can't type. Their token still can. Slack's answer is kept for a minute.
 */
async function isGone({ userId }: Token, { people }: McpContext): Promise<boolean> {
  try {
    return (await people.find(userId)).isGone;
  } catch (error) {
    if (isAppError(error, "missing")) return true;
    throw error instanceof AppError ? new AppError("upstream", texts.cannotTell, { cause: error }) : error;
  }
}

/**
 * Records a token that was never made, in a workspace that has some. Anyone can send one, with any name of a workspace,
 * so nothing is written where there is none.
 */
async function recordForged(context: McpContext): Promise<void> {
  if (!(await context.mcpTokens.exist())) return;
  const doing = { userId: "app", userName: texts.someProgram, door: "mcp", action: "tool.call" } as const;
  await recorder(doing, context).notDone({ result: "refused", detail: texts.neverMade });
}

/** Records that a program tried what it may not do. */
export async function recordRefused(
  { id, name, userId, userName }: Token,
  detail: string,
  context: McpContext,
  tool?: string,
): Promise<void> {
  const doing = { userId, userName, door: "mcp", action: "tool.call" } as const;
  await recorder(doing, context).notDone({
    result: "refused",
    ...(tool !== undefined && { subject: tool }),
    detail: texts.byToken(detail, name, id),
  });
}

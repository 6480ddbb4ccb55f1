import type { Role } from "../../../platform/access/role.ts";
import { recorder } from "../../../platform/audit/recorder.ts";
import type { ContextOf } from "../../../platform/context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import type { McpContext } from "../context.ts";
import { type Token, whyDead, workspaceOfSecret } from "../tokens/tokens.ts";
import * as texts from "../texts.ts";

/** A program that calls, with its person's role now. */
export interface ProgramCaller {
  token: Token;
  role: Role | undefined;
  context: McpContext;
}

/** Who calls, by the token in the header. Undefined if it is not a valid one. */
export async function callerOf(
  authorization: string | null,
  contextOf: ContextOf<McpContext>,
  recordedNow: (token: Token) => boolean,
): Promise<ProgramCaller | undefined> {
  const [, secret = ""] = /^Bearer +(\S{1,200})$/i.exec(authorization ?? "") ?? [];
  const workspaceId = workspaceOfSecret(secret);
  if (workspaceId === undefined) return undefined;
  const context = contextOf(workspaceId);
  const token = await context.mcpTokens.find(secret);
  if (!token) return undefined;
  const dead = whyDead(token, context.now());
  if (dead !== undefined) {
    if (recordedNow(token)) await recordRefused(token, texts.deadToken(dead), context);
    return undefined;
  }
  return { token, role: await roleNow(token, context), context };
}

/**
 * The person's role now. A grant counts without asking Slack elsewhere, because a person who left cannot type. Their
 * token still can, so Slack is asked about them first. Its answer is kept for a minute.
 */
async function roleNow({ userId }: Token, { people, access }: McpContext): Promise<Role | undefined> {
  try {
    if ((await people.find(userId)).isGone) return undefined;
  } catch (error) {
    if (isAppError(error, "missing")) return undefined;
    throw error instanceof AppError ? new AppError("upstream", texts.cannotTell, { cause: error }) : error;
  }
  return access.roleOf({ userId });
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

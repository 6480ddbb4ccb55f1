import { newSecret } from "../ids.ts";
import { SlackRefusal } from "../refusal.ts";
import type { OAuthCode, Workspace } from "../workspace.ts";

// https://docs.slack.dev/authentication/installing-with-oauth: a code is valid for ten minutes, once
const lifeMs = 10 * 60 * 1000;

/** A code for a new permission. */
export function issueCode({ codes, now }: Workspace, allowed: Omit<OAuthCode, "issuedAt" | "used">): string {
  const code = `${now()}.${newSecret(6)}.${newSecret(24)}`;
  codes.set(code, { ...allowed, issuedAt: now(), used: false });
  return code;
}

/** The permission of a code, which then expires. */
export function exchangeCode(
  { codes, now }: Workspace,
  { code, redirectUri }: { code: string | undefined; redirectUri: string | undefined },
): OAuthCode {
  const allowed = codes.get(code ?? "");
  if (!allowed || allowed.used || now() - allowed.issuedAt > lifeMs) throw new SlackRefusal("invalid_code");
  if (allowed.redirectUri !== redirectUri) throw new SlackRefusal("bad_redirect_uri");
  allowed.used = true;
  return allowed;
}

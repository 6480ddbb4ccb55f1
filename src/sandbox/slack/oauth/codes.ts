import { newSecret } from "../ids.ts";
import { SlackRefusal } from "../refusal.ts";
import type { Workspace } from "../workspace.ts";

/** What somebody allowed, for as long as the app may come for it. */
export interface OAuthCode {
  readonly user: string;
  readonly scopes: readonly string[];
  readonly isEnterprise: boolean;
  /** As it was asked for; undefined where none was. */
  readonly redirectUri: string | undefined;
  readonly issuedAt: number;
  used: boolean;
}

// https://docs.slack.dev/authentication/installing-with-oauth: a code is good for ten minutes, once
const lifeMs = 10 * 60 * 1000;

/** A code for what a person just allowed. */
export function issueCode({ codes, now }: Workspace, allowed: Omit<OAuthCode, "issuedAt" | "used">): string {
  const code = `${now()}.${newSecret(6)}.${newSecret(24)}`;
  codes.set(code, { ...allowed, issuedAt: now(), used: false });
  return code;
}

/** What was allowed, which is used up by asking. */
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

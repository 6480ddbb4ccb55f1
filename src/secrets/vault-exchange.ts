import { request } from "undici";
import { AppError } from "../errors.ts";
import type { Secrets } from "./index.ts";
import { vaultFailure } from "./vault-failure.ts";

/** The way to a Vault. */
export interface Vault {
  /** Without a slash at its end. */
  address: string;
  /** Where its token is kept. */
  tokenRef: string;
  namespace?: string | undefined;
  /** How long one answer may take. */
  timeoutMs?: number;
  /** Reads the token. */
  tokens: Pick<Secrets, "resolve" | "forget">;
}

/** What is asked of a Vault: to read a path, or to write a body there; failures name the reference. */
export interface VaultQuestion {
  path: string;
  task: "read" | "write";
  reference: string;
  body?: object;
}

/** A whole answer of a Vault. */
export interface VaultAnswer {
  status: number;
  text: string;
}

const defaultTimeoutMs = 5_000;

/** The Vault's answer as JSON, undefined where it is none; fails as auth or upstream, without anything it said. */
export async function askVault(vault: Vault, question: VaultQuestion): Promise<unknown> {
  const answer = await askWithToken(vault, question);
  if (answer.status < 200 || answer.status > 299) throw vaultFailure(answer, question);
  try {
    return JSON.parse(answer.text);
  } catch {
    // The parser's own error is left out, for it quotes the text.
    return undefined;
  }
}

async function askWithToken(vault: Vault, question: VaultQuestion): Promise<VaultAnswer> {
  const { tokens, tokenRef } = vault;
  const token = await tokens.resolve(tokenRef);
  const answer = await send(vault, question, token);
  if (answer.status !== 403) return answer;
  // A token that something renews in its file may be newer there than in memory.
  tokens.forget(tokenRef);
  const fresh = await tokens.resolve(tokenRef);
  return fresh === token ? answer : send(vault, question, fresh);
}

async function send(
  { address, namespace, timeoutMs = defaultTimeoutMs }: Vault,
  { path, body }: VaultQuestion,
  token: string,
): Promise<VaultAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await request(`${address}/v1/${path.split("/").map(encodeURIComponent).join("/")}`, {
      method: body ? "POST" : "GET",
      headers: {
        "x-vault-token": token,
        // Vault: agents and proxies may ask for it.
        "x-vault-request": "true",
        ...(namespace === undefined ? {} : { "x-vault-namespace": namespace }),
        ...(body ? { "content-type": "application/json" } : {}),
      },
      body: body ? JSON.stringify(body) : null,
      signal,
      // A connection of its own: questions are few, and a kept one may be closing just then.
      reset: true,
    });
    return { status: response.statusCode, text: await response.body.text() };
  } catch (cause) {
    throw unanswered(cause, signal.aborted ? timeoutMs : undefined);
  }
}

function unanswered(cause: unknown, lateMs: number | undefined): AppError {
  const what = lateMs === undefined ? "cannot be reached" : `did not answer within ${lateMs / 1_000} seconds`;
  return new AppError(
    "upstream",
    `The Vault ${what}. Try again in a minute; if it stays so, ask an admin to check VAULT_ADDR.`,
    { cause },
  );
}

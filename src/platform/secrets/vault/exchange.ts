import { request } from "undici";
import { AppError } from "../../../lib/errors.ts";
import type { Tokens } from "../leased-tokens.ts";
import { vaultFailure } from "./failure.ts";

/** Where a Vault is. */
export interface VaultAddress {
  /** Without a slash at its end. */
  address: string;
  namespace?: string | undefined;
  /** How long one answer may take. */
  timeoutMs?: number;
}

/** The tokens with which a Vault lets the app in. */
export interface VaultTokens extends Tokens {
  /** What to check where the Vault refuses, as in "its policies allow it". */
  toCheck: string;
}

/** The way to a Vault. */
export interface Vault extends VaultAddress {
  tokens: VaultTokens;
}

/** What is asked of a Vault: to read a path, to write a body there, or to delete what is there; failures name the reference. */
export interface VaultQuestion {
  path: string;
  task: "read" | "write" | "delete";
  reference: string;
  body?: object;
}

/** A whole answer of a Vault. */
export interface VaultAnswer {
  status: number;
  text: string;
}

const methods = { read: "GET", write: "POST", delete: "DELETE" } as const;
const defaultTimeoutMs = 5_000;

/** The Vault's answer as JSON, undefined where it is none; fails as auth or upstream, without anything it said. */
export async function askVault(vault: Vault, question: VaultQuestion): Promise<unknown> {
  const answer = await askWithToken(vault, question);
  if (!isSuccess(answer)) throw vaultFailure(answer, question, vault.tokens.toCheck);
  return jsonOf(answer);
}

async function askWithToken(vault: Vault, question: VaultQuestion): Promise<VaultAnswer> {
  const token = await vault.tokens.present();
  const answer = await sendToVault(vault, question, token);
  if (answer.status !== 403) return answer;
  const fresh = await vault.tokens.after(token);
  return fresh === undefined ? answer : sendToVault(vault, question, fresh);
}

/** Sends one question once; fails as upstream where no answer comes. */
export async function sendToVault(
  { address, namespace, timeoutMs = defaultTimeoutMs }: VaultAddress,
  { path, task, body }: Omit<VaultQuestion, "reference">,
  token?: string,
): Promise<VaultAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await request(`${address}/v1/${path.split("/").map(encodeURIComponent).join("/")}`, {
      method: methods[task],
      headers: {
        ...(token === undefined ? {} : { "x-vault-token": token }),
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

/** True where the Vault did what it was asked. */
export function isSuccess({ status }: VaultAnswer): boolean {
  return status >= 200 && status <= 299;
}

/** The answer as JSON; undefined where it is none. */
export function jsonOf({ text }: VaultAnswer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own error is left out, for it quotes the text.
    return undefined;
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

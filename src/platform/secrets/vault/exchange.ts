import { type StoreAnswer, exchange, exchangeWithToken, jsonOf } from "../exchange.ts";
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
  /** What to check if the Vault refuses, as in "its policies allow it". */
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

const methods = { read: "GET", write: "POST", delete: "DELETE" } as const;

/** The Vault's answer as JSON, undefined if it is none; fails as auth or upstream, without anything it said. */
export async function askVault(vault: Vault, question: VaultQuestion): Promise<unknown> {
  const answer = await exchangeWithToken(vault.tokens, 403, (token) => sendToVault(vault, question, token));
  if (!isSuccess(answer)) throw vaultFailure(answer, question, vault.tokens.toCheck);
  return jsonOf(answer);
}

/** Sends one question once; fails as upstream when no answer comes. */
export function sendToVault(
  { address, namespace, timeoutMs }: VaultAddress,
  { path, task, body }: Omit<VaultQuestion, "reference">,
  token?: string,
): Promise<StoreAnswer> {
  return exchange(
    { name: "The Vault", setting: "VAULT_ADDR", timeoutMs },
    {
      method: methods[task],
      url: `${address}/v1/${path.split("/").map(encodeURIComponent).join("/")}`,
      headers: {
        ...(token !== undefined && { "x-vault-token": token }),
        // Vault: agents and proxies may ask for it.
        "x-vault-request": "true",
        ...(namespace !== undefined && { "x-vault-namespace": namespace }),
      },
      body,
    },
  );
}

/** True if the Vault did what it was asked. */
export function isSuccess({ status }: StoreAnswer): boolean {
  return status >= 200 && status <= 299;
}

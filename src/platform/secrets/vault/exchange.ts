import { type StoreAnswer, exchange, exchangeWithToken, jsonOf } from "../exchange.ts";
import type { Tokens } from "../leased-tokens.ts";
import { vaultFailure } from "./failure.ts";

/** The address of a Vault. */
export interface VaultAddress {
  /** Without a slash at its end. */
  address: string;
  namespace?: string | undefined;
  /** The timeout of one request. */
  timeoutMs?: number;
}

/** The app's tokens for a Vault. */
export interface VaultTokens extends Tokens {
  /** What to check if the Vault refuses, as in "its policies allow it". */
  toCheck: string;
}

/** A Vault with the app's tokens for it. */
export interface Vault extends VaultAddress {
  tokens: VaultTokens;
}

/** A request to a Vault: read a path, write a body there, or delete it. Failures name the reference. */
export interface VaultQuestion {
  path: string;
  task: "read" | "write" | "delete";
  reference: string;
  body?: object;
}

const methods = { read: "GET", write: "POST", delete: "DELETE" } as const;

/** The Vault's answer as JSON. Undefined if it is not JSON. Fails as auth or upstream, without the Vault's words. */
export async function askVault(vault: Vault, question: VaultQuestion): Promise<unknown> {
  const answer = await exchangeWithToken(vault.tokens, 403, (token) => sendToVault(vault, question, token));
  if (!isSuccess(answer)) throw vaultFailure(answer, question, vault.tokens.toCheck);
  return jsonOf(answer);
}

/** Sends one request once. Fails as upstream if there is no answer. */
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
        // Vault agents and proxies may require it.
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

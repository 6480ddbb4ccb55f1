import { AppError } from "../errors.ts";
import type { VaultAnswer, VaultQuestion } from "./vault-exchange.ts";

/** The AppError for a refusal of the Vault; none of its own words are repeated, for they may hold what was sent. */
export function vaultFailure({ status, text }: VaultAnswer, { task, reference }: VaultQuestion): AppError {
  if (status === 403) {
    return new AppError(
      "auth",
      `The Vault does not let this app ${task} ${reference}. Check that the token of VAULT_TOKEN_REF is still good and that its policies allow it.`,
    );
  }
  if (status === 404) return new AppError("auth", nothingThere(task, reference));
  if (status === 503 && text.includes("sealed")) {
    return new AppError("upstream", "The Vault is sealed. Ask an admin to unseal it, then try again.");
  }
  // 412: this node has not seen yet what another wrote. 3xx: this node does not lead, and sends to another.
  if (status >= 500 || status === 429 || status === 412 || status < 400) {
    return new AppError(
      "upstream",
      `The Vault could not ${task} ${reference} just now (status ${status}). Try again in a minute.`,
    );
  }
  return new AppError(
    "auth",
    `The Vault did not ${task} ${reference} (status ${status}). Check that it is the path of a secret in a KV version 2 store.`,
  );
}

function nothingThere(task: VaultQuestion["task"], reference: string): string {
  return task === "read"
    ? `There is nothing at ${reference}. Put the secret there, or correct the reference.`
    : `The Vault has no store at ${reference}. Mount a KV version 2 store there, or correct the reference.`;
}

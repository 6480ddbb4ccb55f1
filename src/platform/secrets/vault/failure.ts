import { AppError } from "../../../lib/errors.ts";
import type { VaultAnswer, VaultQuestion } from "./exchange.ts";

/** The AppError for a refusal of the Vault; none of its own words are repeated, for they may hold what was sent. */
export function vaultFailure(answer: VaultAnswer, question: VaultQuestion, toCheck: string): AppError {
  const { status } = answer;
  const { task, reference } = question;
  if (status === 403) {
    return new AppError(
      "auth",
      `The Vault does not let this app ${task} ${reference}. Check that ${toCheck}.`,
    );
  }
  if (status === 404) return new AppError("auth", nothingThere(task, reference));
  if (isAwayForNow(answer)) return vaultAway(answer, `${task} ${reference}`);
  return new AppError(
    "auth",
    `The Vault did not ${task} ${reference} (status ${status}). Check that it is the path of a secret in a KV version 2 store.`,
  );
}

/** True where the same may go well a little later. */
export function isAwayForNow({ status }: VaultAnswer): boolean {
  // 412: this node has not seen yet what another wrote. 3xx: this node does not lead, and sends to another.
  return status >= 500 || status === 429 || status === 412 || (status >= 300 && status < 400);
}

/** The AppError for that; `what` is what it could not do, as in "read vault:kv/data/acme#secret". */
export function vaultAway({ status, text }: VaultAnswer, what: string): AppError {
  if (status === 503 && text.includes("sealed")) {
    return new AppError("upstream", "The Vault is sealed. Ask an admin to unseal it, then try again.");
  }
  return new AppError(
    "upstream",
    `The Vault could not ${what} just now (status ${status}). Try again in a minute.`,
  );
}

function nothingThere(task: VaultQuestion["task"], reference: string): string {
  return task === "read"
    ? `There is nothing at ${reference}. Put the secret there, or correct the reference.`
    : `The Vault has no store at ${reference}. Mount a KV version 2 store there, or correct the reference.`;
}

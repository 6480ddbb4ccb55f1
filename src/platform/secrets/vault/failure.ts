import { AppError } from "../../../lib/errors.ts";
import { type StoreAnswer, isAwayForNow } from "../exchange.ts";
import type { VaultQuestion } from "./exchange.ts";

/** The AppError for a Vault's refusal. It repeats none of its words, because they may contain the request. */
export function vaultFailure(answer: StoreAnswer, question: VaultQuestion, toCheck: string): AppError {
  const { status } = answer;
  const { task, reference } = question;
  if (status === 403) {
    return new AppError(
      "auth",
      `The Vault does not let this app ${task} ${reference}. Check that ${toCheck}.`,
    );
  }
  if (status === 404) return new AppError("auth", nothingThere(task, reference));
  if (isVaultAway(answer)) return vaultAway(answer, `${task} ${reference}`);
  return new AppError(
    "auth",
    `The Vault did not ${task} ${reference} (status ${status}). Check that it is the path of a secret in a KV version 2 store.`,
  );
}

/** True if the same request may succeed a little later. */
export function isVaultAway(answer: StoreAnswer): boolean {
  // 412: this node has not yet seen another node's write.
  return answer.status === 412 || isAwayForNow(answer);
}

/** The AppError if a Vault is away. `what` failed, as in "read vault:kv/data/acme#secret". */
export function vaultAway({ status, text }: StoreAnswer, what: string): AppError {
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

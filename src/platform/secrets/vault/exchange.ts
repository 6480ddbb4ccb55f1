import type { Dispatcher } from "undici";
import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { JsonText } from "../../../lib/json.ts";
import { type StoreAnswer, type Tokens, exchange, exchangeWithToken, isAwayForNow } from "../exchange.ts";
import { type SecretScheme, type Task, awayForNow, nothingAt, storeScheme, unusable } from "../scheme.ts";

/** The address of a Vault. */
export interface VaultAddress {
  /** Without a slash at its end. */
  address: string;
  namespace?: string | undefined;
  /** The timeout of one request. */
  timeoutMs?: number;
  dispatcher: Dispatcher;
}

/** The app's tokens for a Vault. */
export interface VaultTokens extends Tokens {
  /** What to check if the Vault refuses, as in "its policies allow it". */
  toCheck: string;
}

/** A Vault with the app's tokens for it. */
interface Vault extends VaultAddress {
  tokens: VaultTokens;
}

/** A request to a Vault: read a path, write a body there, or delete it. */
interface VaultRequest {
  path: string;
  verb: Task["verb"];
  body?: object;
}

const methods = { read: "GET", write: "POST", delete: "DELETE" } as const;

/** The text of the Vault's answer. Fails as auth or upstream, without the Vault's words. */
async function askVault(vault: Vault, request: VaultRequest & Task): Promise<string> {
  const answer = await exchangeWithToken(vault.tokens, 403, (token) => sendToVault(vault, request, token));
  if (!isSuccess(answer)) throw failureOf(answer, request, vault.tokens.toCheck);
  return answer.text;
}

/** Sends one request once. Fails as upstream if there is no answer. */
export function sendToVault(
  { address, namespace, timeoutMs, dispatcher }: VaultAddress,
  { path, verb, body }: VaultRequest,
  token?: string,
): Promise<StoreAnswer> {
  return exchange(
    { name: "The Vault", setting: "VAULT_ADDR", timeoutMs, dispatcher },
    {
      method: methods[verb],
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

/** Repeats none of the Vault's words, because they may contain the request. */
function failureOf(answer: StoreAnswer, { verb, reference }: Task, toCheck: string): AppError {
  const { status } = answer;
  if (isVaultAway(answer)) return vaultAway(answer, `${verb} ${reference}`);
  if (status === 404 && verb === "read") return nothingAt(reference);
  const message =
    status === 403
      ? `The Vault doesn't let this app ${verb} ${reference}. Check that ${toCheck}.`
      : status === 404
        ? `The Vault has no store at ${reference}. Mount a KV version 2 store there, or correct the reference.`
        : `The Vault didn't ${verb} ${reference} (status ${status}). Check that it is the path of a secret in a KV version 2 store.`;
  return new AppError("auth", message);
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
  return awayForNow("The Vault", what, `status ${status}`);
}

const KvAnswer = JsonText.pipe(z.object({ data: z.object({ data: z.record(z.string(), z.unknown()) }) }));

/** Secrets in KV version 2 stores of a Vault or an OpenBao, `vault:kv/data/acme#secret`. The path is the API's. */
export function vaultScheme(vault: Vault | undefined): SecretScheme {
  function reachable(): Vault {
    if (vault) return vault;
    throw new AppError("auth", "No Vault is set up. Set VAULT_ADDR and VAULT_TOKEN_REF, and start again.");
  }

  return storeScheme({
    name: "vault",
    usage:
      "the path of a secret in a KV version 2 store, and to read it a field, such as vault:kv/data/acme#secret",
    addressOf: segmentsOf,

    async readFields(segments, task) {
      const answer = await askVault(reachable(), { path: segments.join("/"), ...task });
      const fields = KvAnswer.safeParse(answer).data?.data.data;
      if (fields) return fields;
      const what = "is not in a KV version 2 store. Give a path with data/ after the store's own";
      throw unusable(task.reference, what);
    },

    async write(segments, fields, task) {
      await askVault(reachable(), { path: segments.join("/"), ...task, body: { data: fields } });
    },

    async remove(segments, task) {
      // Deleting the metadata deletes all versions.
      const path = segments.with(segments.indexOf("data"), "metadata").join("/");
      await askVault(reachable(), { path, ...task });
    },
  });
}

function segmentsOf(path: string): string[] | undefined {
  const segments = path.split("/");
  const store = segments.indexOf("data");
  const isPlain = !/[?\s]/.test(path) && segments.every((segment) => !["", ".", ".."].includes(segment));
  return isPlain && store >= 1 && store < segments.length - 1 ? segments : undefined;
}

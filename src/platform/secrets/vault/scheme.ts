import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { JsonText } from "../../../lib/json.ts";
import { type SecretScheme, storeScheme, unusable } from "../scheme.ts";
import { type Vault, askVault } from "./exchange.ts";

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

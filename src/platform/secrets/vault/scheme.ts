import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { type SecretScheme, readField, unusable } from "../scheme.ts";
import { type Vault, askVault } from "./exchange.ts";

const KvAnswer = z.object({ data: z.object({ data: z.record(z.string(), z.unknown()) }) });

/** Secrets in KV version 2 stores of a Vault or an OpenBao, `vault:kv/data/acme#secret`. The path is the API's. */
export function vaultScheme(vault: Vault | undefined): SecretScheme {
  return {
    name: "vault",

    async read(locator) {
      const { path, field } = partsOf(locator);
      if (field === undefined) throw malformed();
      const reference = `vault:${locator}`;
      const answer = await askVault(reachable(vault), { path, task: "read", reference });
      const fields = KvAnswer.safeParse(answer).data?.data.data;
      if (!fields)
        throw unusable(
          reference,
          "is not in a KV version 2 store. Give a path with data/ after the store's own",
        );
      return readField(fields, field, reference);
    },

    async write(locator, fields) {
      const { path, field } = partsOf(locator);
      if (field !== undefined) throw malformed();
      await askVault(reachable(vault), {
        path,
        task: "write",
        reference: `vault:${locator}`,
        body: { data: fields },
      });
    },

    async remove(locator) {
      const { path, field } = partsOf(locator);
      if (field !== undefined) throw malformed();
      const reference = `vault:${locator}`;
      await askVault(reachable(vault), { path: metadataOf(path), task: "delete", reference });
    },
  };
}

function partsOf(locator: string): { path: string; field: string | undefined } {
  const [, path, field] = /^([^#?\s]+)(?:#(.+))?$/.exec(locator) ?? [];
  const segments = path?.split("/") ?? [];
  const store = segments.indexOf("data");
  const isWhole = segments.every((segment) => !["", ".", ".."].includes(segment));
  if (path === undefined || !isWhole || store < 1 || store === segments.length - 1) throw malformed();
  return { path, field };
}

/** The path of a secret's metadata. Deleting that deletes all versions. */
function metadataOf(path: string): string {
  const segments = path.split("/");
  return segments.with(segments.indexOf("data"), "metadata").join("/");
}

/** Never repeats the locator, because a malformed one may be the secret itself. */
function malformed(): AppError {
  return new AppError(
    "user",
    "After vault: comes the path of a secret in a KV version 2 store, and to read it a field, such as vault:kv/data/acme#secret.",
  );
}

function reachable(vault: Vault | undefined): Vault {
  if (vault) return vault;
  throw new AppError(
    "auth",
    "There is no way to a Vault. Set VAULT_ADDR and VAULT_TOKEN_REF, and start again.",
  );
}

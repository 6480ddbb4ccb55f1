import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import { JsonText } from "../../lib/json.ts";
import type { SealedSecrets } from "./records.ts";
import { type SecretScheme, storeScheme } from "./scheme.ts";
import type { WorkspaceSealer } from "./seal.ts";

const Fields = JsonText.pipe(z.record(z.string(), z.string()));

/** Secrets that we keep, sealed for one workspace: `sealed:<id>#secret`. */
export function sealedScheme({
  texts,
  sealer,
}: {
  texts: SealedSecrets;
  sealer: WorkspaceSealer;
}): SecretScheme {
  return storeScheme({
    name: "sealed",
    usage:
      "the id under which Quartermaster keeps a secret, and to read it a field. Give the secret itself, and both are made",
    addressOf: (id) => (/^[\w-]{1,100}$/.test(id) ? id : undefined),

    async readFields(id, { reference }) {
      const sealed = await texts.find(id);
      if (sealed === undefined)
        throw new AppError("auth", `There is nothing at ${reference} anymore. Enter the secret again.`);
      return Fields.parse(sealer.open(sealed, sealedPurpose(id)));
    },

    write: (id, fields) => texts.save(id, sealer.seal(JSON.stringify(fields), sealedPurpose(id))),
    remove: (id) => texts.remove(id),
  });
}

/** The purpose of the fields of an id. */
export function sealedPurpose(id: string): string {
  return `secret ${id}`;
}

import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import { type SecretScheme, readField } from "./scheme.ts";
import type { WorkspaceSealer } from "./seal.ts";

/** One workspace's sealed texts, by id. */
export interface SealedTexts {
  save(id: string, sealed: string): Promise<void>;
  /** Undefined if there is none. */
  find(id: string): Promise<string | undefined>;
  remove(id: string): Promise<void>;
}

const Fields = z.record(z.string(), z.string());

/** Secrets that we keep, sealed for one workspace: `sealed:<id>#secret`. */
export function sealedScheme({
  texts,
  sealer,
}: {
  texts: SealedTexts;
  sealer: WorkspaceSealer;
}): SecretScheme {
  return {
    name: "sealed",

    async read(locator) {
      const { id, field } = partsOf(locator);
      if (field === undefined) throw malformed();
      const sealed = await texts.find(id);
      if (sealed === undefined)
        throw new AppError("auth", `There is nothing at sealed:${locator} any more. Give the secret anew.`);
      const fields = Fields.parse(JSON.parse(sealer.open(sealed, sealedPurpose(id))));
      return readField(fields, field, `sealed:${locator}`);
    },

    async write(locator, fields) {
      const { id, field } = partsOf(locator);
      if (field !== undefined) throw malformed();
      await texts.save(id, sealer.seal(JSON.stringify(fields), sealedPurpose(id)));
    },

    async remove(locator) {
      const { id, field } = partsOf(locator);
      if (field !== undefined) throw malformed();
      await texts.remove(id);
    },
  };
}

/** The purpose of the fields of an id. */
export function sealedPurpose(id: string): string {
  return `secret ${id}`;
}

function partsOf(locator: string): { id: string; field: string | undefined } {
  const [, id, field] = /^([\w-]{1,100})(?:#(.+))?$/.exec(locator) ?? [];
  if (id === undefined) throw malformed();
  return { id, field };
}

/** Never repeats the locator, because a malformed one may be the secret itself. */
function malformed(): AppError {
  return new AppError(
    "user",
    "After sealed: comes the id under which Quartermaster keeps a secret, and to read it a field. Give the secret itself, and both are made.",
  );
}

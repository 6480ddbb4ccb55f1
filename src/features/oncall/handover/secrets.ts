import type { OncallContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { CredentialReference } from "../../../platform/secrets/reference.ts";

/** True for a reference to a secret: a name of a scheme and a location, but no address. */
export function isReference(text: string): boolean {
  return !/^[a-z+.-]+:\/\//i.test(text) && CredentialReference.safeParse(text).success;
}

/** Keeps a secret that someone typed in a form. Returns the reference to it. */
export async function keepTyped(
  text: string,
  { name, field }: { name: string; field: string },
  { secrets }: Pick<OncallContext, "secrets">,
): Promise<string> {
  const references = await secrets.keep(name, { [field]: text });
  const reference = references[field];
  if (reference === undefined) throw new AppError("bug", "A secret was kept without a reference.");
  return reference;
}

/** The secret behind a reference that someone typed in a form. Fails if the workspace may not name it. */
export async function readTyped(
  reference: string,
  { secrets }: Pick<OncallContext, "secrets">,
): Promise<string> {
  await secrets.assertMine(reference);
  return secrets.resolve(reference);
}

import { z } from "zod";
import { CredentialReference } from "../../../platform/secrets/reference.ts";

/** The fields of the form as they were sent; what is secret among them is never sent back. */
export const FormValues = z.object({
  kind: z.enum(["managed", "standalone"]).catch("managed"),
  by: z.enum(["value", "reference"]).catch("value"),
  name: text(),
  baseUrl: text(),
  organizationId: text(),
  appUrl: text(),
  consoleObservabilityUrl: text(),
  keyId: text(),
  keySecret: text(),
  token: text(),
  keyIdRef: text(),
  keySecretRef: text(),
  tokenRef: text(),
});
export type FormValues = z.infer<typeof FormValues>;

/** What is wrong with fields, for people. */
export type FieldErrors = Partial<Record<keyof FormValues, string>>;

/** What is shown in the form before anybody typed: a new connection's first name, if it is free. */
export function emptyForm(name: string): FormValues {
  return { ...FormValues.parse({}), name };
}

/** The same without what is secret: all that a page may be sent. */
export function withoutSecrets({ keyIdRef, keySecretRef, tokenRef, ...values }: FormValues): FormValues {
  const references = {
    keyIdRef: shown(keyIdRef),
    keySecretRef: shown(keySecretRef),
    tokenRef: shown(tokenRef),
  };
  return { ...values, keyId: "", keySecret: "", token: "", ...references };
}

/** What is no reference was perhaps pasted there by mistake, and is the secret itself. */
function shown(reference: string): string {
  return CredentialReference.safeParse(reference).success ? reference : "";
}

function text() {
  return z
    .string()
    .catch("")
    .transform((typed) => typed.trim());
}

import { z } from "zod";
import { CredentialReference } from "../../platform/secrets/reference.ts";

/** A setting's row in the configuration table. */
export interface SettingFacts {
  about: string;
  example: string;
  /** What happens without the setting, in words, if the default is not a fixed value. */
  otherwise?: string;
  secret?: true;
}

/** The facts of every setting, by its schema. */
export const settingFacts = z.registry<SettingFacts>();

/** A required text. `whatToDo` is a sentence for the person who left it out. */
export function required(whatToDo: string) {
  return z.string({ error: `is missing. ${whatToDo}` });
}

/** An address without a password. */
export function httpUrl(example: string, whatToDo = "") {
  return required(whatToDo).refine(
    isHttpUrl,
    `must be an address that starts with https:// or http:// and has no password in it, such as ${example}.`,
  );
}

/** The same, and without slashes at its end. */
export function baseUrl(example: string, whatToDo?: string) {
  return httpUrl(example, whatToDo).transform((url) => url.replace(/\/+$/, ""));
}

/** A text of this form. */
export function matching(pattern: RegExp, message: string) {
  return z.string().regex(pattern, message);
}

/** A reference to a secret, of any scheme. */
export function secretReference(name: string) {
  const example = `env:${name} or file:/run/secrets/${name.toLowerCase()}`;
  return required(`Enter where it is stored, such as ${example}.`).refine(
    (value) => CredentialReference.safeParse(value).success,
    `must say where the secret is stored, such as ${example}. Don't put the secret itself here.`,
  );
}

/** A decimal number between two bounds, inclusive. */
export function numberBetween(least: number, most: number, example: number, unit = "") {
  return z
    .string()
    .refine(
      (value) => /^\d{1,9}(\.\d{1,9})?$/.test(value) && Number(value) >= least && Number(value) <= most,
      `must be a number${unit} from ${least} to ${most}, such as ${example}.`,
    )
    .transform(Number);
}

/** A whole number from 1 to 999999. */
export function wholeNumber(usual: number) {
  return matching(/^[1-9]\d{0,5}$/, `must be a whole number from 1 to 999999, such as ${usual}.`)
    .transform(Number)
    .default(usual);
}

/** A whole number between two bounds, inclusive. */
export function wholeBetween(least: number, most: number, usual: number) {
  return z
    .string()
    .refine(
      (value) => /^[1-9]\d{0,5}$/.test(value) && Number(value) >= least && Number(value) <= most,
      `must be a whole number from ${least} to ${most}, such as ${usual}.`,
    )
    .transform(Number)
    .default(usual);
}

function isHttpUrl(value: string): boolean {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username === "" && password === "";
}

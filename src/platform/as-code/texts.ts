import { formatList, shortList } from "../../lib/text.ts";
import { code, escapeName } from "../blocks/escape.ts";

// Plain text unless noted.

export const changedMeanwhile = "Someone changed this in the meantime.";
/** A change in Slack of what a file manages. Plain text with code. */
export const managed = (noun: string, label: string, file: string | undefined) =>
  `The ${noun} “${label}” is managed by a file, so it can't be changed here. Change it in ${named(file)}.`;
export const managedNew = (noun: string, file: string | undefined) =>
  `Each ${noun} is managed by a file, so you can't add one here. Add it to ${named(file)}.`;
export const managedAll = (nouns: string, file: string | undefined) =>
  `All ${nouns} are managed by a file, so you can't add or change any here. Change them in ${named(file)}.`;
const named = (file: string | undefined) =>
  file === undefined ? `the file that this app reads (WORKSPACE_FILE)` : `\`${file}\` (WORKSPACE_FILE)`;

/** The note above what a file manages, in mrkdwn. */
export const note = (nouns: readonly string[], file: string | undefined) =>
  `:lock: *Managed by ${file === undefined ? "a file" : `the file ${code(file)}`}:* ${formatList([...nouns])}. People can't change these here.`;
/** If the file governs only some, these are their names. */
export const noted = (nouns: string, labels: readonly string[] | undefined) =>
  labels ? `${nouns} (${shortList(labels.map((label) => escapeName(label)))})` : nouns;
export const tooMany = (most: number, nouns: string) =>
  `A workspace has at most ${most} ${nouns}. From here on there would be more.`;
/** Instead of a name that only the file gives. */
export const unknownService = (serviceId: string) => `the unknown service ${serviceId}`;
export const twice = (noun: string) => `is the same ${noun} as an earlier one`;
export const version = "must be 1";
/** The beginning of an exported file. */
export const fileHead =
  "# A workspace of Quartermaster, without secrets. `/db admin apply` shows what it would change. docs/as-code.md says more.";

import { decodeHTMLStrict } from "entities/decode";
import { oneLine, truncate } from "../../../../lib/text.ts";
import { textOf } from "./fields.ts";

// Colours and the like in the lines of a log; without its first sign the rest of such a sequence would stay as noise.
// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const terminalCodes = /\u001b\[[\d;?]*[A-Za-z]/g;
// oxlint-disable-next-line no-control-regex -- control characters are what it is about; tab and line feed stay
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
const controls = new RegExp(control, "g");

/** The longest body that is kept, in UTF-16 units. */
export const longestBody = 262_144;

/**
 * A value as plain text: entities decoded, once; control characters taken out. Only entities that end in a semicolon
 * are decoded, for a log line such as "?a=1&copy=2" means what it says.
 */
export function plain(value: unknown): string {
  const said = textOf(value);
  if (said === "") return "";
  const text = said.toWellFormed();
  const decoded = text.includes("&") ? decodeHTMLStrict(text) : text;
  // Carriage returns and the beginnings of terminal codes are among them.
  if (!control.test(decoded)) return decoded;
  return decoded.replace(/\r\n?/g, "\n").replace(terminalCodes, "").replace(controls, "");
}

/** A value as plain text on one line, of at most `maxLength` UTF-16 units. */
export function plainLine(value: unknown, maxLength: number): string {
  const text = plain(value);
  return text === "" ? text : cutLine(text, maxLength);
}

/** A text on one line, of at most `maxLength` UTF-16 units. */
export function cutLine(text: string, maxLength: number): string {
  // Cut twice, since the careful cut looks at every character before it.
  const line = oneLine(text.slice(0, maxLength * 4)).toWellFormed();
  return line.length <= maxLength ? line : truncate(line, maxLength);
}

/** A body as plain text without blank lines around it. */
export function plainBody(value: unknown): string {
  return plain(value)
    .replace(/^(?:[^\S\n]*\n)+/, "")
    .trimEnd()
    .slice(0, longestBody)
    .toWellFormed();
}

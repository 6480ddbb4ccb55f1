import { AppError } from "../../../lib/errors.ts";
import type { CloudCredentials } from "../connection.ts";

/** The Authorization header for the credentials; fails as `auth` where no server could take them. */
export function authorization(credentials: CloudCredentials): string {
  if ("token" in credentials) return `Bearer ${sendable(credentials.token, "token")}`;
  const keyId = sendable(credentials.keyId, "key id");
  // RFC 7617: the first colon ends the user name.
  if (keyId.includes(":")) throw unusable("key id", "holds a colon");
  const pair = `${keyId}:${sendable(credentials.keySecret, "key secret")}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

function sendable(value: string, what: string): string {
  if (value === "") throw unusable(what, "is empty");
  if (!/^[\x21-\x7e]+$/.test(value))
    throw unusable(what, "holds a space, a line break or another odd character");
  return value;
}

function unusable(what: string, why: string): AppError {
  return new AppError("auth", `The connection's ${what} ${why}. Ask an admin to store it again.`);
}

/** Takes secrets out of a text that came from elsewhere. */
export type Redact = (text: string) => string;

/** A redactor for one call: the credentials and the secrets in the body, as they are and as they travel. */
export function redactor(credentials: CloudCredentials, authorization: string, body: unknown): Redact {
  const [, encoded = ""] = authorization.split(" ");
  const secret = "token" in credentials ? credentials.token : credentials.keySecret;
  const plain = [encoded, secret, ...encryptionKeyIn(body)].filter(Boolean);
  const secrets = plain.flatMap((text) => [
    text,
    encodeURIComponent(text.toWellFormed()),
    JSON.stringify(text).slice(1, -1),
  ]);
  // The longest first, so that none is left over in part where one holds another.
  const longestFirst = secrets.sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((safe, hidden) => safe.replaceAll(hidden, "[hidden]"), text);
}

function encryptionKeyIn(body: unknown): string[] {
  if (typeof body !== "object" || body === null || !("encryptionKey" in body)) return [];
  return typeof body.encryptionKey === "string" ? [body.encryptionKey] : [];
}

/**
 * A cause that can be logged: the name, code and message of a failure, and nothing else of it, since errors
 * of parsers carry the bytes they stumbled over and a created service's password may be among them.
 */
export function safeCause(error: unknown, redact: Redact): Error {
  if (!(error instanceof Error)) return new Error("not an error object");
  const code = "code" in error && typeof error.code === "string" ? ` (${error.code})` : "";
  return new Error(redact(`${error.name}${code}: ${error.message}`));
}

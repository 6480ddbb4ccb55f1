import { AppError } from "../../../lib/errors.ts";
import type { CloudCredentials } from "../connection.ts";

/** The Authorization header for credentials. Fails as `auth` if no server could take them. */
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

/** Removes secrets from a text of unknown origin. */
export type Redact = (text: string) => string;

/** A redactor for one call. It knows the credentials and the secrets in the body, plain and encoded. */
export function redactor(credentials: CloudCredentials, authorization: string, body: unknown): Redact {
  const [, encoded = ""] = authorization.split(" ");
  const secret = "token" in credentials ? credentials.token : credentials.keySecret;
  const plain = [encoded, secret, ...encryptionKeyIn(body)].filter(Boolean);
  const secrets = plain.flatMap((text) => [
    text,
    encodeURIComponent(text.toWellFormed()),
    JSON.stringify(text).slice(1, -1),
  ]);
  // Replace the longest first, so no part of a secret remains if one contains another.
  const longestFirst = secrets.sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((safe, hidden) => safe.replaceAll(hidden, "[hidden]"), text);
}

function encryptionKeyIn(body: unknown): string[] {
  if (typeof body !== "object" || body === null || !("encryptionKey" in body)) return [];
  return typeof body.encryptionKey === "string" ? [body.encryptionKey] : [];
}

/**
 * A cause that is safe to log: the name, code and message of a failure only. Errors of parsers carry the text they
 * failed on, and a created service's password may be in it.
 */
export function safeCause(error: unknown, redact: Redact): Error {
  if (!(error instanceof Error)) return new Error("not an error object");
  const code = "code" in error && typeof error.code === "string" ? ` (${error.code})` : "";
  return new Error(redact(`${error.name}${code}: ${error.message}`));
}

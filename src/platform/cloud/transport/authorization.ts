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

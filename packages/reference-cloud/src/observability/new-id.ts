import { randomBytes } from "node:crypto";

/** An id like those of running servers: 24 hex digits. */
export function newId(): string {
  return randomBytes(12).toString("hex");
}

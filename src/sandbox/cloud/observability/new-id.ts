import { randomBytes } from "node:crypto";

/** An id as the running servers write them: 24 hex digits. */
export function newId(): string {
  return randomBytes(12).toString("hex");
}

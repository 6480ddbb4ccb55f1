import { createHash } from "node:crypto";
import type { HookRule } from "../hooks/record.ts";

/** Tells a rule from others that may stand at its number by now; 8 characters. */
export function ruleDigest(rule: HookRule): string {
  return createHash("sha256").update(JSON.stringify(rule)).digest("hex").slice(0, 8);
}

import type { HookRule } from "../hooks/record.ts";
import { hashJson } from "../../../lib/hash.ts";

/** Tells a rule from others that may stand at its number by now; 8 characters. */
export function ruleDigest(rule: HookRule): string {
  return hashJson(rule, 8);
}

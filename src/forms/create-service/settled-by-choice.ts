import { escapeName } from "../../blocks/escape.ts";
import type { FormState, Settled } from "../form.ts";
import { factsOf } from "./facts.ts";

/** Where there is one connection only, it is not asked for, and is the one that counts. */
export function settledByChoice({ facts }: FormState): Record<string, Settled> {
  const [only, ...others] = factsOf(facts).connections;
  if (only === undefined || others.length > 0) return {};
  return { connection: { value: only, because: `${escapeName(only)}, the only one there is` } };
}

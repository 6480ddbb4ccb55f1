import type { SecretScheme } from "./scheme.ts";

/** A scheme that can write and is loaded when it is first needed: few use it, and all would wait for it at start. */
export function lazyScheme(name: string, load: () => Promise<SecretScheme>): SecretScheme {
  let loaded: Promise<SecretScheme> | undefined;
  const scheme = () => (loaded ??= load());
  return {
    name,
    read: async (locator) => (await scheme()).read(locator),
    write: async (locator, fields) => (await scheme()).write?.(locator, fields),
    remove: async (locator) => (await scheme()).remove?.(locator),
  };
}

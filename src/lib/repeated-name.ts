/** Longer than most names, and shorter than keys and tokens are. */
const longestRepeated = 24;

/**
 * A name that nothing has, as a message repeats it: in quotation marks, or as "of this name". Something long is perhaps a
 * secret that was pasted in the wrong place, and messages of failures are logged.
 */
export function repeatedName(typed: string): string {
  return typed.length > longestRepeated ? "of this name" : `“${typed}”`;
}

/**
 * True if a text fits a pattern, in which "*" is any text or none; case does not matter. It takes time by the product
 * of the two lengths at most, whatever the pattern.
 */
export function fitsGlob(pattern: string, text: string): boolean {
  const [first = "", ...parts] = pattern.toLowerCase().split("*");
  const lower = text.toLowerCase();
  const last = parts.pop();
  if (last === undefined) return lower === first;
  if (!lower.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = lower.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return lower.length - last.length >= at && lower.endsWith(last);
}

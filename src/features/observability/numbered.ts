import type { ObservabilityContext } from "./context.ts";
import { allPlaces } from "./target.ts";

/** A number that stands before everything else, the first without one; a place whose whole name it is stays a place. */
export async function numbered(
  words: string,
  context: Pick<ObservabilityContext, "services" | "connections">,
): Promise<{ number: number; rest: string }> {
  const [, number, rest = ""] = /^([1-9]\d{0,5})(?:\s+([\s\S]*))?$/.exec(words.trim()) ?? [];
  if (number === undefined) return { number: 1, rest: words };
  const isPlace = rest === "" && (await allPlaces(context)).some(({ name }) => name === number);
  return isPlace ? { number: 1, rest: words } : { number: Number(number), rest };
}

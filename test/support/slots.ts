import type { z } from "zod";
import { kindOf } from "../../src/platform/commands/arguments/kind.ts";
import { type Call, isCall } from "../../src/platform/commands/call.ts";
import type { Command } from "../../src/platform/commands/command.ts";

/** What patterns of an argument find in a sentence, as the sentence's reader puts it together. Names are in it as `~`. */
export function partsFound(schema: z.core.$ZodType | undefined, text: string): string | undefined {
  const slots = [(schema && kindOf(schema)?.slot) ?? []].flat();
  for (const slot of slots) {
    if (typeof slot === "string") continue;
    const found = slot.parts.flatMap(([pattern, value]) => {
      const match = pattern.exec(text);
      return match ? value.replaceAll(/\$(\d)/g, (_, group) => match[Number(group)] ?? "").trim() : [];
    });
    const texts = (slot.isOne ? found.slice(0, 1) : found).filter(Boolean);
    if (texts.length > 0) return [slot.begin, ...texts].filter(Boolean).join(" ");
  }
  return undefined;
}

/** A call of a command. Its arguments have kinds. */
export function callNamed(name: string, commands: readonly Command[]): Call {
  const found = commands.flatMap(({ entries }) => entries).find((each) => each.name === name);
  if (!found || !isCall(found)) throw new Error(`There is no call ${name}.`);
  return found;
}

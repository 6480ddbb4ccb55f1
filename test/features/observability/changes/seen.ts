import { z } from "zod";
import type { Reply } from "../../../../src/platform/blocks/reply.ts";

/** A message to a person, with its channel. A "whisper" is visible only to that person. */
export interface Said {
  how: "post" | "whisper";
  channelId: string;
  reply: Reply;
}

/** The texts of blocks, a line each. */
export function textOf(blocks: unknown): string {
  const texts: string[] = [];
  JSON.stringify(blocks, (key, value: unknown) => {
    if (key === "text" && typeof value === "string") texts.push(value);
    return value;
  });
  return texts.join("\n");
}

const ButtonSeen = z.looseObject({
  type: z.literal("button"),
  text: z.object({ text: z.string() }),
  value: z.string().default(""),
});

/** The values of the buttons in blocks, by their texts. */
export function buttonsIn(blocks: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  JSON.stringify(blocks, (_, value: unknown) => {
    const { data: seen } = ButtonSeen.safeParse(value);
    if (seen) found[seen.text.text] = seen.value;
    return value;
  });
  return found;
}

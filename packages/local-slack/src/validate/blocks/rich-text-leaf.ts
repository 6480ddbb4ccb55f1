import { z } from "zod";
import { byType } from "../by-type.ts";

const style = z
  .strictObject({
    bold: z.boolean().optional(),
    italic: z.boolean().optional(),
    strike: z.boolean().optional(),
    underline: z.boolean().optional(),
    code: z.boolean().optional(),
    highlight: z.boolean().optional(),
    client_highlight: z.boolean().optional(),
    unlink: z.boolean().optional(),
  })
  .optional();

const leaf = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) => ({
  type,
  schema: z.strictObject({ type: z.literal(type), style, ...shape }),
});

const text = leaf("text", { text: z.string().min(1) });
const link = leaf("link", {
  url: z.string().min(1),
  text: z.string().optional(),
  unsafe: z.boolean().optional(),
});

/** The elements of a line of rich text: texts, links, mentions, emoji, dates. */
export const anyLeaf = byType([
  text,
  link,
  leaf("broadcast", { range: z.enum(["here", "channel", "everyone"]) }),
  leaf("channel", { channel_id: z.string().min(1) }),
  leaf("color", { value: z.string().min(1) }),
  leaf("date", {
    timestamp: z.int(),
    format: z.string().min(1),
    url: z.string().optional(),
    fallback: z.string().optional(),
  }),
  leaf("emoji", {
    name: z.string().min(1),
    unicode: z.string().optional(),
    url: z.string().optional(),
    skin_tone: z.int().optional(),
  }),
  leaf("team", { team_id: z.string().min(1) }),
  leaf("user", { user_id: z.string().min(1) }),
  leaf("usergroup", { usergroup_id: z.string().min(1) }),
]);

/** The elements of preformatted text: only texts and links. */
export const preformattedLeaf = byType([text, link]);

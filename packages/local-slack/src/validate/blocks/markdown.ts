import { z } from "zod";
import { blockObject, type BlockKind } from "../surface.ts";

// https://docs.slack.dev/reference/block-kit/blocks/markdown-block
/** The most characters of all markdown blocks of one message. */
export const longestMarkdown = 12_000;

/** Standard markdown, in messages only. */
export const markdown: BlockKind = {
  type: "markdown",
  surfaces: ["message"],
  schema: () => blockObject("markdown", { text: z.string().min(1).max(longestMarkdown) }),
};

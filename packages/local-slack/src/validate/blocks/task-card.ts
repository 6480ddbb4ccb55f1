import { z } from "zod";
import { blockObject, type BlockKind } from "../surface.ts";
import { webUrl } from "../url.ts";
import { richTextSchema } from "./rich-text.ts";

const source = z.strictObject({ type: z.literal("url"), url: webUrl, text: z.string().min(1) });

// https://docs.slack.dev/reference/block-kit/blocks/task-card-block
/** One task of an agent, as a block or within a plan. */
export const taskCardSchema = blockObject("task_card", {
  task_id: z.string().min(1),
  title: z.string().min(1),
  details: richTextSchema.optional(),
  output: richTextSchema.optional(),
  sources: z.array(source).optional(),
  status: z.enum(["pending", "in_progress", "complete", "error"]),
});

/** One task of an agent, in messages. */
export const taskCard: BlockKind = { type: "task_card", surfaces: ["message"], schema: () => taskCardSchema };

import { z } from "zod";
import { byType } from "../by-type.ts";
import { blockObject, type BlockKind } from "../surface.ts";
import { taskCardSchema } from "./task-card.ts";

// https://docs.slack.dev/reference/block-kit/blocks/plan-block
/** An agent's tasks under one title, in messages. */
export const plan: BlockKind = {
  type: "plan",
  surfaces: ["message"],
  schema: () =>
    blockObject("plan", {
      title: z.string().min(1),
      tasks: z.array(byType([{ type: "task_card", schema: taskCardSchema }])).optional(),
    }),
};

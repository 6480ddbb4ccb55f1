import { z } from "zod";

// The limits are from https://docs.slack.dev/reference/app-manifest and the types of @slack/web-api.

const Shortcut = z
  .object({
    name: z.string().min(1).max(24),
    description: z.string().min(1).max(150),
    type: z.enum(["message", "global"]),
    callback_id: z.string().min(1).max(255),
  })
  .transform(({ name, type, callback_id }) => ({ name, type, callbackId: callback_id }));

/** An app's shortcuts, each with a callback_id of its own. */
export const Shortcuts = z
  .array(Shortcut)
  .max(10)
  .refine((all) => new Set(all.map(({ callbackId }) => callbackId)).size === all.length, {
    error: "two shortcuts have one callback_id",
  })
  .default([]);

/** What makes an app an agent: a description, and at most four suggested questions. */
export const AgentView = z
  .object({
    agent_description: z.string().max(300).default(""),
    suggested_prompts: z
      .array(z.object({ title: z.string().min(1), message: z.string().min(1) }))
      .max(4)
      .default([]),
  })
  .transform(({ agent_description, suggested_prompts }) => ({
    description: agent_description,
    prompts: suggested_prompts,
  }));

export type Shortcut = z.output<typeof Shortcut>;
export type AgentView = z.output<typeof AgentView>;

import { z } from "zod";

/** The surfaces of blocks. */
export type Surface = "message" | "modal" | "home";

/** The blocks that hold interactive elements. */
export type Holder = "section" | "actions" | "input" | "context_actions" | "card";

/** One type of block: its surfaces, and its schema. */
export interface BlockKind {
  readonly type: string;
  readonly surfaces: readonly Surface[];
  readonly schema: (surface: Surface) => z.ZodType;
}

/** One type of element: its blocks, its surfaces, and its schema. */
export interface ElementKind {
  readonly type: string;
  readonly heldBy: readonly Holder[];
  readonly surfaces: readonly Surface[];
  readonly schema: z.ZodType;
}

/** Every surface: messages, modals and App Home. */
export const everywhere: readonly Surface[] = ["message", "modal", "home"];

// https://docs.slack.dev/reference/block-kit/blocks: block_id and action_id, 255 characters each
const longestId = 255;

/** The properties of every block beside its own. Unknown ones are refused. */
export function blockObject<Type extends string, Shape extends z.core.$ZodLooseShape>(
  type: Type,
  shape: Shape,
) {
  return z.strictObject({ type: z.literal(type), block_id: z.string().max(longestId).optional(), ...shape });
}

/** The properties of every element beside its own. Unknown ones are refused. */
export function elementObject<Type extends string, Shape extends z.core.$ZodLooseShape>(
  type: Type,
  shape: Shape,
) {
  return z.strictObject({
    type: z.literal(type),
    action_id: z.string().min(1).max(longestId).optional(),
    ...shape,
  });
}

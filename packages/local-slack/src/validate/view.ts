import { z } from "zod";
import { isJsonObject, type JsonObject } from "../json.ts";
import { blockIn } from "./blocks/index.ts";
import { byType } from "./by-type.ts";
import { errorLine, errorLines, type SlackProblem } from "./problem.ts";
import type { Surface } from "./surface.ts";
import { plainText } from "./text.ts";
import { blocksIn, duplicateActionIds, duplicateBlockIds, secondFocus } from "./together.ts";
import type { Place } from "./walk.ts";

// https://docs.slack.dev/reference/views
const common = (surface: Surface) => ({
  type: z.literal(surface),
  blocks: z.array(blockIn(surface)).max(100),
  private_metadata: z.string().max(3000).optional(),
  callback_id: z.string().max(255).optional(),
  external_id: z.string().max(255).optional(),
});

const modal = z.strictObject({
  ...common("modal"),
  title: plainText(24),
  submit: plainText(24).optional(),
  close: plainText(24).optional(),
  clear_on_close: z.boolean().optional(),
  notify_on_close: z.boolean().optional(),
});

const anyView = byType([
  { type: "modal", schema: modal },
  { type: "home", schema: z.strictObject(common("home")) },
]);

// https://docs.slack.dev/reference/methods/views.open: "greater than 250kb"
const largestViewBytes = 250_000;

/** Slack's refusal of a modal or an App Home. Null if it accepts it. */
export function validateView(view: unknown): SlackProblem | null {
  if (Buffer.byteLength(JSON.stringify(view) ?? "") > largestViewBytes)
    return { error: "view_too_large", messages: [] };
  const shape = errorLines(anyView.safeParse(view).error?.issues ?? [], view, ["view"]);
  const messages =
    shape.length > 0 ? [errorLine("failed to match all allowed schemas", ["view"]), ...shape] : [];
  if (isJsonObject(view)) messages.push(...wholeLines(view));
  return messages.length === 0 ? null : { error: "invalid_arguments", messages };
}

function wholeLines(view: JsonObject): string[] {
  const blocks = blocksIn(view.blocks, ["view", "blocks"]);
  return [
    ...inputsWithoutSubmit(view, blocks),
    ...duplicateBlockIds(blocks),
    ...duplicateActionIds(blocks),
    ...secondFocus(view.blocks, ["view", "blocks"]),
  ];
}

function inputsWithoutSubmit(view: JsonObject, blocks: Place[]): string[] {
  if (view.type !== "modal" || view.submit !== undefined) return [];
  return blocks
    .filter((block) => block.value.type === "input")
    .map((block) =>
      errorLine("must define `submit` to use an `input` block in modals", [...block.path, "input"]),
    );
}

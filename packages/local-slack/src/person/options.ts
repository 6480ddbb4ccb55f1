import { z } from "zod";
import type { OptionsRequest, Outcome, Person } from "../protocol.ts";
import type { Slack } from "../slack.ts";
import { interactionPayload } from "../to-app/payload.ts";
import { menuOption, optionGroup } from "../validate/composition.ts";
import { elementIn, findSurface, surfacePayload } from "./surface.ts";
import { gone } from "./outcome.ts";

// https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element: 100 options, or 100 groups
const Answer = z.union([
  z.object({ options: z.array(menuOption).max(100) }),
  z.object({ option_groups: z.array(optionGroup).max(100) }),
]);

/** The app's options for a typed text, or Slack's message if they did not load. */
export type OptionsOutcome = z.output<typeof Answer> | Outcome;

/** Asks the app which options an external select offers (a `block_suggestion` payload). */
export async function suggestOptions(
  { workspace, link }: Slack,
  person: Person,
  request: OptionsRequest,
): Promise<OptionsOutcome> {
  const surface = findSurface(workspace, person, request.container);
  const placed = surface && elementIn(surface, request.blockId, request.actionId);
  if (!placed) return gone;
  const payload = {
    ...interactionPayload(workspace, "block_suggestion", person),
    ...surfacePayload(workspace, surface, placed),
    block_id: request.blockId,
    action_id: request.actionId,
    value: request.value,
  };
  const answer = await link.deliver({ type: "interactive", name: "block_suggestion", payload });
  const read = answer.ok ? Answer.safeParse(answer.body) : undefined;
  return read?.success ? read.data : { ok: false, message: "Couldn't load results." };
}

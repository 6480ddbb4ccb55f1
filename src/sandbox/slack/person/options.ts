import { z } from "zod";
import type { OptionsRequest, Outcome, Person } from "../protocol.ts";
import type { Sandbox } from "../sandbox.ts";
import { interactionPayload } from "../to-app/payload.ts";
import { elementIn, findPlace, placePayload } from "./place.ts";
import { gone } from "./outcome.ts";

const PlainText = z.looseObject({ type: z.string(), text: z.string().min(1).max(75) });

// https://docs.slack.dev/reference/block-kit/composition-objects/option-object
const Option = z.looseObject({
  text: PlainText,
  value: z.string().min(1).max(150),
  description: PlainText.optional(),
});
const OptionGroup = z.looseObject({ label: PlainText, options: z.array(Option).max(100) });

const Answer = z.union([
  z.object({ options: z.array(Option).max(100) }),
  z.object({ option_groups: z.array(OptionGroup).max(100) }),
]);

/** The options an app offers for what was typed, or what Slack says where they did not load. */
export type OptionsOutcome = z.output<typeof Answer> | Outcome;

/** Asks the app which options an external select offers (a `block_suggestion` payload). */
export async function suggestOptions(
  { workspace, link }: Sandbox,
  person: Person,
  request: OptionsRequest,
): Promise<OptionsOutcome> {
  const place = findPlace(workspace, person, request.container);
  if (!place || !elementIn(place, request.blockId, request.actionId)) return gone;
  const payload = {
    ...interactionPayload(workspace, "block_suggestion", person),
    ...placePayload(workspace, place),
    block_id: request.blockId,
    action_id: request.actionId,
    value: request.value,
  };
  const answer = await link.deliver({ type: "interactive", name: "block_suggestion", payload });
  const read = answer.ok ? Answer.safeParse(answer.body) : undefined;
  return read?.success ? read.data : { ok: false, message: "Couldn't load results." };
}

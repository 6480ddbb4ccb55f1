import type { StepParameter, StepView } from "../../protocol.ts";
import type { ElementData } from "../blocks/block-kit.ts";
import { initialState } from "../elements/element-state.ts";
import type { StateValues } from "../views/state-values.ts";

const plain = (text: string) => ({ type: "plain_text" as const, text });

/** A step's inputs as input blocks, each under the input's name. People start with the acting person. */
export function stepBlocks({ inputs }: StepView, me: string): Record<string, unknown>[] {
  return inputs.map((input) => ({
    type: "input",
    block_id: input.name,
    label: plain(input.title ?? input.name),
    optional: !input.isRequired,
    element: { ...elementOf(input, me), action_id: input.name },
    ...hintOf(input),
  }));
}

/** The values of those blocks, by the inputs' names, without empty ones. */
export function stepInputs({ inputs }: StepView, values: StateValues, me: string): Record<string, unknown> {
  const given = inputs.map((input) => {
    const state = values[input.name]?.[input.name] ?? initialState(elementOf(input, me));
    return [input.name, valueOf(input, state)];
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function elementOf({ type }: StepParameter, me: string): ElementData {
  switch (type) {
    case "slack#/types/user_id":
      return { type: "users_select", initial_user: me };
    case "slack#/types/channel_id":
      return { type: "conversations_select" };
    case "integer":
    case "number":
      return { type: "number_input", is_decimal_allowed: type === "number" };
    case "boolean":
      return { type: "checkboxes", options: [{ text: plain("Yes"), value: "yes" }] };
    default:
      return { type: "plain_text_input" };
  }
}

function valueOf({ type }: StepParameter, state: Record<string, unknown>): unknown {
  const { value, selected_user, selected_conversation, selected_options } = state;
  if (type === "boolean") return Array.isArray(selected_options) && selected_options.length > 0;
  const chosen = value ?? selected_user ?? selected_conversation ?? undefined;
  return (type === "number" || type === "integer") && chosen !== undefined ? Number(chosen) : chosen;
}

function hintOf({ description, hint }: StepParameter) {
  const said = [description, hint].filter(Boolean).join(" ");
  return said === "" ? {} : { hint: plain(said) };
}

import { stateOf } from "../state-fields.ts";
import { placedElements, type PlacedElement } from "../elements.ts";
import { isJsonObject, jsonObjects, type JsonObject } from "../json.ts";

/** An element by its action_id or by its input's label. */
export function elementNamed(blocks: readonly JsonObject[], name: string): PlacedElement {
  const elements = placedElements(blocks);
  const found =
    elements.find(({ actionId }) => actionId === name) ??
    elements.find(({ block }) => plainText(block.label) === name);
  if (!found)
    throw new Error(
      `There is no element "${name}" among ${elements.map(({ actionId }) => actionId).join(", ")}.`,
    );
  return found;
}

/** The element's state after a person typed a text or chose options by their value or text. Null empties it. */
export function chosenState(
  { type, element }: PlacedElement,
  choice: string | string[] | null,
  offered?: JsonObject[],
): JsonObject {
  const options = offered ?? offeredOptions(element);
  if (choice === null) return stateOf(type, null);
  if (Array.isArray(choice))
    return stateOf(type, isOptionList(type) ? choice.map((one) => optionNamed(options, one)) : choice);
  if (type === "overflow") return { type, selected_option: optionNamed(options, choice) };
  return stateOf(type, isOption(type) ? optionNamed(options, choice) : choice);
}

/** All options of a select, radio buttons, checkboxes or overflow, without their groups. */
export function offeredOptions({ options, option_groups }: JsonObject): JsonObject[] {
  return [
    ...jsonObjects(options),
    ...jsonObjects(option_groups).flatMap((group) => jsonObjects(group.options)),
  ];
}

function optionNamed(options: readonly JsonObject[], name: string): JsonObject {
  const found = options.find(({ value, text }) => value === name || plainText(text) === name);
  if (!found)
    throw new Error(`There is no option "${name}" among ${options.map(({ value }) => value).join(", ")}.`);
  return found;
}

function isOption(type: string): boolean {
  return ["static_select", "external_select", "radio_buttons"].includes(type);
}

function isOptionList(type: string): boolean {
  return ["checkboxes", "multi_static_select", "multi_external_select"].includes(type);
}

function plainText(value: unknown): unknown {
  return isJsonObject(value) ? value.text : undefined;
}

import { button } from "../../../platform/blocks/button.ts";

/** The action_id of the button that keeps what a form says as a preset. */
export const savePresetActionId = "preset-save";

/** The button that keeps what a form says as a preset. */
export function savePresetButton(formId: string) {
  return button({ text: "Save as preset", actionId: savePresetActionId, value: formId });
}

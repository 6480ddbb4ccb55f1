import { commandButton, commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName, visible } from "../../../platform/blocks/escape.ts";
import type { Preset } from "./presets.ts";

/** How a preset comes to be, as the end of a sentence. */
export const howToMakeOne = "fill in the form, `/db create`, and press “Save as preset” on its last step.";

/** Who saved a preset, and when, in mrkdwn. */
export function savedInWords({ savedByName, savedAt }: Preset): string {
  const by = savedByName === undefined ? "" : ` by ${escapeName(savedByName)}`;
  return `Saved${by}, ${slackDate(new Date(savedAt))}.`;
}

/** Opens the form with what the preset says. */
export function createButton(name: string) {
  return commandButton("Create from it", `create ${name}`);
}

/** Deletes it, after a question: it is everybody's. */
export function deleteButton(name: string) {
  const question = {
    title: "Delete this preset?",
    text: `“${visible(name)}” is deleted for everybody in the workspace. Services that were created from it stay as they are.`,
    yes: "Delete",
    no: "Keep it",
  };
  return commandButtonAfter(question, "Delete", `presets delete ${name} yes`);
}

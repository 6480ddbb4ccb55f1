import { code } from "../../../platform/blocks/escape.ts";

// Names are escaped and times formatted by the caller.

/** How to make a preset, as the end of a sentence. */
const howToMakeOne = `open the form with ${code("/db create")}, click “More options”, and click “Save as preset” on the last step.`;

// The list and one preset, in mrkdwn

export const noPresets = `No presets yet. To make one, ${howToMakeOne}`;

/** The headline of a page. */
export function listTitle(count: string): string {
  return `*${count}*, by name.`;
}

/** The headline of one page of several. */
export function pageTitle(first: number, last: number, total: number): string {
  return `*Presets ${first} to ${last} of ${total}*, by name.`;
}

/** The command of the next page. */
export function goesOn(command: string): string {
  return `${code(command)} shows more.`;
}

export const hint = `${code("/db create <name>")} starts from one. ${code("/db create presets show <name>")} shows all of it.`;
export const noSettings = "No settings.";

/** Who saved it, and when. */
export function savedText(by: string | undefined, at: string): string {
  return `Saved${by === undefined ? "" : ` by ${by}`}, ${at}.`;
}

/** A rule that a preset breaks. */
export function noLongerAllowed(problem: string, more: string): string {
  return `:warning: Not allowed anymore: ${problem}.${more}`;
}

// Deleting

/** Before a preset is deleted. */
export function deleteQuestion(name: string): string {
  return `Delete the preset *${name}*? New services can't start from it anymore. Existing services stay as they are.`;
}

/** The same in plain text, for a dialog. */
export function deleteDialog(name: string): string {
  return `This deletes “${name}” for everyone in the workspace. Services created from it stay as they are.`;
}

/** A preset was deleted. */
export function deleted(name: string, saved: string): string {
  return `Deleted the preset *${name}*. ${saved}`;
}

export const itHeld = "It had:";
export const toMakeAgain = `To make it again, ${howToMakeOne}`;

// Saving. Plain text.

export const nameHelp = "Everyone in the workspace can start from it: /db create and this name.";
export const descriptionHelp = "What it's for. I don't save the service's name, backup or encryption key.";
export const enterName = "Enter a name.";
export const formGone = "The form it comes from has expired or has a problem. Open it again.";

/** The name is taken. */
export function taken(name: string, day: string): string {
  return `A preset “${name}” already exists, saved on ${day}. Choose another name, or delete that one first: /db create presets delete ${name}`;
}

/** Too many presets. */
export function tooMany(most: number): string {
  return `A workspace can have ${most} presets. Delete one first: /db create presets lists them.`;
}

/** A name that is too long. */
export function nameTooLong(most: number): string {
  return `A preset's name has at most ${most} characters.`;
}

/** A description that is too long. */
export function descriptionTooLong(most: number): string {
  return `A description has at most ${most} characters.`;
}

export const invisible = "A preset's name can have only characters that show.";

// Arguments. Plain text.

export const whichPreset = "Which preset?";
export const subcommands = "Use `presets` alone, or add `show <name>`, `delete <name>` or `after <name>`.";

// Help

export const summary = "Lists presets that a service can start from. Shows or deletes one.";
export const details = `To make one, ${howToMakeOne} Deleting a preset changes no service.`;

import { limits } from "../../../../platform/blocks/limits.ts";
import type { Choice } from "../../../../platform/forms/form.ts";

/** What is chosen stays among those that Slack shows, however many there are. */
export function withChosen(choices: readonly Choice[], chosen: string): Choice[] {
  const beyond = choices.slice(limits.select.options).filter(({ value }) => value === chosen);
  return [...beyond, ...choices];
}

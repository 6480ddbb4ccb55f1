import type { Button } from "@slack/types";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { commandOn, deedOf } from "./format-change.ts";
import type { PendingChange } from "./pending-change.ts";

/** The button that shows what a change is about, by its id. */
export function showButton({ submitted }: PendingChange, id: string): Button {
  return commandButton(`Show ${deedOf(submitted.wanted).noun}`, commandOn(submitted, "show", id));
}

/** The button that shows all there are of its kind. */
export function listButton({ submitted }: PendingChange, text?: string): Button {
  const { noun } = deedOf(submitted.wanted);
  return commandButton(text ?? `Show all ${noun}s`, commandOn(submitted, "list"));
}

import type { Alert } from "../../../../platform/cloud/observability/alert.ts";
import type { FormField, FormState } from "../../../../platform/forms/form.ts";
import { textIn } from "../../../../platform/forms/state.ts";
import { factsOf, isStandalone } from "./facts.ts";

// What running servers take; the specification has no limit.
export const nameLength = 512;
// Servers take more, and an input holds no more:
// https://docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element
export const messageLength = 3_000;

/** What an alert is called and says. */
export const textFields: readonly FormField[] = [
  {
    name: "name",
    label: "Name",
    input: "text",
    optional: (state) => isUnnamed(factsOf(state).seen),
    maxLength: nameLength,
    shows: (state) => factsOf(state).isRead,
  },
  {
    name: "message",
    label: "Message",
    help: (state) => `Sent along when it fires: what it means, and what to do. ${whenEmpty(state)}`,
    input: "lines",
    optional: true,
    maxLength: messageLength,
    shows: (state) => factsOf(state).isRead,
  },
];

function whenEmpty(state: FormState): string {
  return isStandalone(factsOf(state))
    ? "This server takes no empty message: left empty, it says the name."
    : "Left empty, nothing is said beside the name.";
}

/** The message as it is sent: stand-alone servers refuse an empty one, and get the name in its place. */
export function messageIn(state: FormState): string {
  const message = textIn(state.values, "message");
  return message === "" && isStandalone(factsOf(state)) ? textIn(state.values, "name") : message;
}

/** True for an alert that is there without a name, as some servers allow: it may stay so. */
export function isUnnamed(seen: Alert | undefined): boolean {
  return seen !== undefined && (seen.name ?? "").trim() === "";
}

import type { Alert } from "../../../cloud/alert.ts";
import type { FormField } from "../../../forms/form.ts";
import { factsOf } from "./facts.ts";

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
    help: "Sent along when it fires: what it means, and what to do. Left empty, it says the name.",
    input: "lines",
    optional: true,
    maxLength: messageLength,
    shows: (state) => factsOf(state).isRead,
  },
];

/** True for an alert that is there without a name, as some servers allow: it may stay so. */
export function isUnnamed(seen: Alert | undefined): boolean {
  return seen !== undefined && (seen.name ?? "").trim() === "";
}

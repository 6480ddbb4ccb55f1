import type { FormField } from "../../../forms/form.ts";
import { factsOf } from "./facts.ts";

/** What an alert is called and says. */
export const textFields: readonly FormField[] = [
  {
    name: "name",
    label: "Name",
    input: "text",
    optional: false,
    maxLength: 200,
    shows: (state) => factsOf(state).isRead,
  },
  {
    name: "message",
    label: "Message",
    help: "Sent along when it fires: what it means, and what to do.",
    input: "lines",
    optional: true,
    maxLength: 2_000,
    shows: (state) => factsOf(state).isRead,
  },
];

import { plural } from "../../../lib/text.ts";

// When a new service ends. Plain text.

export const label = "Ends";
export const help = "I warn its owner before, and stop it then. Its data stays.";
export const never = "Never";
export const dayLabel = "Last day";
export const dayHelp = "The day that it ends on, such as 2026-12-31.";
export const onDay = "On a day…";

/** So many days from its creation. */
export function after(days: number): string {
  return `After ${plural(days, "day")}`;
}
/** What the services of the requester's role do, for others. */
export function usualOfRequester(days: number): string {
  return `After ${plural(days, "day")}, as usual for the requester's role`;
}

/** What the role's services do. */
export function usual(days: number): string {
  return `After ${plural(days, "day")}, as usual for your role`;
}

export const notADay = "Write a day such as 2026-12-31.";
export const over = "That day is over.";
/** Beyond the role's limit. */
export function tooLong(days: number): string {
  return `Your role can keep a service ${plural(days, "day")} at most.`;
}

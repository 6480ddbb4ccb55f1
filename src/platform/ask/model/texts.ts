import type { ModelFailure } from "./request.ts";

// Details in the audit log. Plain text.

export function chose(title: string): string {
  return `It chose “${title}”.`;
}

/** Why a model's answer was not used. */
export const why: Readonly<Record<ModelFailure | "another command" | "confirmed", string>> = {
  "no call": "It chose nothing.",
  "several calls": "It made several calls, so I used none of them.",
  "unknown call": "It chose what this person may not use, or what isn't there.",
  "wrong arguments": "Its arguments were wrong.",
  "another command": "Its arguments tried to be another command.",
  confirmed: "It tried to confirm a change itself.",
  "not readable": "I couldn't read its answer.",
  "no answer": "It didn't answer in time.",
  stopped: "The person stopped it.",
};

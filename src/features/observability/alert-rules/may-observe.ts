import type { Hook } from "../../alerts/index.ts";
import { type ObservabilityPlace, isSamePlace } from "../target.ts";

/** True where a hook can be sent alerts of a place; one that was said to be of another place tells nothing of this one. */
export function mayObserve(hook: Pick<Hook, "observes"> | undefined, place: ObservabilityPlace): boolean {
  return hook !== undefined && (hook.observes === undefined || isSamePlace(hook.observes, place));
}

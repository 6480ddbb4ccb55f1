import type { WorkspaceContext } from "../../context.ts";
import type { InFlight } from "../in-flight.ts";

/**
 * Asks who somebody is while nobody waits for it, so that what they do within the next minute finds it known; where that
 * cannot be told now, it is asked again when it is needed.
 */
export function lookAhead(userId: string, { access, log }: WorkspaceContext, inFlight: InFlight): void {
  void inFlight.track(async () => {
    try {
      await access.standingOf({ userId });
    } catch (err) {
      log.info({ err }, "who somebody is could not be looked up ahead");
    }
  });
}

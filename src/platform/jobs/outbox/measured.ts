import type { Metrics } from "../../../lib/metrics.ts";
import { cameAtMs } from "./score.ts";
import type { Lane, Settlement, Taken } from "./outbox.ts";

/** Where the numbers of lanes go. */
export type LaneMeters = Pick<Metrics, "laneCall" | "laneLag" | "events">;

/** A lane that counts what becomes of events, and how long they waited to be shown. */
export function measuredLane(lane: Lane, meters: LaneMeters): Lane {
  return {
    ...lane,
    async settle(taken, settlement) {
      const view = await lane.settle(taken, settlement);
      countFates(taken, settlement, meters);
      const cameMs = cameAtMs(taken.dueMs, settlement.atMs);
      if (settlement.events === "posted" && taken.events > 0 && cameMs !== undefined)
        meters.laneLag(Math.max(0, settlement.atMs - cameMs) / 1_000);
      return view;
    },
  };
}

/** As the account does: of several events that one message shows, one is posted and the others are merged. */
function countFates({ events: count }: Taken, { events: fate }: Settlement, meters: LaneMeters): void {
  if (fate === "waiting" || count === 0) return;
  meters.events(fate, fate === "posted" ? 1 : count);
  if (fate === "posted" && count > 1) meters.events("merged", count - 1);
}

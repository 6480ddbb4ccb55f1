import type { Metrics } from "../../../lib/metrics.ts";
import { dayMs } from "../../../lib/duration.ts";
import type { Found, Outbox, Resolution, Taken } from "./outbox.ts";
import { cameAtMs } from "./shown.ts";

/** The metrics of outboxes. */
export type OutboxMeters = Pick<
  Metrics,
  "outboxCall" | "outboxLag" | "outboxAge" | "outboxIsCurrent" | "alertAttempt" | "events"
>;

/** A process looks at each of its outboxes at least as often, apart from waits that the outbox itself has. */
const lookedAtMs = 30_000;

/** An outbox that counts the fate of events, how long they waited, and how far behind it is. */
export function measuredOutbox(
  outbox: Outbox,
  meters: OutboxMeters,
  { id, now }: { id: string; now: () => Date },
): Outbox {
  function see({ view: { dueMs, notBeforeMs }, isElsewhere }: Found): void {
    const nowMs = now().getTime();
    if (isElsewhere || dueMs === undefined || dueMs > nowMs) return meters.outboxIsCurrent(id);
    const cameMs = cameAtMs(dueMs, nowMs);
    // What a person waits for goes first, so nothing is known of the rest then.
    if (cameMs === undefined) return;
    const age = meters.outboxAge(id);
    age.dueSinceMs = cameMs;
    age.untilMs = Math.max(nowMs, notBeforeMs) + lookedAtMs;
  }

  function countAttempt({ itemId, dueMs, events }: Taken, { trace }: Resolution): void {
    const call = trace.find((entry) => entry.step === "call" && entry.call !== "find");
    if (events === 0 || call === undefined || call.atMs - dueMs < dayMs) return;
    const cameMs = dueMs + dayMs;
    const { tried } = meters.outboxAge(id);
    // Slack was asked before, and refused.
    if (tried.itemId === itemId && tried.cameMs === cameMs) return;
    tried.itemId = itemId;
    tried.cameMs = cameMs;
    const tookMs = "tookMs" in call ? (call.tookMs ?? 0) : 0;
    meters.alertAttempt(Math.max(0, call.atMs - tookMs - cameMs) / 1_000);
  }

  return {
    ...outbox,
    async take(taking) {
      const found = await outbox.take(taking);
      see(found);
      return found;
    },
    async resolve(taken, resolution, next) {
      const found = await outbox.resolve(taken, resolution, next);
      countFates(taken, resolution, meters);
      countAttempt(taken, resolution);
      see(found);
      const cameMs = cameAtMs(taken.dueMs, resolution.atMs);
      if (resolution.events === "posted" && taken.events > 0 && cameMs !== undefined)
        meters.outboxLag(Math.max(0, resolution.atMs - cameMs) / 1_000);
      return found;
    },
  };
}

/** If one message shows several events, one is posted and the others are merged. */
function countFates({ events: count }: Taken, { events: fate }: Resolution, meters: OutboxMeters): void {
  if (fate === "waiting" || count === 0) return;
  meters.events(fate, fate === "posted" ? 1 : count);
  if (fate === "posted" && count > 1) meters.events("merged", count - 1);
}

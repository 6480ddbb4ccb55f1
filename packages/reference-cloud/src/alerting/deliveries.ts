import type { Attempt } from "./post.ts";

/** The outcome of one notification. */
export interface Delivery {
  alertId: string;
  webhookId: string;
  group: string;
  state: string;
  eventId: string;
  startTime: number;
  endTime: number;
  idempotencyKey?: string | undefined;
  outcome: "delivered" | "failed" | "not sent";
  /** The reason why it was not sent. */
  reason?: string;
  body?: string;
  attempts: Attempt[];
}

/** The recent deliveries, the oldest first. */
export interface Deliveries {
  add(delivery: Delivery): void;
  list(): readonly Delivery[];
  clear(): void;
}

// A storm of ten thousand groups and its end.
const keptDeliveries = 30_000;

/** An empty list of deliveries. */
export function createDeliveries(): Deliveries {
  let kept: Delivery[] = [];
  return {
    add(delivery) {
      kept.push(delivery);
      if (kept.length > 2 * keptDeliveries) kept = kept.slice(-keptDeliveries);
    },
    list: () => kept,
    clear() {
      kept = [];
    },
  };
}

import { counter, gauge, histogram, oneOf } from "./series.ts";

const fates = ["accepted", "duplicate", "coalesced", "posted", "merged", "suppressed", "dead"] as const;
const calls = ["post", "edit", "thread", "file", "find"] as const;
const callOutcomes = ["posted", "edited", "limited", "failed"] as const;

// The objective is 5 s.
const attemptBounds = [0.5, 1, 2.5, 5, 10, 60, 300];
// An outbox posts once a second.
const lagBounds = [0.5, 1, 5, 10, 30, 60, 300, 1_800];

/** How far behind one outbox is. Its outbox changes it at each step. */
export interface OutboxAge {
  /** When the first thing came that is due and not shown. Undefined if nothing is due. Unix time in milliseconds. */
  dueSinceMs: number | undefined;
  /** When this is out of date, because another process may have the outbox. Unix time in milliseconds. */
  untilMs: number;
  /** The item that Slack was last asked to show, and when its news came, so a repeated try counts once. */
  tried: { itemId: string; cameMs: number };
}

/** What becomes of accepted alerts, on their way to channels. */
export function alertMetrics(nowMs: () => number) {
  const events = counter(
    "qm_alert_events_total",
    "What became of events on their way.",
    [oneOf("fate", fates)],
    { isFull: true },
  );
  const waiting = gauge(
    "qm_alert_events_waiting",
    "Accepted events that have no end yet, in all workspaces.",
  );
  const difference = gauge(
    "qm_alert_events_difference",
    "Accepted events that are neither accounted for nor waiting, in all workspaces. Anything but 0 for long means that events are lost or counted twice.",
  );
  const attempts = histogram(
    "qm_alert_attempt_seconds",
    "How long after an alert was accepted Slack was first asked to show its news. An alert that only repeats itself may wait, and doesn't count.",
    attemptBounds,
  );
  const outboxCalls = counter("qm_outbox_calls_total", "Calls to Slack for channels, by kind and result.", [
    oneOf("call", calls),
    oneOf("outcome", callOutcomes),
  ]);
  const lag = histogram("qm_outbox_lag_seconds", "How long after a change a channel shows it.", lagBounds);
  const ages = new Map<string, OutboxAge>();
  const behind = gauge(
    "qm_outbox_behind_seconds",
    "How far behind the slowest channel of this process is: the age of the first change that is due and not shown.",
  );

  function updateBehind(): void {
    const now = nowMs();
    let seconds = 0;
    for (const [id, { dueSinceMs, untilMs }] of ages) {
      if (dueSinceMs === undefined || untilMs < now) ages.delete(id);
      else seconds = Math.max(seconds, (now - dueSinceMs) / 1_000);
    }
    behind.set(seconds);
  }

  return {
    families: [events, waiting, difference, attempts, outboxCalls, lag, behind],
    beforeScrape: updateBehind,
    meters: {
      events(fate: (typeof fates)[number], count = 1): void {
        if (count > 0) events.add(fate, "", count);
      },
      /** Accepted events without an outcome yet, in all workspaces. */
      eventsWaiting: (count: number): void => waiting.set(count),
      /** Accepted events less those with an outcome and those that wait, in all workspaces. */
      accountingDifference: (count: number): void => difference.set(count),
      /** Call when Slack is first asked to show an alert's news, with the seconds since it was accepted. */
      alertAttempt: (seconds: number): void => attempts.observe(seconds),
      /** Call after an outbox called Slack; `call` is "post", "edit" and so on. */
      outboxCall: (call: (typeof calls)[number], outcome: (typeof callOutcomes)[number]): void =>
        outboxCalls.add(call, outcome),
      /** Call when a channel shows a change, with the seconds since the change was known. */
      outboxLag: (seconds: number): void => lag.observe(seconds),
      /** Call when nothing is due in an outbox. */
      outboxIsCurrent: (id: string): void => void ages.delete(id),
      /** The age of an outbox that this process works on, to be kept up to date by it. */
      outboxAge(id: string): OutboxAge {
        const known = ages.get(id);
        if (known) return known;
        const age = { dueSinceMs: undefined, untilMs: 0, tried: { itemId: "", cameMs: 0 } };
        ages.set(id, age);
        return age;
      },
    },
  };
}

import { counter, gauge, histogram, oneOf } from "./series.ts";

const fates = ["accepted", "duplicate", "coalesced", "posted", "merged", "suppressed", "dead"] as const;
const calls = ["post", "edit", "thread", "file", "find"] as const;
const callOutcomes = ["posted", "edited", "limited", "failed"] as const;

// The objective is 5 s.
const attemptBounds = [0.5, 1, 2.5, 5, 10, 60, 300];
// An outbox posts once a second.
const lagBounds = [0.5, 1, 5, 10, 30, 60, 300, 1_800];

/** How far behind one outbox is. Its outbox changes it at each step. */
interface OutboxAge {
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

/** What is answered to a request to a hook. */
const hookOutcomes = {
  accepted: "2xx",
  duplicate: "2xx",
  paused: "2xx",
  unauthorized: "4xx",
  too_large: "4xx",
  limited: "4xx",
  busy: "5xx",
  store_full: "5xx",
  store_away: "5xx",
} as const;
type HookOutcome = keyof typeof hookOutcomes;

/** Why deliveries are refused: a limit of the hook or of its workspace, or Redis is nearly full. */
export const refusalReasons = [
  "hook_events",
  "hook_bytes",
  "workspace_events",
  "workspace_bytes",
  "memory",
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

// A sender needs its answer within milliseconds. The objective is 0.25 s.
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 2.5];

/** What senders of alerts meet. */
export function hookMetrics() {
  const requests = counter(
    "qm_hook_requests_total",
    "Requests to alert hooks, by what was answered. `store_away` counts the 503s while Redis was away, `store_full` those while it was full, `busy` those while too much came in at once.",
    [oneOf("outcome", Object.keys(hookOutcomes))],
    { isFull: true },
  );
  const seconds = histogram(
    "qm_hook_request_seconds",
    "How soon requests to alert hooks were answered, if they were accepted (`2xx`) or couldn't be (`5xx`). A request that was refused for what the sender did isn't in it.",
    bounds,
    oneOf("code", ["2xx", "5xx"]),
  );
  const refusals = counter(
    "qm_hook_refusals_total",
    "Refused deliveries that the sender should try again, by reason: a limit of the hook or its workspace, or Redis' memory.",
    [oneOf("reason", refusalReasons)],
    { isFull: true },
  );
  const bodyBytes = gauge(
    "qm_alert_body_bytes",
    "How much of Redis the full texts of long alerts take, compressed, in all workspaces.",
  );
  return {
    families: [requests, seconds, refusals, bodyBytes],
    meters: {
      /** Call when a request to a hook was answered, with the seconds since it came. */
      hookRequest(outcome: HookOutcome, took: number): void {
        requests.add(outcome);
        const code = hookOutcomes[outcome];
        if (code !== "4xx") seconds.observe(took, code);
      },
      /** Call when a delivery was refused and the sender should try again. */
      deliveryRefused: (reason: RefusalReason): void => refusals.add(reason),
      /** The bytes of all long alert bodies that are kept, in all workspaces. */
      alertBodyBytes: (count: number): void => bodyBytes.set(count),
    },
  };
}

import { counter, gauge, histogram, oneOf } from "./series.ts";

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

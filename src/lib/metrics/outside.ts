import { isAppError } from "../errors.ts";
import { counter, firstOf, histogram, oneOf } from "./series.ts";
import { outcomeOf } from "./slack.ts";

/** As many as the cloud's API has. */
const mostOperations = 20;
const callBounds = [0.1, 0.5, 1, 2.5, 5, 10, 30];

/** How the cloud's API and the secret stores answer. */
export function outsideMetrics() {
  const calls = counter(
    "qm_cloud_calls_total",
    "Calls of the cloud's API with their retries, by operation and outcome. `refused` counts those that the cloud refused for what was asked, `failed` those that it didn't answer or failed itself, or where it refused the key.",
    [firstOf("operation", mostOperations), oneOf("outcome", ["ok", "refused", "limited", "failed"])],
  );
  const seconds = histogram(
    "qm_cloud_call_seconds",
    "How long calls of the cloud's API took, with their retries.",
    callBounds,
  );
  const secrets = counter(
    "qm_secrets_resolved_total",
    "Secrets that were looked up, from memory too, by where they are and outcome. `refused` counts references that may not be used or lead to nothing.",
    [
      oneOf("scheme", ["env", "file", "vault", "aws", "gcp", "sealed"]),
      oneOf("outcome", ["ok", "refused", "failed"]),
    ],
  );
  return {
    families: [calls, seconds, secrets],
    meters: {
      /** Call after each call of the cloud; `operation` is a name that the code chose, such as "list_services". */
      cloudCall(operation: string, took: number, error?: unknown): void {
        seconds.observe(took);
        calls.add(
          operation,
          error === undefined ? "ok" : isAppError(error, "limited") ? "limited" : outcomeOf(error),
        );
      },
      /** Call after a secret was looked up; `scheme` is what its reference begins with. */
      secretResolved(scheme: string, error?: unknown): void {
        secrets.add(scheme, error === undefined ? "ok" : outcomeOf(error));
      },
    },
  };
}

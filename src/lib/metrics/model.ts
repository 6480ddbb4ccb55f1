import { counter, oneOf } from "./series.ts";

/** How a question to the operator's model ended. */
const outcomes = ["read", "unread", "unanswered", "kept"] as const;
export type ModelOutcome = (typeof outcomes)[number];

/** What the operator's model is asked. */
export function modelMetrics() {
  const questions = counter(
    "qm_model_questions_total",
    "Sentences for the operator's model, by outcome. `unread` counts answers without a call that may be used, and `unanswered` those that didn't come in time or that people stopped. `kept` counts those that didn't leave, because of a limit, a role or a secret in them.",
    [oneOf("outcome", outcomes)],
  );
  return {
    families: [questions],
    meters: {
      /** Call once for each sentence that a model would have been asked about. */
      modelQuestion: (outcome: ModelOutcome): void => questions.add(outcome),
    },
  };
}

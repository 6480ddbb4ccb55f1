import { counter, oneOf } from "./series.ts";

/** How a question to the operator's model ended. */
const outcomes = ["read", "nothing", "unusable", "unanswered", "stopped", "limited", "withheld"] as const;
export type ModelOutcome = (typeof outcomes)[number];

/** What the operator's model is asked. */
export function modelMetrics() {
  const questions = counter(
    "qm_model_questions_total",
    "Sentences for the operator's model, by outcome. `nothing` counts answers without a call, `unusable` those with anything but one right call, and `unanswered` those that didn't come in time. Those that are `limited` or `withheld` didn't leave.",
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

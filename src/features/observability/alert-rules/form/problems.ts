import { type Alert, alertDashboardId } from "../../../../platform/cloud/observability/alert.ts";
import type { FormProblem, FormState } from "../../../../platform/forms/form.ts";
import { textIn } from "../../../../platform/forms/state.ts";
import {
  intervalIn,
  isOtherInterval,
  isUnnamed,
  numberIn,
  savedSearchIn,
  tileIn,
  watchesSearch,
  webhookIn,
} from "./values.ts";
import { takesMax } from "../format-rule.ts";
import * as texts from "../texts.ts";
import { type AlertFormFacts, canChooseWebhook, factsOf, isAnotherWebhook, isStandalone } from "./facts.ts";

/** The problems of a filled-in alert. */
export function problemsOf(state: FormState): FormProblem[] {
  const facts = factsOf(state);
  if (!facts.isRead) return [notRead(facts)];
  return [
    ...(facts.seen ? movedProblems(state, facts.seen) : watchedProblems(state, facts)),
    ...thresholdProblems(state),
    ...problem("otherInterval", isOtherInterval(state) && intervalIn(state) === "", texts.problems.interval),
    ...webhookProblems(state, facts),
    ...problem("name", textIn(state.values, "name") === "" && !isUnnamed(facts.seen), texts.problems.name),
  ];
}

function notRead({ trouble }: AlertFormFacts): FormProblem {
  const message = trouble === undefined ? texts.problems.wait : texts.problems.readingAgain;
  return { field: "thresholdType", message };
}

function problem(field: string, isWrong: boolean, message: string): FormProblem[] {
  return isWrong ? [{ field, message }] : [];
}

function watchedProblems(state: FormState, facts: AlertFormFacts): FormProblem[] {
  if (watchesSearch(state)) {
    const isWrong = isStandalone(facts) && savedSearchIn(state) === undefined;
    return problem("savedSearchLink", isWrong, texts.problems.search);
  }
  if (textIn(state.values, "dashboardId") === "") {
    return [{ field: "dashboardId", message: texts.problems.dashboard }];
  }
  return problem("tileId", tileIn(state) === undefined, texts.problems.tile);
}

/** An alert that moves to another dashboard needs one of its tiles. */
function movedProblems(state: FormState, seen: Alert): FormProblem[] {
  const chosen = textIn(state.values, "dashboardId");
  const isMoved = chosen !== "" && chosen !== alertDashboardId(seen);
  return problem("tileId", isMoved && tileIn(state) === undefined, texts.problems.tile);
}

function thresholdProblems({ values }: FormState): FormProblem[] {
  const [threshold, max] = [numberIn(values["threshold"]), numberIn(values["thresholdMax"])];
  if (threshold === undefined) return [{ field: "threshold", message: texts.problems.threshold }];
  if (!takesMax(textIn(values, "thresholdType"))) return [];
  const isAbove = max !== undefined && max > threshold;
  return problem("thresholdMax", !isAbove, texts.problems.thresholdMax);
}

function webhookProblems(state: FormState, facts: AlertFormFacts): FormProblem[] {
  if (!canChooseWebhook(facts) || webhookIn(state)) return [];
  if (!isAnotherWebhook(state)) return [{ field: "webhook", message: texts.problems.webhook }];
  const isTyped = textIn(state.values, "webhookId") !== "";
  return [
    {
      field: "webhookId",
      message: isTyped ? texts.problems.badWebhookId : texts.problems.webhookId,
    },
  ];
}

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
import { type AlertFormFacts, canChooseWebhook, factsOf, isAnotherWebhook, isStandalone } from "./facts.ts";

/** The problems of a filled-in alert. */
export function problemsOf(state: FormState): FormProblem[] {
  const facts = factsOf(state);
  if (!facts.isRead) return [notRead(facts)];
  return [
    ...(facts.seen ? movedProblems(state, facts.seen) : watchedProblems(state, facts)),
    ...thresholdProblems(state),
    ...problem(
      "otherInterval",
      isOtherInterval(state) && intervalIn(state) === "",
      "Write a number and a unit, such as 10m, 2h or 3d.",
    ),
    ...webhookProblems(state, facts),
    ...problem(
      "name",
      textIn(state.values, "name") === "" && !isUnnamed(facts.seen),
      "An alert needs a name.",
    ),
  ];
}

function notRead({ trouble }: AlertFormFacts): FormProblem {
  const message =
    trouble === undefined ? "Wait until it is read." : "There is nothing to send yet. I am reading it anew.";
  return { field: "thresholdType", message };
}

function problem(field: string, isWrong: boolean, message: string): FormProblem[] {
  return isWrong ? [{ field, message }] : [];
}

function watchedProblems(state: FormState, facts: AlertFormFacts): FormProblem[] {
  if (watchesSearch(state)) {
    const isWrong = isStandalone(facts) && savedSearchIn(state) === undefined;
    return problem("savedSearchLink", isWrong, "This is no id of a saved search, and no link to one.");
  }
  if (textIn(state.values, "dashboardId") === "") {
    return [{ field: "dashboardId", message: "Choose the dashboard with the tile to watch." }];
  }
  return problem("tileId", tileIn(state) === undefined, "Choose the tile to watch.");
}

/** An alert that moves to another dashboard needs one of its tiles. */
function movedProblems(state: FormState, seen: Alert): FormProblem[] {
  const chosen = textIn(state.values, "dashboardId");
  const isMoved = chosen !== "" && chosen !== alertDashboardId(seen);
  return problem("tileId", isMoved && tileIn(state) === undefined, "Choose the tile to watch.");
}

function thresholdProblems({ values }: FormState): FormProblem[] {
  const [threshold, max] = [numberIn(values["threshold"]), numberIn(values["thresholdMax"])];
  if (threshold === undefined) return [{ field: "threshold", message: "Give a number, such as 5 or 0.5." }];
  if (!takesMax(textIn(values, "thresholdType"))) return [];
  const isAbove = max !== undefined && max > threshold;
  return problem("thresholdMax", !isAbove, "Give a number above the threshold.");
}

function webhookProblems(state: FormState, facts: AlertFormFacts): FormProblem[] {
  if (!canChooseWebhook(facts) || webhookIn(state)) return [];
  if (!isAnotherWebhook(state))
    return [{ field: "webhook", message: "Choose the webhook that it is to post to." }];
  const isTyped = textIn(state.values, "webhookId") !== "";
  return [
    {
      field: "webhookId",
      message: isTyped
        ? "This is no id of a webhook. It is in the server's console, such as 65f2c0a1b3d4e5f60718293a."
        : "Give the id of the webhook that it is to post to.",
    },
  ];
}

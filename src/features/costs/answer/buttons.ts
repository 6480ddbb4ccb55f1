import type { Button, KnownBlock } from "@slack/types";
import { actions, confirmation } from "../../../platform/blocks/button.ts";
import { commandButton, pageButton } from "../../../platform/blocks/command-button.ts";
import { parseCostRange, rangeAfter, rangeBefore } from "../../../lib/period/range.ts";
import type { Day } from "../../../lib/day.ts";
import { type CostView, type Question, argumentsOf } from "../arguments.ts";
import * as texts from "./texts.ts";

/**
 * An answer's buttons, with the service's id as its name. The first row replaces the answer, the second one does not.
 * `shareAs` is the mark of a share, which happens once. Without it the answer cannot be shared.
 */
export function costsButtons(
  shown: Question,
  { today, shareAs, lacksTeams = false }: { today: Date; shareAs: string | undefined; lacksTeams?: boolean },
): KnownBlock[] {
  const csv = commandButton(texts.buttons.csv, { call: "costs_csv", args: argumentsOf(shown) });
  return [
    actions([...viewButtons(shown), ...periodButtons(shown, today)]),
    actions([
      csv,
      ...(shareAs === undefined ? [] : [shareButton(shown, shareAs)]),
      ...(lacksTeams ? [commandButton(texts.buttons.owners, "services owner")] : []),
    ]),
  ];
}

/** The buttons of an answer without costs: the periods before and after, or the first days with costs. */
export function buttonsWithoutCosts(shown: Question, today: Date, firstDay: Day | undefined): KnownBlock[] {
  if (firstDay === undefined) return [actions(periodButtons(shown, today))];
  const range = parseCostRange(`since ${firstDay}`, today);
  return [actions([replaceButton(texts.costsSince(firstDay), { ...shown, range })])];
}

function viewButtons(shown: Question): Button[] {
  const { range, by, service } = shown;
  const views: CostView[] = service === undefined ? ["service", "team", "metric", "day"] : ["metric", "day"];
  return [
    ...views
      .filter((view) => view !== by)
      .map((view) => replaceButton(texts.buttons[view], { ...shown, by: view })),
    ...(service === undefined ? [] : [replaceButton(texts.buttons.all, { range, by: "service" })]),
  ];
}

function periodButtons(shown: Question, today: Date): Button[] {
  const before = rangeBefore(shown.range);
  const after = rangeAfter(shown.range, today);
  return [
    replaceButton(texts.earlier(before.label), { ...shown, range: before }),
    ...(after ? [replaceButton(texts.later(after.label), { ...shown, range: after })] : []),
  ];
}

function replaceButton(text: string, shown: Question): Button {
  return pageButton(text, { call: "costs_show", args: argumentsOf(shown) });
}

function shareButton(shown: Question, once: string): Button {
  const question = confirmation(texts.shareQuestion(shown.range.label));
  const share = commandButton(texts.buttons.share, {
    call: "costs_share",
    args: { ...argumentsOf(shown), once },
  });
  return { ...share, confirm: { ...question, style: "primary" } };
}

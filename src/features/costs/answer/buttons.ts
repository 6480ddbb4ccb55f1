import type { Button, KnownBlock } from "@slack/types";
import { actions, confirmation } from "../../../platform/blocks/button.ts";
import { commandButton, pageButton } from "../../../platform/blocks/command-button.ts";
import { parseCostRange, rangeAfter, rangeBefore } from "../../../lib/period/range.ts";
import { type Day, humanDays } from "../../../lib/day.ts";
import { type CostView, type CostWords, writeCostWords } from "../read-words.ts";

const viewNames: Record<CostView, string> = {
  service: "By service",
  metric: "By metric",
  day: "By day",
};

/** An answer's buttons, with the service's id as its name. The first row replaces the answer, the second one does not. */
export function costsButtons(
  shown: CostWords,
  shownTo: { today: Date; channelId?: string; once: string },
): KnownBlock[] {
  return [
    actions([...viewButtons(shown), ...periodButtons(shown, shownTo.today)]),
    actions([commandButton("CSV", `costs csv ${writeCostWords(shown)}`), ...shareButtons(shown, shownTo)]),
  ];
}

/** The buttons of an answer without costs: the periods before and after, or the first days with costs. */
export function buttonsWithoutCosts(shown: CostWords, today: Date, firstDay: Day | undefined): KnownBlock[] {
  if (firstDay === undefined) return [actions(periodButtons(shown, today))];
  const range = parseCostRange(`since ${firstDay}`, today);
  return [actions([replaceButton(`Costs since ${humanDays(firstDay, firstDay)}`, { ...shown, range })])];
}

function viewButtons(shown: CostWords): Button[] {
  const { range, by, service } = shown;
  const views: CostView[] = service === undefined ? ["service", "metric", "day"] : ["metric", "day"];
  return [
    ...views
      .filter((view) => view !== by)
      .map((view) => replaceButton(viewNames[view], { ...shown, by: view })),
    ...(service === undefined ? [] : [replaceButton("All services", { range, by: "service" })]),
  ];
}

function periodButtons(shown: CostWords, today: Date): Button[] {
  const before = rangeBefore(shown.range);
  const after = rangeAfter(shown.range, today);
  return [
    replaceButton(`Earlier: ${before.label}`, { ...shown, range: before }),
    ...(after ? [replaceButton(`Later: ${after.label}`, { ...shown, range: after })] : []),
  ];
}

function replaceButton(text: string, shown: CostWords): Button {
  return pageButton(text, `costs ${writeCostWords(shown)}`);
}

/** Empty in direct messages and App Home, because no one else would see the costs. */
function shareButtons(shown: CostWords, { channelId, once }: { channelId?: string; once: string }): Button[] {
  if (channelId === undefined || channelId.startsWith("D")) return [];
  const question = confirmation({
    title: "Share in this channel?",
    text: `Everybody in this channel will see these costs (${shown.range.label}) with their picture and their table, and that you shared them.`,
    yes: "Share",
    no: "Cancel",
  });
  const share = commandButton("Share in this channel", `costs share ${writeCostWords(shown)} once:${once}`);
  return [{ ...share, confirm: { ...question, style: "primary" } }];
}

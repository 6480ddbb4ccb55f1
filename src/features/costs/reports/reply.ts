import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { type CostsAnswer, costsReply } from "../answer/answer.ts";
import type { CostRange } from "../../../lib/period/range.ts";
import { writeCostWords } from "../read-words.ts";
import { humanDays, weekdayOf } from "../../../lib/day.ts";
import { plural } from "../../../lib/text.ts";
import type { DigestOrder, OpenDigest } from "./schedule.ts";
import type { DigestCosts } from "./load.ts";

type Told = Pick<DigestOrder, "every" | "by">;

/** A digest as it is posted: the costs, what was missed before, and a way for everybody to look closer alone. */
export function digestReply(
  { every, by }: Told,
  costs: DigestCosts & Pick<CostsAnswer, "picture" | "links">,
  missed?: OpenDigest["missed"],
): Reply {
  const { summary, forecast, picture, links } = costs;
  const { range } = summary;
  const closer = commandButton("Look closer", `costs ${writeCostWords({ range, by })}`);
  const { text, blocks } = costsReply({
    summary,
    view: by,
    title: titleOf(every, range),
    notes: [`Posted ${every}; \`/db costs schedule list\` shows how to stop it.`],
    ...(forecast && { forecast }),
    ...(picture && { picture }),
    ...(links && { links }),
  });
  const more = [...(nothingYet(costs) ?? []), ...(missed ? [missedInWords(missed)] : [])];
  const buttons = [closer, ...(missed ? [missedButton(missed, by)] : [])];
  return reply([text, ...more].join("\n"), [...blocks, ...more.map(section), actions(buttons)]);
}

/** The days follow it. */
function titleOf(every: Told["every"], { from }: CostRange): string {
  const titles = {
    daily: `Costs of ${weekdayOf(from)}`,
    weekly: "Costs of the week",
    monthly: "Costs of the month",
  };
  return titles[every];
}

/** Where there are costs, the small print says what may still change. */
function nothingYet({ summary }: DigestCosts): string[] | undefined {
  const { total, provisional } = summary;
  if (!total.isZero() || provisional.length === 0) return undefined;
  return ["This may still change: the cloud has not closed all of these days yet."];
}

type Missed = NonNullable<OpenDigest["missed"]>;

function missedInWords({ from, to, count }: Missed): string {
  const what = count === 1 ? "The digest before" : `The ${plural(count, "digest")} before`;
  return `${what}, of ${humanDays(from, to)}, could not be posted: Quartermaster or the cloud was away.`;
}

function missedButton({ from, to }: Missed, by: Told["by"]) {
  return commandButton(`Costs of ${humanDays(from, to)}`, `costs ${from} to ${to} by ${by}`);
}

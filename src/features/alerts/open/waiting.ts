import type { KnownBlock } from "@slack/types";
import { packed } from "../../../platform/blocks/text.ts";
import { type FailingItem, failingLine } from "../../../platform/jobs/failing.ts";
import type { AlertsContext } from "../context.ts";
import * as texts from "./texts.ts";

/** The names of the work that brings alerts to Slack. */
export const alertJobs = {
  ingestion: "ingestion",
  outboxes: "outboxes",
  reconciliation: "reconciliation",
} as const;

/** The id of a hook's settings, among the items of its ingestion. */
export const settingsItem = (hookId: string) => `${hookId}:settings`;

/** The work on alerts that fails at each try, so alerts wait. */
export async function failingAlerts({
  failing,
  hookParts,
}: Pick<AlertsContext, "failing" | "hookParts">): Promise<FailingItem[]> {
  const names = new Set<string>(Object.values(alertJobs));
  for (const part of hookParts) for (const name of part.jobs ?? []) names.add(name);
  return (await failing.list()).filter(({ job }) => names.has(job));
}

/** What waits and why, for the end of a list. */
export function waitingBlocks(items: readonly FailingItem[]): { lines: string[]; blocks: KnownBlock[] } {
  if (items.length === 0) return { lines: [], blocks: [] };
  const [unfit, waiting] = [true, false].map((isUnfit) =>
    items.filter(({ needsPerson = false }) => needsPerson === isUnfit),
  );
  const lines = [...group(waiting, texts.waiting), ...group(unfit, texts.needsPerson)];
  return { lines, blocks: packed(lines) };
}

function group(items: readonly FailingItem[] = [], title: (count: number) => string): string[] {
  const shown = items.slice(0, mostShown).map((item) => `• ${failingLine(item)}`);
  return shown.length === 0 ? [] : [title(items.length), ...shown];
}

const mostShown = 10;

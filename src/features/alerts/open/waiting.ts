import type { KnownBlock } from "@slack/types";
import { packed } from "../../../platform/blocks/text.ts";
import { type FailingItem, failingLine } from "../../../platform/jobs/failing.ts";
import type { AlertsContext } from "../context.ts";
import * as texts from "./texts.ts";

/** The names of the work that brings alerts to Slack and elsewhere. */
export const alertJobs = {
  ingestion: "ingestion",
  outboxes: "outboxes",
  handovers: "handovers",
  reconciliation: "reconciliation",
  rotas: "rotas",
} as const;

const names: ReadonlySet<string> = new Set(Object.values(alertJobs));

/** The work on alerts that fails at each try, so alerts wait. */
export async function failingAlerts({ failing }: Pick<AlertsContext, "failing">): Promise<FailingItem[]> {
  return (await failing.list()).filter(({ job }) => names.has(job));
}

/** What waits and why, for the end of a list. */
export function waitingBlocks(items: readonly FailingItem[]): { lines: string[]; blocks: KnownBlock[] } {
  if (items.length === 0) return { lines: [], blocks: [] };
  const shown = items.slice(0, mostShown).map((item) => `• ${failingLine(item)}`);
  const lines = [texts.waiting(items.length), ...shown];
  return { lines, blocks: packed(lines) };
}

const mostShown = 10;

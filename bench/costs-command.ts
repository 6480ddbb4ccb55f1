import { questionOf } from "../src/features/costs/arguments.ts";
import { showCosts } from "../src/features/costs/show.ts";
import type { CostLedger } from "../src/features/costs/ledger/ledger.ts";
import type { WorkspaceStore } from "../src/app/store.ts";

const asker = { workspaceId: "T0BENCH", userId: "U0BENCH", channelId: "C0BENCH" };
const quietly = { progress: async () => undefined };

const outside = {
  consoleOf: async () => ({ service: () => undefined, day: () => undefined }),
  // Charts have their own bench. A thread draws them, and an answer is complete without one.
  pictures: { prepare: () => undefined, blockOf: async () => undefined },
  newId: () => "0b6f1f0c",
  unadded: async () => ({ services: [], source: "list" as const, unread: [], alerted: [] }),
};

/** Runs `/db costs <range>` from reading its days to its reply, without the picture. */
export async function runCosts(
  range: string,
  { kept, ledger, now }: { kept: WorkspaceStore; ledger: CostLedger; now: () => Date },
): Promise<void> {
  const question = questionOf({ range }, now());
  await showCosts(question, { ...kept, ...outside, ledgerOf: () => ledger, now }, asker, quietly);
}

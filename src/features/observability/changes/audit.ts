import { keepTrying } from "../../../platform/jobs/keep-trying.ts";
import { asSentences } from "../../../lib/text.ts";
import type { AuditEntry } from "../../../platform/audit/log.ts";
import { editDifferences } from "./format-conflict.ts";
import type { Outcome, PendingChange } from "./change.ts";
import { type Difference, verbOf, nameOf } from "./format-change.ts";

/** Redis is given this long; after that the step is taken again. */
const waitPolicy = { everyMs: 1_000, forMs: 10_000 };

/** Writes down what became of a change; of one that was so already there is nothing to write. */
export async function recordOutcome(pending: PendingChange, outcome: Outcome): Promise<void> {
  if (outcome.status === "done" && outcome.wasSo) return;
  const { submitted, context } = pending;
  const { userId, userName, channelId, wanted } = submitted;
  const { verb, noun } = verbOf(wanted);
  const differences = editDifferences(wanted);
  const subject = nameOf(wanted);
  const entry: AuditEntry = {
    at: context.now().toISOString(),
    userId,
    userName,
    ...(channelId ? { channelId } : {}),
    action: `${noun}.${verb}`,
    ...(subject === undefined ? {} : { subject }),
    result: outcome.status === "done" ? "done" : "failed",
    detail: detailOf(pending, outcome, differences),
    before: valuesOf(differences, "before"),
    after: valuesOf(differences, "after"),
    ...(outcome.status === "failed" && outcome.requestId ? { requestId: outcome.requestId } : {}),
  };
  await keepTrying(() => context.audit.record(entry), waitPolicy);
}

/** Where it is, on which tile, and why it was not done. */
function detailOf(
  { submitted }: PendingChange,
  outcome: Outcome,
  differences: readonly Difference[],
): string {
  const tiles = [...new Set(differences.flatMap(({ tile }) => tile ?? []))].map((tile) => `, tile “${tile}”`);
  return asSentences([`In ${submitted.target.name}${tiles.join("")}.`, ...whyNot(outcome)]);
}

function whyNot(outcome: Outcome): string[] {
  switch (outcome.status) {
    case "done":
      return outcome.corrects ? ["The server's answer came after its person had been told otherwise."] : [];
    case "conflict":
      return ["It was changed by somebody else, or in another form, meanwhile."];
    case "unknown":
      return [`It is not known whether it was created. ${outcome.message} ${outcome.found}`];
    case "failed":
      return [outcome.message];
  }
}

function valuesOf(differences: readonly Difference[], side: "before" | "after"): AuditEntry["after"] {
  const known = differences.flatMap(({ field }) => {
    const value = field?.[side];
    return field === undefined || value === undefined || value === "" ? [] : [[field.name, value] as const];
  });
  if (known.length === 0) return undefined;
  // As JSON has it, which is what the log keeps.
  return JSON.parse(JSON.stringify(Object.fromEntries(known)));
}

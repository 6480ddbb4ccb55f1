import { keepTrying } from "../../../platform/jobs/keep-trying.ts";
import { asSentences } from "../../../lib/text.ts";
import type { AuditEntry } from "../../../platform/audit/log.ts";
import type { PendingChange } from "./change.ts";
import { editDifferences } from "./differences.ts";
import { type Difference, nameOf, nounOf, verbOf } from "./format-change.ts";
import type { Outcome } from "./progress.ts";

/** Redis has this long. After that the step is taken again. */
const waitPolicy = { everyMs: 1_000, forMs: 10_000 };

/** Writes an outcome into the audit log, unless nothing had to be changed. */
export async function recordOutcome({ submitted, context }: PendingChange, outcome: Outcome): Promise<void> {
  if (outcome.status === "done" && outcome.wasSo) return;
  const { userId, userName, channelId, wanted, target } = submitted;
  const differences = editDifferences(wanted);
  const subject = nameOf(wanted);
  const tiles = [...new Set(differences.flatMap(({ tile }) => tile ?? []))].map((tile) => `, tile “${tile}”`);
  const entry: AuditEntry = {
    at: context.now().toISOString(),
    userId,
    userName,
    ...(channelId ? { channelId } : {}),
    action: `${nounOf(wanted)}.${verbOf(wanted)}`,
    ...(subject === undefined ? {} : { subject }),
    result: outcome.status === "done" ? "done" : "failed",
    detail: asSentences([`In ${target.name}${tiles.join("")}.`, ...whyNot(outcome)]),
    before: valuesOf(differences, "before"),
    after: valuesOf(differences, "after"),
    ...(outcome.status === "failed" && outcome.requestId ? { requestId: outcome.requestId } : {}),
  };
  await keepTrying(() => context.audit.record(entry), waitPolicy);
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
  // The log keeps JSON.
  return JSON.parse(JSON.stringify(Object.fromEntries(known)));
}

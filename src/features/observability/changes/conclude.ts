import type { Step } from "../../../platform/jobs/queue.ts";
import type { Form } from "../../../platform/forms/form.ts";
import { letGo } from "./alone.ts";
import { recordOutcome } from "./audit.ts";
import { followMadeAlerts } from "./made-here.ts";
import type { Outcome, PendingChange } from "./pending-change.ts";
import { tellOutcome } from "./tell.ts";

/** Follows a settled change up: it is written into the audit log, and then its person is told, each of it once. */
export async function conclude(
  pending: PendingChange,
  outcome: Outcome,
  forms: readonly Form[],
): Promise<Step> {
  if (!outcome.recorded) {
    await letGo(pending);
    await followMadeAlerts(pending, outcome);
    await recordOutcome(pending, outcome);
    return note(pending, outcome, { recorded: true });
  }
  if (outcome.told) return "done";
  await tellOutcome(pending, outcome, forms);
  return note(pending, outcome, { told: true });
}

/** Who is quick has pressed a button by now: what they chose stays. */
async function note(
  { changeId, context }: PendingChange,
  outcome: Outcome,
  noted: Partial<Pick<Outcome, "recorded" | "told">>,
): Promise<Step> {
  for (;;) {
    const now = await context.changeLog.find(changeId);
    if (now?.status !== outcome.status) return "next";
    if (await context.changeLog.saveUnlessChanged(changeId, now, { ...now, ...noted })) return "next";
  }
}

import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { isAtLeast } from "../../../platform/access/role.ts";
import { removeSchedule } from "../../../platform/audit/schedule-changes.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { call } from "../../../platform/commands/call.ts";
import { postTo } from "../../../platform/jobs/tell.ts";
import { unconnectedReply } from "../../connections/index.ts";
import { aroundCosts, ownId } from "../arguments.ts";
import type { CostsContext } from "../context.ts";
import { addReport, reportsFor, stoppedReply } from "./command.ts";
import { every, readEvery } from "./every.ts";
import { type ReportSchedule, isOwn, reportKind } from "./schedule.ts";
import * as texts from "./texts.ts";

/** `/db costs schedule weekly to me`: a viewer's own report, in direct messages. */
const set = call({
  name: "cost_reports_mine_set",
  title: "Send yourself a cost report",
  summary: "Sends you a cost report in direct messages regularly.",
  effect: "change",
  access: "viewer",
  line: "costs schedule [to me|for me|to my direct messages|to my dms|me] {every}",
  missing: { every: `${texts.howOften(undefined)} ${texts.example}` },
  args: z.object({ every }),
  asks: {
    means: [
      "report {every} =me|=my",
      "cost post|schedule|want|set {every} =me|=my",
      "cost report {every} =me|=my",
      "want|post|cost|report {every} =inbox|=dm|=dms",
    ],
    around: `${aroundCosts} cost post schedule want report set create focus`,
    says: ["Send you costs {every}, in direct messages"],
  },
  run: async ({ every: words }, context: CostsContext, asker) =>
    (await unconnectedReply(context)) ?? addReport(readEvery(words), asker.userId, context, asker),
});

/** `/db costs schedule stop mine`, or by the id as a button has it. */
const stop = call({
  name: "cost_reports_mine_stop",
  title: "Stop your own cost reports",
  summary: "Stops the cost reports that you get in direct messages.",
  effect: "change",
  access: "viewer",
  line: "costs schedule stop mine {id}",
  args: z.object({ id: ownId.optional() }),
  asks: {
    means: [
      "end cost report =my|=mine|=me|=dm|=dms|=inbox",
      "end =dming|=messaging|=emailing =me cost|report",
    ],
    around: "cost post schedule service want time end delete",
    says: ["Stop your own cost reports"],
  },
  run: ({ id }, context: CostsContext, asker) => stopOwn(id, context, asker),
});

/** A person's own cost reports. */
export const ownReportCalls = [set, stop] as const;

async function stopOwn(id: string | undefined, context: CostsContext, asker: Asker): Promise<Reply> {
  const own = (await reportsFor(asker, context)).filter(isOwn);
  const [first, ...others] = id === undefined ? own : own.filter((each) => each.id === id);
  if (!first) throw new AppError("missing", texts.noneOwn);
  for (const report of [first, ...others]) await removeSchedule(reportKind, report, context);
  return stoppedReply([first, ...others]);
}

/** Ends a report of a person who has left, or may no longer see costs. True if it ended. */
export async function endsForPerson(schedule: ReportSchedule, context: CostsContext): Promise<boolean> {
  const { id, channelId: userId } = schedule;
  if (!isOwn(schedule) || isAtLeast(await context.access.roleOf({ userId }), "viewer")) return false;
  const reply = say(texts.noLongerAllowed(reportKind.subject(schedule)));
  await postTo(userId, { key: `${id}:role`, reply }, context);
  await context.schedules.remove(id);
  return true;
}

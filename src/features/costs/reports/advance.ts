import type { CostsContext } from "../context.ts";
import { DigestOrder } from "./schedule.ts";
import type { ScheduleStep, ScheduleKind } from "../../../platform/jobs/schedules/schedules.ts";
import { refusedAgainInMs } from "../read-costs.ts";
import { followDigests } from "./follow.ts";
import { type Agenda, agendaAt } from "./periods.ts";
import { postDigest } from "./post.ts";
import { type Progress, isFollowed, openDigests, toBegin } from "./state.ts";

/** Posts the digests that are due, tells the threads of earlier ones what changed, and says when to come again. */
async function advanceDigest(order: DigestOrder, context: CostsContext): Promise<ScheduleStep> {
  const { createdAt, state } = order;
  const past = { createdAt: new Date(createdAt), upTo: state.upTo };
  const agenda = agendaAt(context.now(), order, past);
  const posted = await postDue(order, agenda, context);
  const present = typeof posted === "string" ? posted : await followDigests(posted, context);
  if (present === "ended") return "done";
  if (present === "refused") return { againInMs: refusedAgainInMs };
  return { againInMs: nextStepAt(present, agenda).getTime() - context.now().getTime() };
}

async function postDue(order: DigestOrder, agenda: Agenda, context: CostsContext): Promise<Progress> {
  let present = order;
  const unposted = openDigests(order).filter(({ place }) => place === undefined);
  for (const digest of [...unposted, ...toBegin(agenda)]) {
    const next = await postDigest(present, digest, context);
    if (typeof next === "string") return next;
    present = next;
  }
  return present;
}

function nextStepAt(order: DigestOrder, { next }: Agenda): Date {
  const { lookAt } = order.state;
  if (lookAt === undefined || !openDigests(order).some(isFollowed)) return next.due;
  return new Date(Math.min(next.due.getTime(), Date.parse(lookAt)));
}

/** Digests of costs. */
export const digests: ScheduleKind<CostsContext, DigestOrder> = {
  kind: "digest",
  record: DigestOrder,
  advance: advanceDigest,
  audited: ({ id, channelId, connection, every, at, timeZone, by }) => ({
    facts: { id, channelId, connection, every, at, timeZone, by },
  }),
};

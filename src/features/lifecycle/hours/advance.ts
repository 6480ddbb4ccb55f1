import { minuteMs } from "../../../lib/duration.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { tellChannel } from "../../../platform/jobs/tell.ts";
import {
  type ScheduleStep,
  type ScheduleSteps,
  keepState,
} from "../../../platform/jobs/schedules/schedules.ts";
import { changeBySchedule } from "../changes/change.ts";
import type { Ended } from "../changes/progress.ts";
import type { LifecycleContext } from "../context.ts";
import { expiryOf } from "../expiry/set.ts";
import { type Edge, dueEdge, nextMoment } from "./edges.ts";
import { type HoursSchedule, hoursKind } from "./schedule.ts";
import * as texts from "./texts.ts";

/** Starts and stops services by their hours. */
export const hours: ScheduleSteps<LifecycleContext, HoursSchedule> = { ...hoursKind, advance: advanceHours };

/** How soon the outcome of a start or a stop is looked for. */
const soonMs = 5_000;
/** How long after one that failed the next is tried. */
const againMs = 5 * minuteMs;

type State = HoursSchedule["state"];

/** One step: carries out the latest edge once, and waits for the next. */
export async function advanceHours(
  schedule: HoursSchedule,
  context: LifecycleContext,
): Promise<ScheduleStep> {
  const now = context.now();
  const { serviceId } = schedule.service;
  const isKnown = (await context.services.list()).some((each) => each.serviceId === serviceId);
  if (!isKnown) {
    await context.schedules.remove(schedule.id);
    return "done";
  }
  const edge = dueEdge(schedule, now);
  if (!edge) return { againInMs: Math.max(1_000, nextMoment(schedule, now).getTime() - now.getTime()) };
  // A service that has ended stays stopped.
  if (edge.isSkipped || (await expiryOf(serviceId, context))?.state.stopped)
    return pass(schedule, edge, context);
  const { trying } = schedule.state;
  if (trying?.edge !== edge.at.toISOString()) {
    const first = { edge: edge.at.toISOString(), attempt: 1, at: now.toISOString(), isTold: false };
    await keep(schedule, { trying: first }, context);
    return { againInMs: 0 };
  }
  return carryOut(schedule, edge, trying, context);
}

async function carryOut(
  schedule: HoursSchedule,
  edge: Edge,
  trying: NonNullable<State["trying"]>,
  context: LifecycleContext,
): Promise<ScheduleStep> {
  const end = await follow(schedule, edge, trying.attempt, context);
  if (!end) return { againInMs: soonMs };
  switch (end.outcome) {
    case "done":
    case "void":
      return pass(schedule, edge, context);
    case "unserved":
    case "gone":
      await tell(schedule, end.outcome, texts.ended(schedule.service.name, end.outcome), context);
      await context.schedules.remove(schedule.id);
      return "done";
    default: {
      const now = context.now();
      if (!trying.isTold) {
        const why = end.message ?? "";
        await tell(
          schedule,
          `failed:${edge.at.getTime()}`,
          texts.failed(edge.verb, schedule.service.name, why),
          context,
        );
        await keep(schedule, { trying: { ...trying, at: now.toISOString(), isTold: true } }, context);
        return { againInMs: againMs };
      }
      const waitMs = Date.parse(trying.at) + againMs - now.getTime();
      if (waitMs > 0) return { againInMs: waitMs };
      const next = { ...trying, attempt: trying.attempt + 1, at: now.toISOString() };
      await keep(schedule, { trying: next }, context);
      return { againInMs: 0 };
    }
  }
}

/** Carries out an edge. */
function follow(
  schedule: HoursSchedule,
  { at, verb }: Edge,
  attempt: number,
  context: LifecycleContext,
): Promise<Ended | undefined> {
  const what = `${at.getTime()}-${verb}-${attempt}`;
  const asOf = { field: "setAt", value: schedule.setAt };
  return changeBySchedule(schedule, { verb, what, asOf, because: texts.because }, context);
}

/** The edge is done. */
async function pass(schedule: HoursSchedule, edge: Edge, context: LifecycleContext): Promise<ScheduleStep> {
  await keep(schedule, { doneAt: edge.at.toISOString(), trying: undefined }, context);
  return { againInMs: 0 };
}

/** Keeps what was done, unless the hours were set again meanwhile. A click that woke it meanwhile stays. */
function keep(
  schedule: HoursSchedule,
  state: Partial<Pick<State, "doneAt" | "trying">>,
  context: LifecycleContext,
): Promise<unknown> {
  return keepState(schedule, state, ({ setAt }) => setAt, context);
}

/** Tells the channel, or else who set the hours, or else admins; once. */
async function tell(
  { id, setAt, channelId, createdBy }: HoursSchedule,
  what: string,
  text: string,
  context: LifecycleContext,
): Promise<void> {
  const key = `${id}:${Date.parse(setAt)}:${what}`;
  await tellChannel({ key, channelId, userId: createdBy, reply: say(text) }, context);
}

import { type Hook, type Incident } from "../../alerts/index.ts";
import type { OncallContext, OncallStore } from "../context.ts";
import { z } from "zod";
import { dayMs, hourMs, minuteMs } from "../../../lib/duration.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { slowRoundMs } from "../../../platform/jobs/due.ts";
import { backOffMs } from "../../../platform/jobs/keep-trying.ts";
import { postTo, tellSomeone } from "../../../platform/jobs/tell.ts";
import type { JobQueue } from "../../../platform/jobs/queue.ts";
import type { Step, Work } from "../../../platform/jobs/worker.ts";
import type { WorkerParts } from "../../../platform/jobs/workers.ts";
import { type DeliveryContext, type Refusal, deliver } from "./deliver.ts";
import { type Handover, handoverNames, nextOf, stageOf } from "./record.ts";
import * as texts from "./texts.ts";

/** The queue that tells PagerDuty, or a webhook, what becomes of escalated incidents. */
const queueName = "handovers";

const Item = z.object({ workspaceId: z.string(), incidentId: z.string() });

/** An incident's job. Its id is the incident's, so there is one at a time. */
export function handoverItem(workspaceId: string, incidentId: string) {
  return [`${workspaceId}.${incidentId}`, { workspaceId, incidentId }] as const;
}

const slowestRetryMs = 5 * minuteMs;
/** The thread says it after so many failures in a row. */
const failuresToTell = 3;
/** A message without a place in Slack for so long gets no notes. */
const noteForMs = hourMs;
const noteAgainMs = 5_000;

type HandoverContext = DeliveryContext &
  Pick<OncallContext, "hooks" | "handovers" | "posts" | "grants" | "messenger" | "log">;

/**
 * Makes the step that tells the other side what it should know. It reads what the incident is now, so news that came
 * together are one message. What is about to be sent is kept before, and what was sent after.
 */
function handOver(contextOf: (workspaceId: string) => HandoverContext) {
  return async (_id: string, item: unknown): Promise<Step> => {
    const { workspaceId, incidentId } = Item.parse(item);
    const context = contextOf(workspaceId);
    const { incidents, hooks, handovers } = context;
    const incident = await incidents.find(incidentId);
    const hook = incident && (await hooks.find(incident.hookId));
    if (!incident || !hook?.handover) {
      await handovers.clear(incidentId, Number.MAX_SAFE_INTEGER);
      return "done";
    }
    const { handover } = hook;
    const progress = await handovers.progress(incidentId);
    const stage = nextOf(stageOf(incident), progress.told);
    if (stage === undefined) {
      const isNoted =
        progress.told === undefined || progress.isNoted || (await note(incident, handover, context));
      if (!isNoted) return { againInMs: noteAgainMs };
      return (await handovers.clear(incidentId, incident.revision)) ? "done" : "next";
    }
    if (progress.told === undefined) await handovers.begin(incidentId);
    const refusal = await deliver({ hook, handover, incident, stage }, context);
    if (refusal) return tryAgain(incident, hook, refusal, context);
    await handovers.reached(incidentId, stage);
    return "next";
  };
}

/** Says in the thread that the other side has it. False if the thread is not there yet. */
async function note(
  incident: Incident,
  { kind, answersRef }: Handover,
  context: HandoverContext,
): Promise<boolean> {
  const comesBack = kind === "webhook" || answersRef !== undefined;
  const text = texts.handedOver(handoverNames[kind], comesBack);
  const isDone = await sayInThread(incident, { key: `handover:${incident.id}`, text }, context);
  const ageMs = context.now().getTime() - (incident.mentionedAtMs ?? 0);
  if (!isDone && ageMs < noteForMs) return false;
  await context.handovers.noted(incident.id);
  return true;
}

/** Tries again for a day: soon, and then every five minutes. The thread says once that it doesn't work. */
async function tryAgain(
  incident: Incident,
  { name, ownerId, channelId, handover }: Hook,
  { reason, isLasting, retryAfterMs = 0 }: Refusal,
  context: HandoverContext,
): Promise<Step> {
  const { handovers, now, log } = context;
  const receiver = handover ? handoverNames[handover.kind] : "";
  const nowMs = now().getTime();
  const { failures, failingSinceMs } = await handovers.failed(incident.id, nowMs);
  if (isLasting || failures >= failuresToTell) {
    const text = texts.notHandedOver(receiver, reason);
    await sayInThread(incident, { key: `handover-failed:${incident.id}`, text }, context);
  }
  const about = { incidentId: incident.id, failures, reason };
  if (nowMs - failingSinceMs > dayMs) {
    const text = texts.gaveUp(escapeName(name), receiver, reason);
    const key = `handover-given-up:${incident.id}`;
    await tellSomeone({ key, userId: ownerId, channelId, isForChannel: true, reply: say(text) }, context);
    log.error(about, "gave up handing over an alert after a day of failures");
    await handovers.clear(incident.id, incident.revision);
    return "done";
  }
  log.warn(about, "couldn't hand over an alert; trying again");
  return { againInMs: Math.max(backOffMs(failures, slowestRetryMs), Math.min(retryAfterMs, hourMs)) };
}

/** Says something in an incident's thread, once. False if its message is not in Slack yet. */
async function sayInThread(
  incident: Incident,
  { key, text }: { key: string; text: string },
  context: HandoverContext,
): Promise<boolean> {
  const [root] = await context.incidents.messagesOf([incident]);
  if (!root) return false;
  const { channelId, ts: threadTs } = root;
  // The alerts tell by messages of their own if a channel takes nothing any more.
  await postTo(channelId, { key, threadTs, reply: say(text) }, context);
  return true;
}

type Parts = WorkerParts<OncallContext> & { store: OncallStore };

/** The queue. A round finds what no process noticed. */
export const handoverJob = {
  name: queueName,
  subject: "Handing an alert over",
  async about(item: unknown, _id: string, context: Pick<OncallContext, "incidents" | "hooks">) {
    const incident = await context.incidents.find(Item.parse(item).incidentId);
    const hook = incident && (await context.hooks.find(incident.hookId));
    return (
      hook && { subject: `Handing over an alert of hook ${escapeName(hook.name)}`, userId: hook.ownerId }
    );
  },
  waiting: "alerts to hand over",
  work: ({ contextOf, store, queueOf, now }: Parts): Work => ({
    advance: handOver(contextOf),
    round: {
      everyMs: slowRoundMs,
      run: () => ensureHandovers(store, now().getTime(), queueOf(queueName)),
    },
  }),
};

async function ensureHandovers(
  store: OncallStore,
  nowMs: number,
  queue: Pick<JobQueue, "ensure">,
): Promise<void> {
  for (const workspaceId of await store.due.slowVisits(nowMs))
    for (const incidentId of await store.workspace(workspaceId).handovers.due())
      await queue.ensure(...handoverItem(workspaceId, incidentId));
}

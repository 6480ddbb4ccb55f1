import {
  type AlertStore,
  type FirstEventClue,
  type Incident,
  type MadeAlert,
  titleFromElsewhere,
} from "../../../alerts/index.ts";
import { actions } from "../../../../platform/blocks/button.ts";
import { formatChannel, messageLink } from "../../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../../platform/blocks/reply.ts";
import { section } from "../../../../platform/blocks/text.ts";
import type { MessageRef } from "../../../../platform/jobs/messenger.ts";
import { postOnce } from "../../../../platform/jobs/post-once.ts";
import { isAppError } from "../../../../lib/errors.ts";
import { type ObservabilityTarget, targetButton, wordOfTarget } from "../../target.ts";
import type { ObservabilityContext } from "../../context.ts";
import type { ContextOf } from "../../../../platform/context.ts";
import { roundMs } from "../../../../platform/jobs/due.ts";
import type { Step, Work } from "../../../../platform/jobs/worker.ts";
import type { WorkerParts } from "../../../../platform/jobs/workers.ts";
import * as texts from "../texts.ts";
import { hourMs, minuteMs } from "../../../../lib/duration.ts";
import {
  type MadeAlertFired,
  alertsThere,
  asKnown,
  isIncidentOf,
  madeAlertOf,
  originsOf,
} from "../incidents.ts";

const cluesAtOnce = 100;
/** How long to wait for the incident's message, which others in its channel may delay, and how often to check. */
const messageWithinMs = minuteMs;
const recheckMs = 1_000;
/** The same for the target's list of alerts, if only that can decide. After this time the match counts. */
const listWithinMs = hourMs;
const askAgainMs = 15_000;

/**
 * Notifies the makers of alerts once that these fired for the first time. The item's id is the workspace's. The clues
 * were saved with the incidents, so none is lost, and are removed when they are done.
 */
export function followFirstEvents(
  contextOf: ContextOf<ObservabilityContext>,
): (workspaceId: string) => Promise<Step> {
  return async (workspaceId) => {
    const context = contextOf(workspaceId);
    const clues = await context.firstEvents.waiting(cluesAtOnce);
    if (clues.length === 0) return "done";
    const pass = { awaited: await context.madeAlerts.awaited(), listed: eachListedOnce(context), context };
    const waits: number[] = [];
    for (const clue of clues) {
      const outcome = await follow(clue, pass);
      if (outcome === "done") await context.firstEvents.done(clue);
      else waits.push(outcome.againInMs);
    }
    return waits.length === 0 ? "next" : { againInMs: Math.min(...waits) };
  };
}

/** The queue that follows clues, with one item for each workspace. */
export const firstEventsJob = {
  name: "first-events",
  subject: "Telling people of the first events of their alert rules",
  work: ({ contextOf, store, queueOf, longestWaitMs, now }: Parts): Work => ({
    advance: followFirstEvents(contextOf),
    round: {
      everyMs: Math.min(roundMs, longestWaitMs),
      run: () =>
        ensureFirstEvents(store, now().getTime(), (workspaceId) =>
          queueOf("first-events").ensure(workspaceId, {}),
        ),
    },
  }),
};

type Parts = WorkerParts<ObservabilityContext> & { store: AlertStore };

/** Ensures a job for every workspace with clues. */
async function ensureFirstEvents(
  store: AlertStore,
  nowMs: number,
  ensure: (workspaceId: string) => Promise<void>,
): Promise<void> {
  for (const { workspaceId } of await store.due.visits(nowMs)) {
    const [clue] = await store.workspace(workspaceId).firstEvents.waiting(1);
    if (clue) await ensure(workspaceId);
  }
}

async function follow(clue: FirstEventClue, pass: Pass): Promise<"done" | { againInMs: number }> {
  const { context } = pass;
  const found = clue.kind === "alert" ? await findIncident(clue, pass) : await findAlert(clue, pass);
  if (!found) return "done";
  const { alert, incident, isSure } = found;
  const isItsOwn = isSure || (await isOnlyOne(found, pass));
  if (isItsOwn === "unknown" && isYoung(clue, listWithinMs, context)) return { againInMs: askAgainMs };
  if (isItsOwn === false) return "done";
  const at = new Date(incident.openedAtMs).toISOString();
  const noted = await context.madeAlerts.noteFirst(alert.alertId, { incidentId: incident.id, at });
  if (!noted) return "done";
  await rememberHook(noted, incident, context);
  const [message] = await context.incidents.messagesOf([incident]);
  if (!message && isYoung(clue, messageWithinMs, context)) return { againInMs: recheckMs };
  await postFirstEvent({ alert: noted, incident, message }, context);
  await context.madeAlerts.noteAnnounced(noted.alertId);
  return "done";
}

function isYoung({ atMs }: FirstEventClue, forMs: number, { now }: ObservabilityContext): boolean {
  return now().getTime() < atMs + forMs;
}

/** Remembers the hook of the alert's webhook, which is now known. */
async function rememberHook(
  { webhookId, connection, serviceId }: MadeAlert,
  { hookId, lastSeenAtMs: atMs }: Incident,
  { webhookTargets }: ObservabilityContext,
): Promise<void> {
  if (webhookId === undefined) return;
  await webhookTargets.remember([{ webhookId, connection, serviceId, hookId, atMs }]);
}

/** The first event of an alert that was made here. */
interface FirstEvent {
  alert: MadeAlert;
  incident: Incident;
  /** The incident's message; absent if it has none after a while. */
  message: MessageRef | undefined;
}

/**
 * Notifies an alert's maker once. It is a direct message, because they may not be in the channel. If a process dies
 * right after Slack took it, it is sent again, because Slack finds no marks by a user's id.
 */
async function postFirstEvent(
  event: FirstEvent,
  {
    messenger,
    posts,
    now,
    moment,
    log,
  }: Pick<ObservabilityContext, "messenger" | "posts" | "now" | "moment" | "log">,
): Promise<void> {
  const { alertId, userId } = event.alert;
  const key = `first-event:${alertId}`;
  try {
    await postOnce(
      { messenger, posts, now, moment },
      { key, channelId: userId, reply: firstEventReply(event) },
    );
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    log.info({ err: error, alertId }, "couldn't post the first event of an alert rule");
    await posts.posted(key, { claimedAt: now().toISOString(), messageRef: { channelId: userId, ts: "" } });
  }
}

/** The message to an alert's maker, with links to the incident's message and to the alert. */
export function firstEventReply({ alert, incident, message }: FirstEvent): Reply {
  const title = titleFromElsewhere(incident.latest.title);
  const url = message && messageLink(message);
  const text = texts.firstFired(alert.name, title, formatChannel(incident), url);
  const show = targetButton(alert, texts.labels.showRule, {
    call: "alert_rules_show",
    args: { rule: alert.alertId },
  });
  return reply(text, [section(text), actions([show])]);
}

/** Shared by the clues of one pass. */
interface Pass {
  /** The alerts made here that have not fired yet, as far as known. */
  awaited: readonly MadeAlert[];
  listed: (target: ObservabilityTarget) => ReturnType<typeof alertsThere>;
  context: ObservabilityContext;
}

/** Reads the alerts of each target once in a pass. */
function eachListedOnce(context: ObservabilityContext): Pass["listed"] {
  const lists = new Map<string, ReturnType<typeof alertsThere>>();
  return (target) => {
    const key = wordOfTarget(target);
    const list = lists.get(key) ?? alertsThere(target, context);
    lists.set(key, list);
    return list;
  };
}

/** An alert made here, and the incident that may be its first. */
interface Found extends MadeAlertFired {
  incident: Incident;
}

/** The awaited alert of an incident. */
async function findAlert({ id }: FirstEventClue, { awaited, context }: Pass): Promise<Found | undefined> {
  const { incidents, hooks } = context;
  const incident = awaited.length === 0 ? undefined : await incidents.find(id);
  const hook = incident && (await hooks.find(incident.hookId));
  const fired = hook && madeAlertOf(incident, hook, awaited);
  return fired && { ...fired, incident };
}

/** An alert may be known here so much later than it was created, if its answer was lost. */
const earlierMs = 15 * minuteMs;

/** The oldest incident of an awaited alert, which may have fired before it was known here. */
async function findIncident({ id }: FirstEventClue, { awaited, context }: Pass): Promise<Found | undefined> {
  const alert = awaited.find(({ alertId }) => alertId === id);
  if (!alert) return undefined;
  const ids = (await context.incidents.recentOf(originsOf(asKnown(alert)))).flat();
  const latestFirst = await context.incidents.many(ids);
  const sinceMs = Date.parse(alert.at) - earlierMs;
  const since = latestFirst.toReversed().filter(({ lastSeenAtMs }) => lastSeenAtMs > sinceMs);
  const hooks = new Map((await context.hooks.list()).map((hook) => [hook.id, hook]));
  const fired = since
    .toSorted((a, b) => a.openedAtMs - b.openedAtMs)
    .flatMap((incident) => {
      const hook = hooks.get(incident.hookId);
      const found = hook && madeAlertOf(incident, hook, [alert]);
      return found ? [{ ...found, incident }] : [];
    });
  return fired.find(({ isSure }) => isSure) ?? fired[0];
}

/** True if no other alert of the target can have fired. Without a list, the threshold decides. */
async function isOnlyOne({ alert, incident }: Found, { listed }: Pass): Promise<boolean | "unknown"> {
  const there = await listed(alert);
  if (there === "failed") return "unknown";
  if (there !== "unserved") {
    const isItsOwn = isIncidentOf(alert.alertId, incident, there.alerts);
    // An unreadable alert may watch the same tile, or be the alert itself.
    return there.unreadable.length === 0 ? isItsOwn : "unknown";
  }
  return Number(incident.latest.threshold) === alert.threshold;
}

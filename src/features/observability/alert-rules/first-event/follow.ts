import type { AlertStore, FirstEventClue, Incident, MadeAlert } from "../../../alerts/index.ts";
import type { ObservabilityContext } from "../../context.ts";
import type { ContextOf } from "../../../../platform/context.ts";
import type { Step, Work } from "../../../../platform/jobs/worker.ts";
import type { WorkerParts } from "../../../../platform/jobs/workers.ts";
import { type Pass, eachListedOnce, findAlert, findIncident, isListedSo } from "./find.ts";
import { tellFirstEvent } from "./tell.ts";
import { hourMs, minuteMs } from "../../../../lib/duration.ts";

const cluesAtOnce = 100;
/** How long its message is waited for, which may be held back by others in its channel, and how often it is looked for. */
const messageWithinMs = minuteMs;
const recheckMs = 1_000;
/** The same of the place's list of alerts, where it takes that to tell one from others; after it, it is believed. */
const listWithinMs = hourMs;
const askAgainMs = 15_000;

/**
 * Tells the makers of alerts, once each, that these fired for the first time; the item's id is the workspace's. The clues
 * to it were written down with the incidents, so that none is lost, and go when nothing is left to be done about them.
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

/** Within how long a clue is found that no job follows. */
const roundMs = 5_000;

/** The queue that follows clues, an item a workspace. */
export const firstEventsJob = {
  name: "first-events",
  work: ({ contextOf, store, queueOf, longestWaitMs }: Parts): Work => ({
    advance: followFirstEvents(contextOf),
    round: {
      everyMs: Math.min(roundMs, longestWaitMs),
      run: () => ensureFirstEvents(store, (workspaceId) => queueOf("first-events").ensure(workspaceId, {})),
    },
  }),
};

type Parts = WorkerParts<ObservabilityContext> & { store: AlertStore };

/** Follows the clues of every workspace that has some. */
async function ensureFirstEvents(
  store: AlertStore,
  ensure: (workspaceId: string) => Promise<void>,
): Promise<void> {
  for (const workspaceId of await store.alertingWorkspaces()) {
    const [clue] = await store.workspace(workspaceId).firstEvents.waiting(1);
    if (clue) await ensure(workspaceId);
  }
}

/** One that is not done is followed again. */
type Followed = "done" | { againInMs: number };

async function follow(clue: FirstEventClue, pass: Pass): Promise<Followed> {
  const { context } = pass;
  const found = clue.kind === "alert" ? await findIncident(clue, pass) : await findAlert(clue, pass);
  if (!found) return "done";
  const { alert, incident, isSure } = found;
  const isItsOwn = isSure || (await isListedSo(found, pass));
  if (isItsOwn === "unknown" && isYoung(clue, listWithinMs, context)) return { againInMs: askAgainMs };
  if (isItsOwn === false) return "done";
  const at = new Date(incident.openedAtMs).toISOString();
  const noted = await context.madeAlerts.noteFirst(alert.alertId, { incidentId: incident.id, at });
  if (!noted) return "done";
  await learnTarget(noted, incident, context);
  const [message] = await context.incidents.messagesOf([incident]);
  if (!message && isYoung(clue, messageWithinMs, context)) return { againInMs: recheckMs };
  await tellFirstEvent({ alert: noted, incident, message }, context);
  await context.madeAlerts.noteAnnounced(noted.alertId);
  return "done";
}

function isYoung({ atMs }: FirstEventClue, forMs: number, { now }: ObservabilityContext): boolean {
  return now().getTime() < atMs + forMs;
}

/** Where its webhook leads is known now. */
async function learnTarget(
  { webhookId, connection, serviceId }: MadeAlert,
  { hookId, lastSeenAtMs: atMs }: Incident,
  { webhookTargets }: ObservabilityContext,
): Promise<void> {
  if (webhookId === undefined) return;
  const target = { connection, ...(serviceId !== undefined && { serviceId }) };
  await webhookTargets.remember([{ webhookId, ...target, hookId, atMs }]);
}

import type { Recorder } from "../../platform/audit/recorder.ts";
import type { AlertsContext } from "./context.ts";
import type { Hook } from "./hooks/record.ts";
import { type Summary, difference, plain, shortHash } from "../../platform/audit/log.ts";

type RecordedParts = Pick<AlertsContext, "inbox" | "deadLetters">;

/** Records each change of hooks, incidents and dead letters, and each test, in the audit log. */
export function recordingAlerts(context: AlertsContext, record: Recorder): Partial<AlertsContext> {
  return { hooks: recordingHooks(context, record), ...recordingActions(context, record) };
}

/** Hooks that record each change under the audit action of the command. */
function recordingHooks({ hooks }: Pick<AlertsContext, "hooks">, record: Recorder): AlertsContext["hooks"] {
  return {
    ...hooks,
    async add(hook) {
      const what = { ...record.doingWith("hook", "create"), subject: hook.name };
      record.begin(what);
      await hooks.add(hook);
      await record.done({ ...what, after: plain(hookSummary(hook)) });
    },
    async change(id, change) {
      let before: Hook | undefined;
      const changed = await hooks.change(id, (present) => {
        const next = change((before = present));
        record.begin({ ...record.doingWith("hook", "change"), subject: present.name });
        return next;
      });
      if (before && changed) await recordChange(before, changed, record);
      return changed;
    },
    async remove(id) {
      const hook = await hooks.find(id);
      const what = { ...record.doingWith("hook", "delete"), subject: hook?.name ?? id };
      record.begin(what);
      const removed = await hooks.remove(id);
      if (removed) await record.done({ ...what, ...(hook && { before: plain(hookSummary(hook)) }) });
      return removed;
    },
  };
}

async function recordChange(before: Hook, after: Hook, record: Recorder): Promise<void> {
  const changed = difference(hookSummary(before), hookSummary(after));
  if (Object.keys(changed.after).length === 0) return;
  await record.done({ ...record.doingWith("hook", "change"), subject: after.name, ...changed });
}

function recordingActions(
  { inbox, deadLetters, incidents, hooks }: RecordedParts & Pick<AlertsContext, "incidents" | "hooks">,
  record: Recorder,
): RecordedParts {
  /** An alert's title and id for an audit entry; no title if the incident has expired. */
  async function about(incidentId: string) {
    const incident = await incidents.find(incidentId);
    return { ...(incident && { subject: incident.latest.title }), after: { incidentId } };
  }

  return {
    inbox: {
      ...inbox,
      async accept(hookId, ...received) {
        const hook = await hooks.find(hookId);
        const what = { action: "hook.test", subject: hook?.name ?? hookId } as const;
        record.begin(what);
        const acceptance = await inbox.accept(hookId, ...received);
        if (!acceptance.refused) await record.done(what);
        return acceptance;
      },
      async addAction(hookId, action) {
        const { after, ...named } = await about(action.incidentId);
        record.begin({ action: `alert.${action.verb}`, ...named });
        await inbox.addAction(hookId, action);
        const until: Record<string, string> =
          "untilMs" in action ? { until: new Date(action.untilMs).toISOString() } : {};
        const { reason: detail } = "reason" in action ? action : { reason: undefined };
        await record.done({
          action: `alert.${action.verb}`,
          ...named,
          after: { ...after, ...until },
          ...(detail ? { detail } : {}),
        });
      },
    },
    deadLetters: {
      ...deadLetters,
      async replay(itemId, atMs) {
        const named = await about(itemId);
        record.begin({ action: "dead-letter.replay", ...named });
        const letter = await deadLetters.replay(itemId, atMs);
        if (letter) await record.done({ action: "dead-letter.replay", ...named });
        return letter;
      },
      async drop(itemId) {
        const named = await about(itemId);
        record.begin({ action: "dead-letter.drop", ...named });
        const dropped = await deadLetters.drop(itemId);
        if (dropped) await record.done({ action: "dead-letter.drop", ...named });
        return dropped;
      },
    },
  };
}

/** Lists the fields one by one, so that a new field stays out of the audit log until we know it is no secret. */
function hookSummary(hook: Hook): Summary {
  const { name, channelId, ownerId, fallbackChannelId, escalation, broadcasts, observes } = hook;
  return {
    id: hook.id,
    name,
    channelId,
    ownerId,
    secretsMadeAt: hook.secrets.map(({ createdAt }) => createdAt),
    isSigned: hook.secrets.some(({ sealed }) => sealed !== undefined),
    isPaused: hook.paused !== undefined,
    fallbackChannelId,
    escalation,
    broadcasts,
    mappingHash: shortHash(hook.mapping),
    rules: hook.rules.length,
    rulesHash: shortHash(hook.rules),
    muted: Object.keys(hook.muted).length,
    mutedHash: shortHash(Object.keys(hook.muted)),
    observes: observes && { connection: observes.connection, serviceId: observes.serviceId ?? null },
  };
}

import type { WorkspaceContext } from "../context.ts";
import type { Hook } from "../store/alerts/hook.ts";
import type { Recorder } from "./recorder.ts";
import { difference, hookSummary, plain } from "./summaries.ts";

type Acts = Pick<WorkspaceContext, "inbox" | "deadLetters">;

/** Hooks, whose changes are written down under the name of what was done with them. */
export function recordingHooks(
  { hooks }: Pick<WorkspaceContext, "hooks">,
  record: Recorder,
): WorkspaceContext["hooks"] {
  return {
    ...hooks,
    async add(hook) {
      await hooks.add(hook);
      const after = plain(hookSummary(hook));
      await record.done({ ...record.doingWith("hook", "create"), subject: hook.name, after });
    },
    async change(id, change) {
      let before: Hook | undefined;
      const changed = await hooks.change(id, (present) => change((before = present)));
      if (before && changed) await recordChange(before, changed, record);
      return changed;
    },
    async remove(id) {
      const hook = await hooks.find(id);
      const removed = await hooks.remove(id);
      const before = hook && plain(hookSummary(hook));
      if (removed) {
        const action = record.doingWith("hook", "delete");
        await record.done({ ...action, subject: hook?.name ?? id, ...(before ? { before } : {}) });
      }
      return removed;
    },
  };
}

async function recordChange(before: Hook, after: Hook, record: Recorder): Promise<void> {
  const changed = difference(hookSummary(before), hookSummary(after));
  if (Object.keys(changed.after).length === 0) return;
  await record.done({ ...record.doingWith("hook", "change"), subject: after.name, ...changed });
}

/** What people do with incidents and dead letters, written down. */
export function recordingAlerts(
  { inbox, deadLetters, incidents }: Acts & Pick<WorkspaceContext, "incidents">,
  record: Recorder,
): Acts {
  /** An alert's title, which people know it by, and its id; without a title where it is not kept any more. */
  async function about(incidentId: string) {
    const incident = await incidents.find(incidentId);
    return { ...(incident && { subject: incident.latest.title }), after: { incidentId } };
  }

  return {
    inbox: {
      ...inbox,
      async act(hookId, act) {
        const { after, ...named } = await about(act.incidentId);
        await inbox.act(hookId, act);
        const until: Record<string, string> =
          "untilMs" in act ? { until: new Date(act.untilMs).toISOString() } : {};
        const { reason: detail } = "reason" in act ? act : { reason: undefined };
        await record.done({
          action: `alert.${act.act}`,
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
        const letter = await deadLetters.replay(itemId, atMs);
        if (letter) await record.done({ action: "dead-letter.replay", ...named });
        return letter;
      },
      async drop(itemId) {
        const named = await about(itemId);
        const dropped = await deadLetters.drop(itemId);
        if (dropped) await record.done({ action: "dead-letter.drop", ...named });
        return dropped;
      },
    },
  };
}

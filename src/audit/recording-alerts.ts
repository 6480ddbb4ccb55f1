import type { WorkspaceContext } from "../context.ts";
import type { Hook } from "../store/alerts/hook.ts";
import type { Recorder } from "./recorder.ts";
import { difference, hookSummary, plain } from "./summaries.ts";

type Parts = Pick<WorkspaceContext, "inbox" | "deadLetters">;

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
export function recordingAlerts({ inbox, deadLetters }: Parts, record: Recorder): Parts {
  return {
    inbox: {
      ...inbox,
      async act(hookId, act) {
        await inbox.act(hookId, act);
        const after = "untilMs" in act ? { until: new Date(act.untilMs).toISOString() } : undefined;
        const { reason: detail } = "reason" in act ? act : { reason: undefined };
        await record.done({
          action: `alert.${act.act}`,
          subject: act.incidentId,
          ...(after ? { after } : {}),
          ...(detail ? { detail } : {}),
        });
      },
    },
    deadLetters: {
      ...deadLetters,
      async replay(itemId, atMs) {
        const letter = await deadLetters.replay(itemId, atMs);
        if (letter) await record.done({ action: "dead-letter.replay", subject: itemId });
        return letter;
      },
      async drop(itemId) {
        const dropped = await deadLetters.drop(itemId);
        if (dropped) await record.done({ action: "dead-letter.drop", subject: itemId });
        return dropped;
      },
    },
  };
}

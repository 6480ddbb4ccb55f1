import type { JobQueue } from "../../../platform/jobs/queue.ts";
import type { AlertStore } from "../context.ts";

/** Has every hook worked in of which something is due that nobody sends, or that was sent something and nobody said so. */
export async function ensureFolds(
  store: Pick<AlertStore, "alertingWorkspaces" | "workspace">,
  foldQueue: Pick<JobQueue, "ensure">,
  now: () => Date,
): Promise<void> {
  const nowMs = now().getTime();
  for (const workspaceId of await store.alertingWorkspaces()) {
    const { inbox, hooks, incidents } = store.workspace(workspaceId);
    const [full, all] = await Promise.all([inbox.full(), hooks.list()]);
    const due = await Promise.all(
      all.map(async ({ id }) => ((await incidents.due(id, nowMs, 1)).length > 0 ? [id] : [])),
    );
    for (const hookId of new Set([...full, ...due.flat()])) await foldQueue.ensure(hookId, {}, true);
  }
}

import type { Convergence } from "../../delivery/convergence.ts";
import type { Store } from "../../store/store.ts";

/** After so long something that is due has surely been forgotten. */
const overdueMs = 10_000;

/** Sees to it that every hook is looked after that was sent something, or of which something is due, though its job is gone or waits. */
export async function ensureFolds(
  store: Store,
  foldQueue: Pick<Convergence, "ensure">,
  now: () => Date,
): Promise<void> {
  const overdueAtMs = now().getTime() - overdueMs;
  for (const workspaceId of await store.alertingWorkspaces()) {
    const { inbox, hooks, incidents } = store.workspace(workspaceId);
    const [full, all] = await Promise.all([inbox.full(), hooks.list()]);
    const overdue = await Promise.all(
      all.map(async ({ id }) => ((await incidents.due(id, overdueAtMs, 1)).ids.length > 0 ? [id] : [])),
    );
    for (const hookId of new Set([...full, ...overdue.flat()])) await foldQueue.ensure(hookId, {}, true);
  }
}

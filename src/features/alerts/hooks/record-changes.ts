import type { AlertsContext } from "../context.ts";
import type { Hook } from "./record.ts";
import { added, changeBetween, removed } from "../../../platform/audit/recorder.ts";
import { type Summary, shortHash } from "../../../platform/audit/log.ts";

type HooksContext = Pick<AlertsContext, "hooks" | "audit">;

/** Adds a hook and records it. Fails as conflict if its name is taken. */
export async function addHook(hook: Hook, { hooks, audit }: HooksContext): Promise<void> {
  await audit.change(
    { action: audit.actionOn("hook", "create"), subject: hook.name },
    () => hooks.add(hook),
    () => added(hookSummary(hook)),
  );
}

/** Changes a hook atomically, records what changed, and returns the result. Undefined if the hook is gone. */
export async function changeHookIfThere(
  { id, name }: Pick<Hook, "id" | "name">,
  { hooks, audit }: HooksContext,
  change: (present: Hook) => Hook,
): Promise<Hook | undefined> {
  let before: Hook | undefined;
  return audit.change(
    { action: audit.actionOn("hook", "change"), subject: name },
    () => hooks.change(id, (present) => change((before = present))),
    (after) => before && after && changeBetween(hookSummary(before), hookSummary(after)),
  );
}

/** Removes a hook and records it. False if it is gone already. */
export async function removeKnownHook(hook: Hook, { hooks, audit }: HooksContext): Promise<boolean> {
  return audit.change(
    { action: audit.actionOn("hook", "delete"), subject: hook.name },
    () => hooks.remove(hook.id),
    (isRemoved) => (isRemoved ? removed(hookSummary(hook)) : undefined),
  );
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

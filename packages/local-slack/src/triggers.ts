import { newSecret } from "./ids.ts";
import { SlackRefusal } from "./refusal.ts";
import type { Trigger, Workspace } from "./workspace.ts";
import { hourMs } from "./duration.ts";

const keptMs = hourMs;

/** A trigger_id for a person's action. */
export function issueTrigger(
  workspace: Workspace,
  { user, channel, viewId, paneId }: Pick<Trigger, "user" | "channel" | "viewId" | "paneId">,
): string {
  forgetOld(workspace);
  const issuedAt = workspace.now();
  const id = `${issuedAt}.${newSecret(5)}.${newSecret(16)}`;
  workspace.triggers.set(id, { user, channel, viewId, paneId, issuedAt, used: false });
  return id;
}

/** The action of a trigger_id, which then expires. */
export function exchangeTrigger(workspace: Workspace, id: string): Trigger {
  const trigger = workspace.triggers.get(id);
  if (!trigger) throw new SlackRefusal("invalid_trigger_id");
  if (trigger.used) throw new SlackRefusal("exchanged_trigger_id");
  if (workspace.now() - trigger.issuedAt > workspace.triggerLifeMs)
    throw new SlackRefusal("expired_trigger_id");
  trigger.used = true;
  return trigger;
}

/** Old ones stay for an hour, so they are "expired" rather than "invalid". */
function forgetOld({ triggers, now }: Workspace): void {
  for (const [id, { issuedAt }] of triggers) {
    if (now() - issuedAt < keptMs) return;
    triggers.delete(id);
  }
}

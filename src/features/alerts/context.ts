import type { ContextOf, WorkspaceContext } from "../../app/context.ts";

/** What carries a workspace's alerts on; none of it changes while the process lives. */
export type AlertContext = Pick<
  WorkspaceContext,
  | "workspaceId"
  | "hooks"
  | "inbox"
  | "incidents"
  | "alertBodies"
  | "storms"
  | "posts"
  | "messenger"
  | "pokeFold"
  | "newId"
  | "now"
  | "log"
>;

/** The context of a workspace's alerts, by its id. */
export type AlertContextOf = (workspaceId: string) => AlertContext;

/** Makes each workspace's once: a whole context costs more than a message does. */
export function alertContexts(contextOf: ContextOf): AlertContextOf {
  const made = new Map<string, AlertContext>();

  return (workspaceId) => {
    const known = made.get(workspaceId);
    if (known) return known;
    const whole = contextOf(workspaceId);
    const { hooks, inbox, incidents, alertBodies, storms, posts, messenger, newId, now, log } = whole;
    const pokeFold = (hookId: string) => whole.pokeFold(hookId);
    const kept = { hooks, inbox, incidents, alertBodies, storms, posts };
    const parts = { ...kept, messenger, pokeFold, newId, now, log };
    const context: AlertContext = { workspaceId, ...parts };
    made.set(workspaceId, context);
    return context;
  };
}

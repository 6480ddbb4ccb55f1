/** A new hook's id: the workspace's, so that it is known where to look for it, and what nobody guesses. */
export function newHookId(workspaceId: string, random: string): string {
  return `${workspaceId}-${random}`;
}

/** The workspace that a hook's id says it is in; undefined for what is no hook's id. */
export function workspaceOfHook(hookId: string): string | undefined {
  return /^([A-Z0-9]{1,30})-[\w-]{1,60}$/.exec(hookId)?.[1];
}

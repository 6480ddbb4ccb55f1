import type { ActivityEntry, Workspace } from "../workspace.ts";

/** The requests between the app and the local Slack, the oldest first, filtered by kind and name if given. */
export function logEntries(
  { activity }: Workspace,
  { kind, name }: { kind?: string; name?: string },
): ActivityEntry[] {
  return activity.filter((entry) => {
    const entryName = entry.kind === "call" ? entry.method : entry.name;
    return (!kind || entry.kind === kind) && (!name || entryName === name);
  });
}

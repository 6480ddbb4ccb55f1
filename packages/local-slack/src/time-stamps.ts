import type { Workspace } from "./workspace.ts";

/** The next message time stamp: seconds with six decimals, later than all earlier ones. */
export function nextTimeStamp(workspace: Workspace): string {
  workspace.lastStampUs = Math.max(workspace.now() * 1000, workspace.lastStampUs + 1);
  return `${Math.floor(workspace.lastStampUs / 1_000_000)}.${String(workspace.lastStampUs % 1_000_000).padStart(6, "0")}`;
}

/** Slack's clock in whole seconds since 1970. */
export function nowInSeconds(workspace: Workspace): number {
  return Math.floor(workspace.now() / 1000);
}

import { channel } from "node:diagnostics_channel";
import type { ActivityEntry, Workspace } from "./workspace.ts";

const keptEntries = 1000;

/** Publishes each entry, for tools that collect them. Costs nothing without a subscriber. */
const entries = channel("local-slack");

/** Adds an entry, and drops the oldest above a thousand. */
export function remember({ activity }: Workspace, entry: ActivityEntry): void {
  entries.publish(entry);
  activity.push(entry);
  if (activity.length > keptEntries) activity.splice(0, activity.length - keptEntries);
}

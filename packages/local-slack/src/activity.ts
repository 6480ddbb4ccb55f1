import { channel } from "node:diagnostics_channel";
import type { JsonObject } from "./json.ts";
import type { Workspace } from "./workspace.ts";

/** One request between the app and the local Slack, as `GET /page/log` shows it, without tokens. */
export type ActivityEntry = CallEntry | RequestEntry;

/** A request the app made. */
interface CallEntry {
  kind: "call";
  /** Milliseconds since 1970. */
  at: number;
  /** The method, or `response_url`. */
  method: string;
  arguments: JsonObject;
  /** Null if the connection ended without a response. */
  status: number | null;
  answer: unknown;
}

/** A request sent to the app. */
interface RequestEntry {
  kind: "request";
  at: number;
  /** `slash_commands`, `interactive` or `events_api`. */
  type: string;
  /** The command, or the payload's or event's type. */
  name: string;
  payload: JsonObject;
  /** The response's HTTP status. 200 over a socket. Null without a response. */
  status: number | null;
  durationMs: number;
  answer: unknown;
  /** The reason for a missing acknowledgement. */
  failure?: string;
}

const keptEntries = 1000;

/** Publishes each entry, for tools that collect them. Costs nothing without a subscriber. */
const entries = channel("local-slack");

/** Adds an entry, and drops the oldest above a thousand. */
export function remember({ activity }: Workspace, entry: ActivityEntry): void {
  entries.publish(entry);
  activity.push(entry);
  if (activity.length > keptEntries) activity.splice(0, activity.length - keptEntries);
}

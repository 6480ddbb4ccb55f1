import type { JsonObject } from "../json.ts";

/** A request for the app: a command, an interaction or an event. */
export interface Delivery {
  type: "slash_commands" | "interactive" | "events_api";
  /** Its subject in the log: the command, or the payload's or event's type. */
  name: string;
  payload: JsonObject;
  retry?: { number: number; reason: RetryReason };
}

/** Slack's reason for sending an event again. */
type RetryReason = "http_timeout" | "connection_failed" | "http_error";

/** The app's answer: an acknowledgement with its body (undefined if empty), or nothing usable. */
export type AppAnswer =
  | { ok: true; status: number; body: unknown }
  | { ok: false; status: number | null; reason: RetryReason; body?: unknown; noRetry?: boolean };

/** A connection to the app: HTTP or a socket. */
export type Transport = (delivery: Delivery) => Promise<AppAnswer>;

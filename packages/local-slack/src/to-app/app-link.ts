import { Agent } from "undici";
import { remember } from "../activity.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import type { Workspace } from "../workspace.ts";
import type { AppAnswer, Delivery } from "./delivery.ts";
import { httpTransport } from "./http-transport.ts";
import { createSocketMode, type SocketMode } from "./socket-mode.ts";

/** The connection to the app, which logs everything sent. */
export interface AppLink {
  readonly sockets: SocketMode;
  deliver(delivery: Delivery): Promise<AppAnswer>;
  /** Sends an event, and again if it is not acknowledged. */
  sendEvent(delivery: Delivery): void;
  close(): Promise<void>;
}

/** Slack's time limits. */
export interface LinkTimes {
  /** The app's time to acknowledge. */
  acknowledgeMs: number;
  /** The waits after each failure until an event is sent again. */
  eventRetryDelaysMs: readonly number[];
}

const notInstalled: AppAnswer = { ok: false, status: null, reason: "connection_failed" };

/** Connects the local Slack with the app: over its sockets if there are any, or over HTTP. */
export function createAppLink(workspace: Workspace, times: LinkTimes): AppLink {
  // A connection for each request: an app that was just restarted should not meet a dead one.
  const dispatcher = new Agent({ pipelining: 0 });
  const sockets = createSocketMode(workspace, times.acknowledgeMs);
  const overHttp = httpTransport(workspace, times.acknowledgeMs, dispatcher);
  const retries = new Set<NodeJS.Timeout>();
  let closed = false;

  async function deliver(delivery: Delivery): Promise<AppAnswer> {
    const at = workspace.now();
    // Slack sends nothing to an app that is not installed, except the events that say so.
    if (!workspace.installation && delivery.type !== "events_api") return notInstalled;
    const startedAt = performance.now();
    const answer = await (sockets.connections > 0 ? sockets.send(delivery) : overHttp(delivery));
    note(workspace, delivery, answer, { at, durationMs: performance.now() - startedAt });
    return answer;
  }

  async function attempt(delivery: Delivery, number: number): Promise<void> {
    const answer = await deliver(delivery);
    const delayMs = times.eventRetryDelaysMs[number];
    if (closed || answer.ok || answer.noRetry || delayMs === undefined) return;
    const retry = { number: number + 1, reason: answer.reason };
    const timer = setTimeout(() => {
      retries.delete(timer);
      void attempt({ ...delivery, retry }, number + 1);
    }, delayMs);
    retries.add(timer);
  }

  return {
    sockets,
    deliver,
    sendEvent: (delivery) => void attempt(delivery, 0),
    async close() {
      closed = true;
      for (const timer of retries) clearTimeout(timer);
      await sockets.close();
      await dispatcher.destroy();
    },
  };
}

function note(
  workspace: Workspace,
  { type, name, payload }: Delivery,
  answer: AppAnswer,
  timing: { at: number; durationMs: number },
): void {
  remember(workspace, {
    kind: "request",
    ...timing,
    type,
    name,
    payload: withoutToken(payload),
    status: answer.status,
    answer: answer.body,
    ...(!answer.ok && { failure: answer.reason }),
  });
  if (workspace.connected === answer.ok) return;
  workspace.connected = answer.ok;
  workspace.changes.bump();
}

/** The log has no token. An event about a step's run brings its own. */
function withoutToken({ event, ...payload }: JsonObject): JsonObject {
  if (!isJsonObject(event)) return payload;
  const { bot_access_token: _token, ...rest } = event;
  return { ...payload, event: rest };
}

import type { RequestListener } from "node:http";
import { App, HTTPReceiver } from "@slack/bolt";
import type { Logger } from "pino";
import { AppError } from "../../lib/errors.ts";
import type { Metrics } from "../../lib/metrics.ts";
import type { RequestKind } from "../../lib/metrics/slack.ts";
import { type Proxy, proxyFailureIn } from "../cloud/transport/proxy.ts";
import type { Tracing } from "../../lib/tracing/tracing.ts";
import { slackLogger } from "./web-api/clients.ts";
import { type SocketTimes, slackSockets } from "./sockets.ts";
import { cameMsOf } from "./http-requests.ts";
import * as texts from "./texts.ts";
import { z } from "zod";
import { listenToActions } from "./interactions/interactions.ts";
import { listenToCommandButtons, listenToCommands } from "./interactions/commands.ts";
import type { ListenerDeps, InFlight } from "./interactions/deps.ts";
import { listenToHome } from "./home.ts";
import { listenToForms } from "./interactions/forms.ts";
import { listenToWindows } from "./interactions/windows.ts";
import { listenToSteps } from "./interactions/workflow-steps.ts";
import { listenToLinks, listenToObjects } from "./interactions/objects.ts";
import { listenToMessages } from "./interactions/ask.ts";
import { listenToShortcuts } from "./interactions/shortcuts.ts";

/** Records what Slack sends, each until all of its work is done. A stop waits for that. */
function trackEverything(bolt: App, tracing: Tracing, inFlight: Pick<InFlight, "track">): void {
  const processEvent = bolt.processEvent.bind(bolt);
  bolt.processEvent = (event) => {
    const kind = typeof event.body["command"] === "string" ? "slack.command" : "slack.interaction";
    return inFlight.track(() => tracing.begin(kind, {}, {}, () => processEvent(event)));
  };
}

/**
 * Acknowledges, once all listeners are done, what none of them acknowledged: requests that we do not handle or cannot
 * read, except a workflow's step. Without this, Bolt waits 3 s and responds 404, which people see as a broken app.
 */
function acknowledgeEverything(bolt: App, metrics: SlackMeters | undefined, log: Logger): void {
  const processEvent = bolt.processEvent.bind(bolt);
  bolt.processEvent = async (event) => {
    const sinceMs = Number(event.customProperties?.["cameMs"] ?? performance.now());
    const kind = kindOf(event.body);
    let isAcknowledged = false;
    const acknowledged = (): void => metrics?.acknowledged(kind, (performance.now() - sinceMs) / 1_000);
    await processEvent({
      ...event,
      async ack(response) {
        // A button in a form's modal has two listeners, and Bolt refuses a second acknowledgement.
        if (isAcknowledged) return;
        isAcknowledged = true;
        await event.ack(response);
        acknowledged();
      },
    });
    if (isAcknowledged) return;
    // A workflow waits for its step's outcome, so Slack must send it again.
    if (isStep(event.body)) {
      metrics?.notAcknowledged(kind);
      throw new AppError("upstream", "A workflow's step wasn't accepted.");
    }
    log.warn(
      { type: event.body["type"], command: event.body["command"] },
      "ignored a request from Slack that the app doesn't handle",
    );
    await event.ack();
    acknowledged();
  };
}

/** The metrics of Slack's requests. */
type SlackMeters = Pick<Metrics, "acknowledged" | "notAcknowledged" | "slackSockets">;

/** What Slack sent. */
function kindOf(body: Readonly<Record<string, unknown>>): RequestKind {
  if ("command" in body) return "command";
  const type = String(body["type"]);
  if (type.startsWith("view_")) return "form";
  return type.startsWith("block_") || type === "message_action" ? "click" : "event";
}

const StepEvent = z.looseObject({ event: z.looseObject({ type: z.literal("function_executed") }) });

function isStep(body: unknown): boolean {
  return StepEvent.safeParse(body).success;
}

const timeoutMs = 3_000;

/** The time at Slack, to the second. Fails as `upstream` if Slack does not answer. */
export async function slackTime(slackApiUrl: string, ask: typeof fetch): Promise<Date> {
  const response = await ask(new URL("api.test", slackApiUrl), {
    method: "POST",
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new AppError("upstream", proxyFailureIn(error)?.message ?? texts.unreachable, { cause: error });
  });
  await response.body?.cancel();
  const at = new Date(response.headers.get("date") ?? "");
  if (Number.isNaN(at.getTime())) throw new AppError("upstream", texts.noTime);
  return at;
}

interface Options {
  slackApiUrl: string;
  fetch?: typeof globalThis.fetch;
  proxy?: Proxy | undefined;
  /** Socket Mode when given. */
  appToken?: string | undefined;
  socketTimes?: SocketTimes;
  metrics?: SlackMeters;
  tracing: Tracing;
  inFlight: Pick<InFlight, "track">;
  log: Logger;
}

/** Slack's requests: by HTTP through `receive`, or over a socket. */
interface SlackApp {
  bolt: App;
  /** Takes authenticated POST requests with a `rawBody`. Absent in Socket Mode. */
  receive: RequestListener | undefined;
  /** In Socket Mode, resolves once the first try to connect has ended, whichever way. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Why nothing comes over the socket. Undefined while one is open, and without Socket Mode. */
  socketTrouble(): string | undefined;
}

/** Bolt without its traps: no memory store, no call before it is needed, failures in our log. */
export async function createSlackApp({
  slackApiUrl,
  fetch,
  proxy,
  appToken,
  socketTimes: times,
  metrics,
  tracing,
  inFlight,
  log,
}: Options): Promise<SlackApp> {
  const logger = slackLogger(log);
  const clientOptions = { slackApiUrl, logger, ...(fetch && { fetch }) };
  const sockets =
    appToken === undefined
      ? undefined
      : slackSockets({ appToken, slackApiUrl, fetch, proxy, logger, times, metrics, log });
  // The signature, the age and the size are checked before (http-requests.ts).
  const http = new HTTPReceiver({
    signingSecret: "checked before",
    signatureVerification: false,
    customPropertiesExtractor: (request) => ({ cameMs: cameMsOf(request) }),
    logger,
  });
  const bolt = new App({
    // Each socket has a receiver of its own.
    receiver: http,
    logger,
    clientOptions,
    convoStore: false,
    ignoreSelf: false,
    // A workflow's step brings a token that ends with the step. We complete it with ours, maybe later.
    attachFunctionToken: false,
    deferInitialization: true,
    // Our code never asks Bolt for a client. Each workspace has its own, found when it is used.
    authorize: async () => ({}),
  });
  acknowledgeEverything(bolt, metrics, log);
  trackEverything(bolt, tracing, inFlight);
  await bolt.init();
  bolt.error(async (error) => log.error({ err: error }, "a request from Slack failed"));
  return {
    bolt,
    receive: sockets ? undefined : http.requestListener,
    start: async () => sockets?.start(bolt),
    stop: async () => sockets?.stop(),
    socketTrouble: () => sockets?.trouble(),
  };
}

/** Listens to everything that people and workflows do with the app in Slack. */
export function listenToSlack(bolt: App, deps: ListenerDeps): void {
  listenToCommands(bolt, deps);
  listenToCommandButtons(bolt, deps);
  listenToForms(bolt, deps);
  listenToHome(bolt, deps);
  listenToActions(bolt, deps);
  listenToWindows(bolt, deps);
  listenToLinks(bolt, deps);
  listenToObjects(bolt, deps);
  listenToMessages(bolt, deps);
  listenToShortcuts(bolt, deps);
  listenToSteps(bolt, deps);
}

/** Tracks acknowledged work. */
export function createInFlight(): InFlight {
  const running = new Set<Promise<unknown>>();
  return {
    async track(work) {
      const promise = work();
      running.add(promise);
      try {
        return await promise;
      } finally {
        running.delete(promise);
      }
    },
    async drain(timeoutMs) {
      const { promise: isOver, resolve } = Promise.withResolvers<"over">();
      const timer = setTimeout(() => resolve("over"), timeoutMs);
      while (running.size > 0)
        if ((await Promise.race([Promise.allSettled(running), isOver])) === "over") break;
      clearTimeout(timer);
    },
  };
}

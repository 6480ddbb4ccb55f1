import type { RequestListener } from "node:http";
import { App, HTTPReceiver, SocketModeReceiver } from "@slack/bolt";
import type { Logger } from "pino";
import { AppError } from "../../lib/errors.ts";
import { slackLogger } from "./web-api/clients.ts";
import { slackFailure } from "./failure.ts";
import { z } from "zod";
import { listenToActions } from "./interactions/interactions.ts";
import { type Dispatching, listenToCommandButtons, listenToCommands } from "./interactions/commands.ts";
import { listenToHome } from "./home.ts";
import { listenToForms } from "./interactions/forms.ts";
import { listenToSteps } from "./interactions/workflow-steps.ts";
import { listenToLinks } from "./interactions/links.ts";

/**
 * Acknowledges what no listener has acknowledged as soon as all of them are done: what we do not listen to, and what
 * we cannot read, but for a workflow's step. Bolt alone lets such a request wait for 3 s and answers 404, which people
 * see as a broken app.
 */
function acknowledgeEverything(bolt: App, log: Logger): void {
  const processEvent = bolt.processEvent.bind(bolt);
  bolt.processEvent = async (event) => {
    let isAcknowledged = false;
    await processEvent({
      ...event,
      async ack(response) {
        // A button in a form's modal has two listeners, and Bolt refuses a second acknowledgement.
        if (isAcknowledged) return;
        isAcknowledged = true;
        await event.ack(response);
      },
    });
    if (isAcknowledged) return;
    // A workflow waits for the outcome of its step: Slack has to tell of it again.
    if (isStep(event.body)) throw new AppError("upstream", "A workflow's step was not accepted.");
    log.warn(
      { type: event.body["type"], command: event.body["command"] },
      "nothing here answers this request",
    );
    await event.ack();
  };
}

const StepEvent = z.looseObject({ event: z.looseObject({ type: z.literal("function_executed") }) });

function isStep(body: unknown): boolean {
  return StepEvent.safeParse(body).success;
}

const timeoutMs = 3_000;

/** What time it is at Slack, to the second; fails as `upstream` where Slack does not tell. */
export async function slackTime(slackApiUrl = "https://slack.com/api/"): Promise<Date> {
  const response = await fetch(new URL("api.test", slackApiUrl), {
    method: "POST",
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new AppError("upstream", "Slack cannot be reached just now.", { cause: error });
  });
  await response.body?.cancel();
  const at = new Date(response.headers.get("date") ?? "");
  if (Number.isNaN(at.getTime())) throw new AppError("upstream", "Slack does not say what time it is there.");
  return at;
}

interface Options {
  slackApiUrl: string;
  /** Socket Mode when given. */
  appToken?: string | undefined;
  log: Logger;
}

/** Slack's requests on their way in: by HTTP through `receive`, or over a socket. */
interface SlackApp {
  bolt: App;
  /** Takes POST requests that are authenticated and read already (`rawBody`); absent in Socket Mode. */
  receive: RequestListener | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Bolt with our traps closed: no memory store, no call before it is needed, failures to our log. */
export async function createSlackApp({ slackApiUrl, appToken, log }: Options): Promise<SlackApp> {
  const logger = slackLogger(log);
  const clientOptions = { slackApiUrl, logger };
  const http = appToken === undefined ? httpReceiver(logger) : undefined;
  const socket =
    appToken === undefined
      ? undefined
      : new SocketModeReceiver({ appToken, logger, installerOptions: { clientOptions } });
  const receiver = http ?? socket;
  const bolt = new App({
    ...(receiver ? { receiver } : {}),
    logger,
    clientOptions,
    convoStore: false,
    ignoreSelf: false,
    // A workflow's step brings a token of its own, which ends with the step; we complete it with ours, also later.
    attachFunctionToken: false,
    deferInitialization: true,
    // Nothing of ours asks Bolt for a client: each workspace has its own (slack/workspace-clients.ts), found when it is used.
    authorize: async () => ({}),
  });
  acknowledgeEverything(bolt, log);
  await bolt.init();
  bolt.error(async (error) => log.error({ err: error }, "a request from Slack failed"));
  return {
    bolt,
    receive: http?.requestListener,
    start: async () => {
      try {
        await socket?.start();
      } catch (error) {
        const { message } = slackFailure("apps.connections.open", error);
        throw new AppError("user", `Socket Mode could not be started with SLACK_APP_TOKEN. ${message}`, {
          cause: error,
        });
      }
    },
    stop: async () => {
      await socket?.stop();
    },
  };
}

function httpReceiver(logger: ReturnType<typeof slackLogger>): HTTPReceiver {
  // Signature, age and size are checked before a request gets here (http/slack-requests.ts).
  return new HTTPReceiver({ signingSecret: "checked before", signatureVerification: false, logger });
}

/** Listens to all that people and workflows do with the app in Slack. */
export function listenToSlack(bolt: App, dispatching: Dispatching): void {
  listenToCommands(bolt, dispatching);
  listenToCommandButtons(bolt, dispatching);
  listenToForms(bolt, dispatching);
  listenToHome(bolt, dispatching);
  listenToActions(bolt, dispatching);
  listenToLinks(bolt, dispatching);
  listenToSteps(bolt, dispatching);
}

/** Work that goes on after its request was acknowledged; nobody else waits for it at the end. */
export interface InFlight {
  track<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when all that was tracked has ended, or after `timeoutMs`. */
  drain(timeoutMs: number): Promise<void>;
}

/** Keeps count of acknowledged work. */
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
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, timeoutMs);
      await Promise.race([Promise.allSettled(running), promise]);
      clearTimeout(timer);
    },
  };
}

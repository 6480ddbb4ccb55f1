import type { RequestListener } from "node:http";
import { App, HTTPReceiver, SocketModeReceiver } from "@slack/bolt";
import type { Logger } from "pino";
import { acknowledgeEverything } from "./acknowledge.ts";
import { AppError } from "../../lib/errors.ts";
import { slackLogger } from "./web-api/clients.ts";
import { slackFailure } from "./failure.ts";

interface Options {
  slackApiUrl: string;
  /** Socket Mode when given. */
  appToken?: string | undefined;
  log: Logger;
}

/** Slack's requests on their way in: by HTTP through `receive`, or over a socket. */
export interface SlackApp {
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

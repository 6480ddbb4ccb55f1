import { setTimeout as sleep } from "node:timers/promises";
import { type App, SocketModeReceiver } from "@slack/bolt";
import type { Logger as SlackLogger } from "@slack/web-api";
import type { Logger } from "pino";
import type { Metrics } from "../../lib/metrics.ts";
import { AppError } from "../../lib/errors.ts";
import type { Proxy } from "../cloud/transport/proxy.ts";
import { socketAgent } from "../cloud/transport/agents.ts";
import { slackFailure } from "./failure.ts";
import * as texts from "./texts.ts";

/** How long a socket waits for Slack. Tests shorten it. */
export interface SocketTimes {
  /** Slack greets a new socket within this time, or it is given up. */
  helloMs: number;
  /** How long a socket that Slack will close stays open once its successor is. */
  retireMs: number;
  /** The pause after the first failure, which doubles with each further one. */
  firstPauseMs: number;
  longestPauseMs: number;
  /** A socket that breaks sooner counts as a failure. */
  steadyMs: number;
}

const usualTimes: SocketTimes = {
  helloMs: 10_000,
  // Slack closes a socket about 10 s after it announced that.
  retireMs: 15_000,
  firstPauseMs: 500,
  longestPauseMs: 30_000,
  steadyMs: 10_000,
};

interface Options {
  appToken: string;
  slackApiUrl: string;
  fetch?: typeof globalThis.fetch | undefined;
  proxy?: Proxy | undefined;
  logger: SlackLogger;
  times?: SocketTimes | undefined;
  metrics?: Pick<Metrics, "slackSockets"> | undefined;
  log: Logger;
}

/** One socket to Slack. */
interface Socket {
  openedAtMs: number;
  /** Settles with Slack's reason when it announces the socket's end, or with "broken" when the socket ended. */
  ending: Promise<string>;
  close(): void;
}

/**
 * Keeps a socket to Slack open. When Slack announces the end of one, the next one is open before the old one goes, so
 * no command is lost. Each socket is a receiver of Bolt's own. Its way to open a new one isn't used: it closes the old
 * one first, waits 5 s, and ends the process if Slack refuses.
 */
export function slackSockets({ times = usualTimes, ...options }: Options) {
  const { appToken, slackApiUrl, fetch, proxy, logger, metrics, log } = options;
  const open = new Set<Socket>();
  const stopped = new AbortController();
  let failures = 0;
  /** Why there is no socket. */
  let trouble: string | undefined;
  let isTold = false;

  /** Fails as AppError if Slack refuses, or doesn't greet in time. */
  async function connect(bolt: App): Promise<Socket> {
    const way = socketAgent(proxy);
    const receiver = new SocketModeReceiver({
      appToken,
      ...(way && { dispatcher: way.dispatcher }),
      logger,
      autoReconnectEnabled: false,
      installerOptions: {
        clientOptions: {
          slackApiUrl,
          ...(fetch && { fetch }),
          retryConfig: { retries: 0 },
          rejectRateLimitedCalls: true,
          timeout: times.helloMs,
        },
      },
    });
    receiver.init(bolt);
    const { promise: ending, resolve: end } = Promise.withResolvers<string>();
    const close = (): void => void receiver.stop();
    const socket: Socket = { openedAtMs: performance.now(), ending, close };
    onAnnouncedEnd(receiver, end);
    const { client: events } = receiver;
    events.once("disconnected", () => {
      open.delete(socket);
      way?.end();
      metrics?.slackSockets(open.size);
      end("broken");
    });
    const started = receiver.start();
    try {
      await greeted(started, times.helloMs);
    } catch (error) {
      way?.end();
      // It may still open, after we gave it up.
      started.then(close, () => {});
      close();
      throw error instanceof AppError ? error : slackFailure("apps.connections.open", error);
    }
    if (stopped.signal.aborted) close();
    open.add(socket);
    metrics?.slackSockets(open.size);
    return socket;
  }

  /** The next socket. Tries until there is one, and calls `tried` after each try. Undefined once stopped. */
  async function next(bolt: App, tried: () => void): Promise<Socket | undefined> {
    while (!stopped.signal.aborted) {
      try {
        const socket = await connect(bolt);
        if (isTold) log.info("Slack's socket is open again");
        [trouble, isTold] = [undefined, false];
        return socket;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        failures += 1;
        trouble = texts.noSocket(whySocketFailed(error));
        if (open.size === 0) {
          isTold = true;
          log.error({ err: error, failures }, texts.noSocket(whySocketFailed(error)));
        }
        await pause(error.retryAfterMs);
      } finally {
        tried();
      }
    }
    return undefined;
  }

  async function pause(atLeastMs = 0): Promise<void> {
    const doubledMs = times.firstPauseMs * 2 ** Math.min(failures - 1, 16);
    const ms = Math.max(atLeastMs, Math.min(doubledMs, times.longestPauseMs));
    await sleep(ms, undefined, { signal: stopped.signal }).catch(() => {});
  }

  async function keepOpen(bolt: App, tried: () => void): Promise<void> {
    let before: Socket | undefined;
    for (;;) {
      const socket = await next(bolt, tried);
      if (before) retire(before);
      if (!socket) return;
      before = socket;
      const reason = await socket.ending;
      const isSteady = performance.now() - socket.openedAtMs >= times.steadyMs;
      failures = isSteady || reason !== "broken" ? 0 : failures + 1;
      if (stopped.signal.aborted) return;
      log.info({ reason }, "a socket to Slack ends, and the next one is opened");
      if (failures > 0) await pause();
    }
  }

  /** Slack may have sent something over it that isn't acknowledged yet, so it stays open for a while. */
  function retire(socket: Socket): void {
    setTimeout(() => socket.close(), times.retireMs).unref();
  }

  return {
    /** Opens the first socket. Resolves once it is open, or once the first try failed. Later tries follow by themselves. */
    async start(bolt: App): Promise<void> {
      const { promise: isTried, resolve: tried } = Promise.withResolvers<void>();
      metrics?.slackSockets(0);
      keepOpen(bolt, tried).catch((error: unknown) => {
        log.error({ err: error }, "the sockets to Slack ended");
        trouble = texts.noSocket(texts.restart);
        tried();
      });
      await isTried;
    },
    /** Closes all sockets. */
    async stop(): Promise<void> {
      stopped.abort();
      for (const socket of open) socket.close();
    },
    /** Why there is no socket at this moment. Undefined while there is one. */
    trouble: (): string | undefined =>
      open.size > 0 ? undefined : (trouble ?? texts.noSocket(texts.socketOpens)),
  };
}

/** Calls `end` when Slack announces that it will close this socket, and keeps the receiver from closing it at once. */
function onAnnouncedEnd({ client: socket }: SocketModeReceiver, end: (reason: string) => void): void {
  const [read] = socket.listeners("ws_message");
  socket.removeAllListeners("ws_message");
  socket.on("ws_message", (data: unknown, isBinary: unknown) => {
    const reason = announcedEnd(data);
    if (reason === undefined) read?.(data, isBinary);
    else end(reason);
  });
}

/** As in {"type":"disconnect","reason":"warning"}. Undefined for any other message. */
function announcedEnd(data: unknown): string | undefined {
  // Nearly all messages are something else, and need no second parsing.
  if (typeof data !== "string" || !data.includes('"disconnect"')) return undefined;
  try {
    const { type, reason } = JSON.parse(data);
    return type === "disconnect" ? String(reason) : undefined;
  } catch {
    // The receiver ignores it, and says so.
    return undefined;
  }
}

/** Resolves with the greeting, and fails if it takes longer than `ms`. */
async function greeted(started: Promise<unknown>, ms: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AppError("upstream", texts.noHello)), ms);
  try {
    await Promise.race([started, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function whySocketFailed({ kind, code, message }: AppError): string {
  return kind === "auth" ? `Slack refused the token (${code}). ${texts.whereAppTokensAre}` : message;
}

import { extended } from "../../../lib/cache.ts";
import type { App } from "@slack/bolt";
import { AppError } from "../../../lib/errors.ts";
import type { WorkspaceContext } from "../../context.ts";
import type { ConversationRef } from "../../jobs/messenger.ts";
import type { Stops } from "../../redis/stops.ts";
import { StopBody, workspaceIdOf } from "../bodies.ts";
import * as texts from "../texts.ts";
import type { ListenerDeps } from "./deps.ts";

/** Quicker work shows no status. */
const momentMs = 700;

/** Listens to Slack's stop button. */
export function listenToStops(
  bolt: App,
  { contextOf, stops }: Pick<ListenerDeps, "contextOf" | "stops">,
): void {
  bolt.event("agent_session_stopped", async ({ body }) => {
    const read = StopBody.parse(body);
    const { channel: channelId, thread_ts: threadTs } = read.event;
    const conversation = { channelId, threadTs };
    const context = contextOf(workspaceIdOf(read));
    await stops.stop(nameOf(conversation, context));
    // Slack waits for this. The process that worked may be gone.
    await showStatus(conversation, "active", context);
  });
}

/**
 * Does work in a conversation that its person can stop. Slack shows that it goes on, if it takes longer than a moment.
 * Once it is stopped, the work's context posts nothing, and reads nothing more from a cloud.
 */
export async function inConversation(
  conversation: ConversationRef,
  title: string | undefined,
  usual: WorkspaceContext,
  stops: Stops,
  work: (context: WorkspaceContext, stopped: AbortSignal) => Promise<void>,
): Promise<void> {
  const running = stops.begin(nameOf(conversation, usual));
  const status = shownWhile(conversation, title, usual);
  running.signal.addEventListener("abort", () => void status.end());
  try {
    await work(untilStopped(usual, running.signal), running.signal);
  } catch (error) {
    if (!running.signal.aborted) throw error;
  } finally {
    running.end();
    await status.end();
  }
}

function nameOf({ channelId, threadTs }: ConversationRef, { workspaceId }: { workspaceId: string }): string {
  return [workspaceId, channelId, threadTs].join(" ");
}

/** Shows that the app works, after a moment and until `end`. */
function shownWhile(conversation: ConversationRef, title: string | undefined, context: WorkspaceContext) {
  let showing: Promise<boolean> | undefined;
  const timer = setTimeout(() => {
    showing = showStatus(conversation, "processing", context, title);
  }, momentMs);
  return {
    async end(): Promise<void> {
      clearTimeout(timer);
      const shown = showing;
      showing = undefined;
      if (await shown) await showStatus(conversation, "active", context);
    },
  };
}

/** True if Slack shows it. It doesn't for a Slack app that isn't an agent, and the answer comes all the same. */
async function showStatus(
  conversation: ConversationRef,
  status: "processing" | "active",
  { messenger, log }: Pick<WorkspaceContext, "messenger" | "log">,
  title?: string,
): Promise<boolean> {
  try {
    await messenger.showStatus(conversation, status, title);
    return true;
  } catch (err) {
    log.info({ err }, "couldn't show the status of a conversation");
    return false;
  }
}

/** The calls that people see. */
const messages = ["post", "whisper", "update", "upload", "share"] as const;

/** A context that posts nothing more once the work is stopped, and ends its reads. */
function untilStopped(context: WorkspaceContext, stopped: AbortSignal): WorkspaceContext {
  const { messenger, cloudOf } = context;
  const bounded = messages.map((name) => {
    const value = async (...given: unknown[]): Promise<unknown> => {
      if (stopped.aborted) throw new AppError("conflict", texts.stopped);
      return Reflect.apply(messenger[name], messenger, given);
    };
    return [name, { value }] as const;
  });
  // Its other methods may be created on demand, so they are inherited, not copied.
  const quiet: typeof messenger = Object.create(messenger, Object.fromEntries(bounded));
  return extended(context, {
    messenger: quiet,
    cloudOf: (connection: string): ReturnType<typeof cloudOf> => {
      const cloud = cloudOf(connection);
      return {
        // A change goes on, because it may be made already.
        call: (operation, input, options) =>
          operation.method === "GET"
            ? cloud.call(operation, input, { ...options, signal: eitherOf(options?.signal, stopped) })
            : cloud.call(operation, input, options),
      };
    },
  });
}

function eitherOf(first: AbortSignal | undefined, second: AbortSignal): AbortSignal {
  return first ? AbortSignal.any([first, second]) : second;
}

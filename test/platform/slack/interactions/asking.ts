import { clockOf } from "../../../../src/lib/clock.ts";
import { managedPlaces } from "../../../../src/platform/as-code/managed.ts";
import type { App } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import { pino } from "pino";
import { expect } from "vitest";
import type { AppContext } from "../../../../src/app/context.ts";
import { product } from "../../../../src/app/features.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { noTracing } from "../../../../src/lib/tracing/tracing.ts";
import { type Reply, say } from "../../../../src/platform/blocks/reply.ts";
import type { CommandReading, Reading } from "../../../../src/platform/commands/read.ts";
import type { WorkspaceContext } from "../../../../src/platform/context.ts";
import { stopsHere } from "../../../../src/platform/redis/stops.ts";
import { createInFlight } from "../../../../src/platform/slack/app.ts";
import { listenToMessages } from "../../../../src/platform/slack/interactions/ask.ts";
import { listenToShortcuts } from "../../../../src/platform/slack/interactions/shortcuts.ts";
import { validateView } from "@quartermaster/local-slack/validate";

type Listener = (event: object) => Promise<void>;

/** What the listeners use of a context besides the messenger. A whole one would need a whole app around it. */
export const bareContext = () => ({
  workspaceId: "T1",
  conversations: { find: async () => undefined, keep: async () => undefined },
  grants: { list: async () => [] },
  seenNames: { list: async () => [] },
  audit: { record: async () => undefined },
  recordsGuardedByFile: () => ({}),
  managedPlaces: managedPlaces([], { find: async () => undefined }),
  tracing: noTracing,
  log: pino({ level: "silent" }),
  newId: () => "id",
  now: () => new Date(),
  moment: clockOf(() => new Date()),
});

/** The product's listeners in this context, for a person with every right. */
export const dispatchingIn = (context: AppContext) => ({
  ...product,
  subjectsOf: () => ({}),
  contextOf: () => context,
  rateLimits: { take: async () => undefined },
  isAgent: async () => true,
  isFirst: async () => true,
  inFlight: createInFlight(),
  stops: stopsHere(),
  presses: { begin: async () => async () => undefined },
  log: pino({ level: "silent" }),
});

/** A command that a test runs instead of the product's own. */
export type Work = (context: WorkspaceContext, progress: (text: string) => Promise<void>) => Promise<Reply>;

/** The listeners to questions, and what Slack was asked to show, the oldest first. */
export function asking({
  work,
  refuses = [],
  isAgent = false,
  isFirst = true,
}: { work?: Work; refuses?: readonly string[]; isAgent?: boolean; isFirst?: boolean } = {}) {
  const shown: object[] = [];
  const read: string[] = [];
  const ran: string[] = [];
  const views: ModalView[] = [];
  /** The signals of the calls to clouds. */
  const signals: (AbortSignal | undefined)[] = [];
  const listeners = new Map<string, Listener>();
  let posts = 0;

  const messenger = {
    async post(channel: string, { text }: Reply, { threadTs }: { threadTs?: string } = {}) {
      if (refuses.includes(channel)) throw new AppError("missing", "There is no such channel.");
      shown.push({ post: channel, text, ...(threadTs ? { threadTs } : {}) });
      return { channelId: channel, ts: `9.${++posts}` };
    },
    async whisper(channel: string, _: string, reply: Reply, { threadTs }: { threadTs?: string } = {}) {
      if (refuses.includes(channel)) throw new AppError("missing", "There is no such channel.");
      const buttons = JSON.stringify(reply.blocks).match(/"value":"[^"]*"/g) ?? [];
      shown.push({
        whisper: channel,
        text: reply.text,
        ...(threadTs ? { threadTs } : {}),
        ...(buttons[0] ? { buttons } : {}),
      });
    },
    update: async ({ ts }: { ts: string }, { text }: Reply) => void shown.push({ update: ts, text }),
    async showStatus({ threadTs }: { threadTs: string }, status: string, title?: string) {
      if (refuses.includes("status")) throw new AppError("bug", "This isn't an agent.");
      shown.push({ status, threadTs, ...(title ? { title } : {}) });
    },
    async openModal(_: string, view: ModalView) {
      expect(validateView(view)).toBeNull();
      views.push(view);
      return { viewId: "V1" };
    },
  };
  // All that the listeners use; a whole context and a whole Bolt would need a whole app around them.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = {
    ...bareContext(),
    messenger,
    cloudOf: () => ({
      call: async (_: object, __: object, options: { signal?: AbortSignal } = {}) =>
        void signals.push(options.signal),
    }),
    access: { demand: async () => undefined },
  } as unknown as AppContext;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const bolt = {
    event: (type: string, listener: Listener) => void listeners.set(type, listener),
    shortcut: (_: object, listener: Listener) => void listeners.set("shortcut", listener),
    view: (_: object, listener: Listener) => void listeners.set("view", listener),
  } as unknown as App;

  function readCommand(line: string): Reading {
    read.push(line);
    const reading = product.readCommand(line);
    if ("reply" in reading) return reading;
    const run: CommandReading["run"] = async (within, _, responder) => {
      ran.push(reading.line);
      return work ? work(within, (text) => responder.progress(say(text))) : say(`ran ${reading.line}`);
    };
    return { ...reading, run };
  }

  const deps = {
    ...dispatchingIn(context),
    readCommand,
    isAgent: async () => isAgent,
    isFirst: async () => isFirst,
  };
  listenToMessages(bolt, deps);
  listenToShortcuts(bolt, deps);

  const hear = async (name: string, body: object) =>
    listeners.get(name)?.({
      body: { team_id: "T1", authorizations: [{ user_id: "U9" }], ...body },
      ack: async () => undefined,
    });
  const person = { user: { id: "U1", username: "ada" }, trigger_id: "t" };
  return {
    shown,
    /** The lines that were read as commands. */
    read,
    ran,
    views,
    signals,
    message: (event: object) =>
      hear("message", {
        event_id: "E1",
        event: { user: "U1", ts: "1.1", channel: "D1", channel_type: "im", ...event },
      }),
    mention: (event: object) =>
      hear("app_mention", { event_id: "E1", event: { user: "U1", ts: "1.1", channel: "C1", ...event } }),
    stop: (event: object) =>
      hear("agent_session_stopped", { event: { channel: "D1", thread_ts: "1.1", ...event } }),
    /** Chooses the shortcut of a message. */
    shortcut: (message: object, channel = "C1") =>
      hear("shortcut", { ...person, channel: { id: channel }, message }),
    /** Submits the newest modal. */
    submit: (text: string) => {
      const { private_metadata } = views.at(-1) ?? {};
      const state = { values: { question: { text: { type: "plain_text_input", value: text } } } };
      return hear("view", { ...person, view: { private_metadata, state } });
    },
  };
}

import type { Reply } from "../../blocks/reply.ts";
import type { MessageRef, Messenger } from "../messenger.ts";
import type { ThreadPost } from "./thread-post.ts";
import type { Found, Outbox, Taken } from "./outbox.ts";
import type { Clock, Moment } from "../../../lib/clock.ts";
import type { Logger } from "pino";
import { z } from "zod";
import type { OutboxSource } from "./source.ts";
import type { Tracing } from "../../../lib/tracing/tracing.ts";
import type { Metrics } from "../../../lib/metrics.ts";
import type { OutboxMeters } from "./measure.ts";

/** A channel with something to show. */
export const WaitingOutbox = z.object({ workspaceId: z.string(), channelId: z.string() });

export type WaitingOutbox = z.infer<typeof WaitingOutbox>;

export interface OutboxWatch {
  failed(workspaceId: string, channelId: string, error: unknown): void;
  worked(workspaceId: string, channelId: string): void;
}

/** The parts for working on one channel's outbox. */
export interface OutboxRun extends WaitingOutbox {
  source: OutboxSource;
  /** Told of each failure that holds a channel up, and of each message that arrived. */
  watch?: OutboxWatch | undefined;
  now: () => Date;
  metrics?: (OutboxMeters & Pick<Metrics, "stepFailed">) | undefined;
  log: Logger;
  outbox: Outbox;
  messenger: Pick<Messenger, "post" | "update" | "share" | "findMarked" | "isShared">;
  /** The pause between two calls in the channel. 0 for none. */
  everyMs: number;
  /** The longest time between two steps. */
  longestWaitMs: number;
  /** This process's own clocks, for how long it holds an item. */
  clock: Clock;
  newToken: () => string;
  tracing: Tracing;
  /** Identifies this process to the others. */
  processId: string;
  /** True if this process takes no further items. */
  isStopping: () => boolean;
}

/** An item of this process, and since when. */
export interface Held extends Taken {
  heldAt: Moment;
}

/** What a process found in an outbox, and when it asked. */
export interface Turn extends Found {
  heldAt: Moment;
}

/** One call of Slack that brings an item closer to its wanted state. */
export type Move =
  | { kind: "post"; generation: number; hash: string; reply: Reply }
  | { kind: "edit"; messageRef: MessageRef; hash: string; reply: Reply }
  | (ThreadPost & { messageRef: MessageRef });

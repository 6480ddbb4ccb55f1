import type { Logger } from "pino";
import type { Clock, Moment } from "../../../lib/clock.ts";
import type { Lane, Taken } from "./outbox.ts";
import type { Messenger } from "../messenger.ts";
import type { LaneMeters } from "./measured.ts";
import type { LaneSource } from "./source.ts";

/** What it takes to carry one channel's lane on. */
export interface LaneRun {
  workspaceId: string;
  channelId: string;
  lane: Lane;
  messenger: Pick<Messenger, "post" | "update" | "share" | "findMarked" | "isShared">;
  source: LaneSource;
  /** Between two calls of Slack in the channel; 0 for no pause. */
  everyMs: number;
  /** No lane is left alone for longer, however long it has to wait. */
  longestWaitMs: number;
  now: () => Date;
  /** Together with a clock that is never set back. */
  clock: Clock;
  newToken: () => string;
  metrics?: LaneMeters | undefined;
  log: Logger;
}

/** An item that this process works on, and since when it has it to itself. */
export interface Held extends Taken {
  heldAt: Moment;
}

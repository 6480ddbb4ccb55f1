import type { DestinationStream } from "pino";
import type { StormLimits } from "../features/alerts/storm/storm.ts";
import type { Painter } from "../platform/pictures/painter.ts";
import type { Pace } from "../features/workspace/install/erasures.ts";

/** What the world outside gives to a running app; tests move its clock. */
export interface Outside {
  now?: () => Date;
  /** No standing order is left alone for longer. */
  longestOrderWaitMs?: number;
  /** How long a channel is left alone after a post of alerts; 0 for not at all. */
  paceMs?: number;
  storms?: StormLimits;
  /** How often the API is asked what became of open incidents. */
  reconcileEveryMs?: number;
  /** How workspaces are erased that the app was taken out of. */
  erasePace?: Pace;
  /** Draws pictures, in place of our own. */
  painter?: Painter;
  /** Takes the log's lines, in place of the standard output. */
  logTo?: DestinationStream;
}

import type { DestinationStream } from "pino";
import type { AlertOverrides } from "../features/alerts/workers.ts";
import type { Pace } from "../features/workspace/install/erasures.ts";
import type { Painter } from "../platform/pictures/painter.ts";
import type { DataVersions } from "../platform/redis/schema.ts";

/** What a test may replace of a running app, and what only the process knows. */
export interface Overrides extends AlertOverrides {
  now?: () => Date;
  /** The longest time between two steps of a schedule. */
  longestScheduleWaitMs?: number;
  /** How often a process notes that it takes deliveries. */
  listenEveryMs?: number;
  /** How often and how long removed workspaces are erased. */
  erasePace?: Pace;
  /** Draws pictures instead of our own painter. */
  painter?: Painter;
  /** How long a model may take. */
  modelTimeoutMs?: number;
  /** The versions of the data that it writes and reads. */
  dataVersions?: DataVersions;
  /** The version of Node that runs it. It isn't checked without one, as in development. */
  nodeVersion?: string;
  /** Takes the log's lines instead of the standard output. */
  logTo?: DestinationStream;
}

import type { DestinationStream } from "pino";
import type { AlertOverrides } from "../features/alerts/workers.ts";
import type { Pace } from "../features/workspace/install/erasures.ts";
import type { Painter } from "../platform/pictures/painter.ts";

/** What a test may replace of a running app. */
export interface Overrides extends AlertOverrides {
  now?: () => Date;
  /** No schedule is left alone for longer. */
  longestScheduleWaitMs?: number;
  /** How workspaces are erased that the app was taken out of. */
  erasePace?: Pace;
  /** Draws pictures, in place of our own. */
  painter?: Painter;
  /** Takes the log's lines, in place of the standard output. */
  logTo?: DestinationStream;
}

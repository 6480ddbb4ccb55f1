import { constants, platform, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { ChartFacts } from "./chart-facts.ts";
import { loadDrawing } from "./draw-chart.ts";
import type { FromPaintWorker } from "./paint-thread.ts";

// A thread of its own: drawing takes tens of milliseconds, in which the main one answers Slack.
const draw = await loadDrawing();

/**
 * Lets the main thread come first from the second chart on: the first takes longest, and somebody waits for it.
 * setpriority(2): on Linux it is of the calling thread alone; elsewhere it would be of the whole process.
 */
function stepBack(): void {
  if (platform() !== "linux") return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Where the system does not let us, charts are drawn all the same.
  }
}

function tell(message: FromPaintWorker): void {
  parentPort?.postMessage(message);
}

async function paint(facts: ChartFacts): Promise<void> {
  try {
    tell({ png: await draw(facts) });
  } catch (error) {
    // The main thread turns it into a failure of this one chart.
    tell({ error });
  } finally {
    stepBack();
  }
}

parentPort?.on("message", (facts: ChartFacts) => void paint(facts));
tell("ready");

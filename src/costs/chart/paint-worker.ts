import { parentPort } from "node:worker_threads";
import type { ChartFacts } from "./chart-facts.ts";
import { loadDrawing } from "./draw-chart.ts";
import type { FromPaintWorker } from "./paint-thread.ts";

// A thread of its own: drawing takes tens of milliseconds, in which the main one answers Slack.
const draw = await loadDrawing();

function tell(message: FromPaintWorker): void {
  parentPort?.postMessage(message);
}

async function paint(facts: ChartFacts): Promise<void> {
  try {
    tell({ png: await draw(facts) });
  } catch (error) {
    // The main thread turns it into a failure of this one chart.
    tell({ error });
  }
}

parentPort?.on("message", (facts: ChartFacts) => void paint(facts));
tell("ready");

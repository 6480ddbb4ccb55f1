import { constants, platform, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { loadDrawing } from "./draw.ts";
import type { ChartFacts } from "./facts.ts";
import type { FromPaintWorker } from "./painter.ts";

// Drawing takes tens of milliseconds, so it has its own thread and the main one keeps answering Slack.
const draw = await loadDrawing();

/**
 * Gives the main thread priority from the second picture on; the first takes longest, and a person waits for it. On
 * Linux, setpriority(2) is for the calling thread only. Elsewhere it would be for the whole process.
 */
function lowerPriority(): void {
  if (platform() !== "linux") return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Pictures work without it.
  }
}

function send(message: FromPaintWorker): void {
  parentPort?.postMessage(message);
}

async function paint(facts: ChartFacts): Promise<void> {
  try {
    send({ png: await draw(facts) });
  } catch (error) {
    // The main thread turns it into a failure of this one picture.
    send({ error });
  } finally {
    lowerPriority();
  }
}

parentPort?.on("message", (facts: ChartFacts) => void paint(facts));
send("ready");

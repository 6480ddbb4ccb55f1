import { constants, platform, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { PictureFacts } from "./facts.ts";
import { loadDrawing } from "./draw.ts";
import type { FromPaintWorker } from "./paint-thread.ts";

// A thread of its own: drawing takes tens of milliseconds, in which the main one answers Slack.
const draw = await loadDrawing();

/**
 * Lets the main thread come first from the second picture on: the first takes longest, and somebody waits for it.
 * setpriority(2): on Linux it is of the calling thread alone; elsewhere it would be of the whole process.
 */
function stepBack(): void {
  if (platform() !== "linux") return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Where the system does not let us, pictures are drawn all the same.
  }
}

function tell(message: FromPaintWorker): void {
  parentPort?.postMessage(message);
}

async function paint(facts: PictureFacts): Promise<void> {
  try {
    tell({ png: await draw(facts) });
  } catch (error) {
    // The main thread turns it into a failure of this one picture.
    tell({ error });
  } finally {
    stepBack();
  }
}

parentPort?.on("message", (facts: PictureFacts) => void paint(facts));
tell("ready");

import process from "node:process";
import { parentPort, threadId } from "node:worker_threads";
import type { ChartFacts } from "../../../src/platform/pictures/facts.ts";
import type { FromPaintWorker } from "../../../src/platform/pictures/painter.ts";

// Replaces the chart renderer, and does what a chart's title says. Otherwise its "picture" is the thread's number.
const acts: Record<string, () => void> = {
  // For good, and without a busy loop.
  "stay stuck": () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  crash: () => {
    setImmediate(() => {
      throw new Error("out of order");
    });
  },
  exit: () => process.exit(1),
  fail: () => tell({ error: new Error("unreachable") }),
  "answer and exit": () => {
    answer();
    setImmediate(() => process.exit(1));
  },
};

function tell(message: FromPaintWorker): void {
  parentPort?.postMessage(message);
}

function answer(): void {
  tell({ png: Buffer.from(String(threadId)) });
}

parentPort?.on("message", ({ title }: ChartFacts) => (acts[title] ?? answer)());
tell("ready");

import { pino } from "pino";
import { type Painter, createPainter } from "../../src/platform/pictures/painter.ts";

const shared = createPainter({ log: pino({ level: "silent" }), timeoutMs: 30_000, maxWaitMs: 30_000 });

/**
 * Draws charts like the product, but waits half a minute for them, because the machines of tests are busy. One thread
 * draws for all apps of a process, and so loads its renderer once.
 */
export function slowPainter(): Painter {
  return { ...shared, close: async () => undefined };
}

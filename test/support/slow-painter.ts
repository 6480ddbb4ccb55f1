import { pino } from "pino";
import { type Painter, createPainter } from "../../src/platform/pictures/painter.ts";

/** Draws charts like the product, but waits half a minute for them, because the machines of tests are busy. */
export function slowPainter(): Painter {
  return createPainter({ log: pino({ level: "silent" }), timeoutMs: 30_000, maxWaitMs: 30_000 });
}

import { pino } from "pino";
import { type Painter, createPainter } from "../../src/platform/pictures/painter.ts";

/** Draws charts as the product does; an answer goes without one only after half a minute, since tests' machines are busy. */
export function slowPainter(): Painter {
  return createPainter({ log: pino({ level: "silent" }), timeoutMs: 30_000, maxWaitMs: 30_000 });
}

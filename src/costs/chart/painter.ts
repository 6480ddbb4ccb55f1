import type { Logger } from "pino";
import { AppError } from "../../errors.ts";
import { altTextOf } from "./alt-text.ts";
import type { ChartFacts } from "./chart-facts.ts";
import { picture as size } from "./picture-size.ts";
import { type PaintThread, paintWorker, startPaintThread } from "./paint-thread.ts";

/** A chart as a picture, and in words. */
export interface Picture {
  png: Buffer;
  /** Plain text of at most 2000 characters. */
  altText: string;
  widthPx: number;
  heightPx: number;
}

/** Draws charts, one after another, in a thread that lives while there is something to draw. */
export interface ChartPainter {
  /** For so long at least is waited for a picture of it, where a machine is known to be slow. */
  patienceMs?: number;
  /** Loads what draws, where it is not loaded, while somebody still gathers what there is to draw. */
  prepare(): void;
  /** Fails as `limited` when too many wait, as `bug` when this chart cannot be drawn; the next one is drawn anew. */
  paint(chart: ChartFacts): Promise<Picture>;
  /** Ends the thread; what waits fails. */
  close(): Promise<void>;
}

/** What may wait at once, some 2 s of drawing; above that an answer without a picture is the better one. */
const mostWaiting = 20;

/** Makes the painter; nothing is loaded before the first chart, and again when none came for `idleMs`. */
export function createPainter(options: {
  log: Logger;
  idleMs?: number;
  /** For one chart, from when the thread has loaded. */
  timeoutMs?: number;
  patienceMs?: number;
  /** What draws in the thread. */
  script?: URL;
}): ChartPainter {
  const { log, idleMs = 60_000, timeoutMs = 5_000, script = paintWorker } = options;
  let thread: PaintThread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let closed = false;

  async function draw(chart: ChartFacts): Promise<Uint8Array> {
    clearTimeout(idle);
    try {
      return await (await started()).draw(chart, timeoutMs);
    } catch (error) {
      // Whatever broke may have broken the renderer too.
      await endThread();
      throw error;
    } finally {
      endWhenIdle();
    }
  }

  async function started(): Promise<PaintThread> {
    if (closed) throw new AppError("upstream", "Charts are drawn no more: the app is stopping.");
    if (!thread || thread.hasEnded()) thread = await startPaintThread(script, tellOfEnd);
    return thread;
  }

  function endWhenIdle(): void {
    clearTimeout(idle);
    idle = setTimeout(() => void endThread(), idleMs).unref();
  }

  async function endThread(): Promise<void> {
    const ending = thread;
    thread = undefined;
    await ending?.end();
  }

  function tellOfEnd(failure: AppError): void {
    log.warn({ err: failure }, "the chart painter ended, and starts anew with the next chart");
  }

  return {
    ...(options.patienceMs === undefined ? {} : { patienceMs: options.patienceMs }),
    prepare() {
      if (waiting > 0 || closed) return;
      // Where it fails, the chart that follows tries again, and says why.
      last = last.then(started).then(endWhenIdle, () => undefined);
    },
    async paint(chart) {
      if (waiting >= mostWaiting) {
        throw new AppError("limited", "Too many charts wait to be drawn.", { retryAfterMs: timeoutMs });
      }
      waiting += 1;
      const turn = last.then(() => draw(chart));
      last = turn.catch(() => undefined);
      try {
        const png = Buffer.from(await turn);
        return {
          png,
          altText: altTextOf(chart),
          widthPx: size.widthPx * size.scale,
          heightPx: size.heightPx * size.scale,
        };
      } finally {
        waiting -= 1;
      }
    },
    async close() {
      closed = true;
      clearTimeout(idle);
      await endThread();
      await last;
      clearTimeout(idle);
      // One that was only starting has started since.
      await endThread();
    },
  };
}

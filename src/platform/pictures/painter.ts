import type { Logger } from "pino";
import { AppError } from "../../lib/errors.ts";
import { type PictureFacts, altTextOf, fileNameOf } from "./facts.ts";
import { type PaintThread, paintWorker, startPaintThread } from "./paint-thread.ts";
import { minuteMs } from "../../lib/duration.ts";

/** A picture as a PNG, and in words. */
export interface Picture {
  png: Buffer;
  /** Plain text of at most 2000 characters. */
  altText: string;
  fileName: string;
}

/** Draws pictures, one after another, in a thread that lives while there is something to draw. */
export interface Painter {
  /** For so long at least is waited for a picture of it, where a machine is known to be slow. */
  maxWaitMs?: number;
  /** Loads what draws, where it is not loaded, while somebody still gathers what there is to draw. */
  prepare(): void;
  /** Fails as `limited` when too many wait, as `bug` when this picture cannot be drawn; the next one is drawn anew. */
  paint(facts: PictureFacts): Promise<Picture>;
  /** Ends the thread; what waits fails. */
  close(): Promise<void>;
}

/** What may wait at once, some 2 s of drawing; above that an answer without a picture is the better one. */
const mostWaiting = 20;

/** Makes the painter; nothing is loaded before the first picture, and again when none came for `idleMs`. */
export function createPainter(options: {
  log: Logger;
  idleMs?: number;
  /** For one picture, from when the thread has loaded. */
  timeoutMs?: number;
  maxWaitMs?: number;
  /** What draws in the thread. */
  script?: URL;
}): Painter {
  const { log, idleMs = minuteMs, timeoutMs = 5_000, script = paintWorker } = options;
  let thread: PaintThread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let closed = false;

  async function draw(facts: PictureFacts): Promise<Uint8Array> {
    clearTimeout(idle);
    try {
      return await (await started()).draw(facts, timeoutMs);
    } catch (error) {
      // Whatever broke may have broken the renderer too.
      await endThread();
      throw error;
    } finally {
      endWhenIdle();
    }
  }

  async function started(): Promise<PaintThread> {
    if (closed) throw new AppError("upstream", "Pictures are drawn no more: the app is stopping.");
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
    log.warn({ err: failure }, "the painter ended, and starts anew with the next picture");
  }

  return {
    ...(options.maxWaitMs === undefined ? {} : { maxWaitMs: options.maxWaitMs }),
    prepare() {
      if (waiting > 0 || closed) return;
      // Where it fails, the picture that follows tries again, and says why.
      last = last.then(started).then(endWhenIdle, () => undefined);
    },
    async paint(facts) {
      if (waiting >= mostWaiting) {
        throw new AppError("limited", "Too many pictures wait to be drawn.", { retryAfterMs: timeoutMs });
      }
      waiting += 1;
      const drawing = last.then(() => draw(facts));
      last = drawing.catch(() => undefined);
      try {
        const png = Buffer.from(await drawing);
        return { png, altText: altTextOf(facts), fileName: fileNameOf(facts) };
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

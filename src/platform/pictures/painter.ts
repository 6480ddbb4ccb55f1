import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { minuteMs } from "../../lib/duration.ts";
import { AppError } from "../../lib/errors.ts";
import { altTextOf } from "./in-words.ts";
import type { ChartFacts } from "./facts.ts";

/** A picture as a PNG and as text. */
export interface Picture {
  png: Buffer;
  /** Plain text of at most 2000 characters. */
  altText: string;
  fileName: string;
}

/** Draws pictures, one after another, in a thread that ends when there is nothing to draw. */
export interface Painter {
  /** The least time to wait for a picture, for a slow machine. */
  maxWaitMs?: number;
  /** Loads the renderer, unless it is loaded. */
  prepare(): void;
  /** Fails as `limited` if too many wait, and as `bug` if this picture cannot be drawn; the next one is not affected. */
  paint(facts: ChartFacts): Promise<Picture>;
  /** Ends the thread. Waiting pictures fail. */
  close(): Promise<void>;
}

/** Some 2 s of drawing. Above that, an answer without a picture is better. */
const mostWaiting = 20;

// A person who reads for a while asks again. Starting it takes some 600 ms, and holding it some 100 MB.
const usualIdleMs = 10 * minuteMs;

/** Makes the painter. Its thread starts with the first picture, and ends after `idleMs` without one. */
export function createPainter({
  log,
  idleMs = usualIdleMs,
  timeoutMs = 5_000,
  script = new URL("./paint-worker.ts", import.meta.url),
  ...slow
}: {
  log: Logger;
  idleMs?: number;
  /** For one picture, once the thread has loaded. */
  timeoutMs?: number;
  maxWaitMs?: number;
  /** The thread's code. */
  script?: URL;
}): Painter {
  let thread: PaintThread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let closed = false;

  async function draw(facts: ChartFacts): Promise<Uint8Array> {
    clearTimeout(idle);
    try {
      return await (await started()).draw(facts, timeoutMs);
    } catch (error) {
      // The renderer may be broken too.
      await endThread();
      throw error;
    } finally {
      endWhenIdle();
    }
  }

  async function started(): Promise<PaintThread> {
    if (closed) throw new AppError("upstream", "I can't draw pictures while the app is stopping.");
    if (!thread || thread.hasEnded())
      thread = await startPaintThread(script, (err) =>
        log.warn({ err }, "the picture painter ended; it will restart for the next picture"),
      );
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

  return {
    ...slow,
    prepare() {
      if (waiting > 0 || closed) return;
      // If this fails, the next picture tries again and reports why.
      last = last.then(started).then(endWhenIdle, () => undefined);
    },
    async paint(facts) {
      if (waiting >= mostWaiting) {
        throw new AppError("limited", "Too many pictures are waiting.", { retryAfterMs: timeoutMs });
      }
      waiting += 1;
      const drawing = last.then(() => draw(facts));
      last = drawing.catch(() => undefined);
      try {
        const png = Buffer.from(await drawing);
        return { png, altText: altTextOf(facts), fileName: "costs.png" };
      } finally {
        waiting -= 1;
      }
    },
    async close() {
      closed = true;
      await endThread();
      await last;
      clearTimeout(idle);
      // It may have been starting before.
      await endThread();
    },
  };
}

/** A message of the thread: it has loaded, or the outcome of its one picture. */
export type FromPaintWorker = "ready" | { png: Uint8Array } | { error: unknown };

/** A thread that draws one picture at a time. */
interface PaintThread {
  /** Fails if it takes longer, or if the thread ends. */
  draw(facts: ChartFacts, withinMs: number): Promise<Uint8Array>;
  hasEnded(): boolean;
  /** Ends it at once. */
  end(): Promise<void>;
}

/** Loading takes half a second, and many times that on a busy machine. */
const loadingMs = 30_000;

// Ten times what drawing takes. A thread that needs more is broken, and must not take the process with it.
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/** Starts the thread. Calls `onEnd` if it ends while no picture is drawn. */
async function startPaintThread(script: URL, onEnd: (failure: AppError) => void): Promise<PaintThread> {
  // It needs no environment, which may hold secrets.
  const worker = new Worker(script, { name: "picture painter", env: {}, resourceLimits });
  let awaited: PromiseWithResolvers<FromPaintWorker> | undefined;
  let ended = false;

  worker.on("message", (message: FromPaintWorker) => takeAwaited()?.resolve(message));
  worker.on("error", (cause) => fail(brokenOff("The thread that draws pictures failed.", cause)));
  worker.on("exit", () => fail(brokenOff("The thread that draws pictures ended.")));
  // Drawing keeps the process alive by its timer. Waiting for pictures must not.
  worker.unref();

  /** At once, because the last message and the thread's end may come in one callback. */
  function takeAwaited(): typeof awaited {
    const taken = awaited;
    awaited = undefined;
    return taken;
  }

  function fail(failure: AppError): void {
    const waiting = takeAwaited();
    if (waiting) waiting.reject(failure);
    else if (!ended) onEnd(failure);
    ended = true;
  }

  async function answer(withinMs: number): Promise<FromPaintWorker> {
    const { promise } = (awaited = Promise.withResolvers());
    const late = brokenOff(`Drawing a picture took longer than ${withinMs} ms.`);
    const timer = setTimeout(() => takeAwaited()?.reject(late), withinMs);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  async function end(): Promise<void> {
    ended = true;
    await worker.terminate();
  }

  try {
    await answer(loadingMs);
  } catch (error) {
    await end();
    throw error;
  }
  return {
    async draw(facts, withinMs) {
      worker.postMessage(facts);
      const message = await answer(withinMs);
      if (message !== "ready" && "png" in message) return message.png;
      throw brokenOff("A picture couldn't be drawn.", message === "ready" ? undefined : message.error);
    },
    hasEnded: () => ended,
    end,
  };
}

function brokenOff(message: string, cause?: unknown): AppError {
  return new AppError("bug", message, { cause });
}

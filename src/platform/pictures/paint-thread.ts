import { Worker } from "node:worker_threads";
import { AppError } from "../../lib/errors.ts";
import type { PictureFacts } from "./facts.ts";

/** What the thread says: that it has loaded, or what came of the one picture that it was given. */
export type FromPaintWorker = "ready" | { png: Uint8Array } | { error: unknown };

/** A thread that draws pictures, one at a time. */
export interface PaintThread {
  /** The picture as a PNG; fails when it takes longer, or when the thread ends. */
  draw(facts: PictureFacts, withinMs: number): Promise<Uint8Array>;
  hasEnded(): boolean;
  /** Ends it at once, whatever it is doing. */
  end(): Promise<void>;
}

/** Loading takes half a second where nothing else is done, and many times that on a busy machine. */
const loadingMs = 30_000;

// Ten times what drawing takes: a thread that needs more is broken, and must not take the process with it.
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/** What runs in the thread. */
export const paintWorker = new URL("./paint-worker.ts", import.meta.url);

/** Starts the thread; `onEnd` hears of an end that nobody was waiting for. */
export async function startPaintThread(
  script: URL,
  onEnd: (failure: AppError) => void,
): Promise<PaintThread> {
  // It needs no settings, and secrets are among them.
  const worker = new Worker(script, { name: "picture painter", env: {}, resourceLimits });
  let awaited: PromiseWithResolvers<FromPaintWorker> | undefined;
  let ended = false;

  worker.on("message", (message: FromPaintWorker) => finish(({ resolve }) => resolve(message)));
  worker.on("error", (cause) => fail(brokenOff("The thread that draws pictures failed.", cause)));
  worker.on("exit", () => fail(brokenOff("The thread that draws pictures ended.")));
  // Drawing keeps the process alive by its timer; waiting for pictures must not.
  worker.unref();

  /** False where nobody waits; a message and the end after it may come in one turn of the event loop. */
  function finish(how: (waiting: PromiseWithResolvers<FromPaintWorker>) => void): boolean {
    const waiting = awaited;
    awaited = undefined;
    if (waiting) how(waiting);
    return waiting !== undefined;
  }

  function fail(failure: AppError): void {
    if (!finish(({ reject }) => reject(failure)) && !ended) onEnd(failure);
    ended = true;
  }

  async function answer(withinMs: number): Promise<FromPaintWorker> {
    const { promise } = (awaited = Promise.withResolvers());
    const late = brokenOff(`Drawing a picture took longer than ${withinMs} ms.`);
    const timer = setTimeout(() => finish(({ reject }) => reject(late)), withinMs);
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
      throw brokenOff("A picture could not be drawn.", message === "ready" ? undefined : message.error);
    },
    hasEnded: () => ended,
    end,
  };
}

function brokenOff(message: string, cause?: unknown): AppError {
  return new AppError("bug", message, { cause });
}

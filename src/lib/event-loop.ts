import { performance } from "node:perf_hooks";
import { setImmediate as yieldNow } from "node:timers/promises";

/** Yields to the event loop if the caller has held it for long; otherwise returns undefined at once. */
export type EventLoopYielder = () => Promise<void> | undefined;

/** For work in many small steps: call the result after each step, so other work waits at most about `heldMs`. */
export function eventLoopYielder(heldMs = 5): EventLoopYielder {
  let sinceMs = performance.now();
  async function yieldIfLong(): Promise<void> {
    await yieldNow();
    sinceMs = performance.now();
  }
  return () => (performance.now() - sinceMs < heldMs ? undefined : yieldIfLong());
}

/** Does several things at once and returns one result for each, in their order. */
type DoAll<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers the items of one turn of the event loop and does them at once, in batches of at most `most` weight or one
 * item. Each caller gets its own result, or the failure of its batch.
 */
export function batched<Item, Result>(
  doAll: DoAll<Item, Result>,
  weightOf: (item: Item) => number,
  most: number,
): (item: Item) => Promise<Result> {
  let batch: Waiting<Item, Result>[] = [];
  let weight = 0;

  function flush(): void {
    const full = batch;
    [batch, weight] = [[], 0];
    if (full.length > 0) void doBatch(doAll, full);
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    if (weight + weightOf(item) > most) flush();
    if (batch.length === 0) setImmediate(flush);
    batch.push({ item, resolve, reject });
    weight += weightOf(item);
    return promise;
  };
}

async function doBatch<Item, Result>(
  doAll: DoAll<Item, Result>,
  batch: readonly Waiting<Item, Result>[],
): Promise<void> {
  try {
    const results = await doAll(batch.map(({ item }) => item));
    for (const [index, result] of results.entries()) batch[index]?.resolve(result);
    if (results.length < batch.length) throw new Error("The batch returned fewer results than it got items.");
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

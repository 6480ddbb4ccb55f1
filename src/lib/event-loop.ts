import { performance } from "node:perf_hooks";
import { setImmediate as othersTurn } from "node:timers/promises";

/** Waits until others had their turn where the caller has held the event loop for long; costs nothing otherwise. */
export type Breather = () => Promise<void> | undefined;

/** For work in many small steps: call it after each, and nobody else waits much longer than `heldMs`. */
export function breather(heldMs = 5): Breather {
  let sinceMs = performance.now();
  async function breathe(): Promise<void> {
    await othersTurn();
    sinceMs = performance.now();
  }
  return () => (performance.now() - sinceMs < heldMs ? undefined : breathe());
}

/** Does several things at once; one result for each, in their order. */
type DoAll<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers what is given in one turn of the event loop and does it at once, in parts that weigh `most` at most, or are one
 * item. Who gave something has its own result, or shares the failure of its part.
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
    if (full.length > 0) void settle(doAll, full);
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

async function settle<Item, Result>(
  doAll: DoAll<Item, Result>,
  batch: readonly Waiting<Item, Result>[],
): Promise<void> {
  try {
    const results = await doAll(batch.map(({ item }) => item));
    for (const [index, result] of results.entries()) batch[index]?.resolve(result);
    if (results.length < batch.length) throw new Error("Something was done for fewer than had given it.");
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

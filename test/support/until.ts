import { setTimeout as sleep } from "node:timers/promises";

const maxWaitMs = 60_000;
// Often at first, and then less often, because looking may be dear.
const lookAgainMs = { first: 25, last: 100 };

/** Waits until a condition outside this process holds. Fails after a minute. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const startedMs = Date.now();
  for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs = Date.now() - startedMs) {
    if (await holds()) return;
    await sleep(Math.min(lookAgainMs.first + waitedMs / 10, lookAgainMs.last));
  }
  throw new Error(`This did not become true within ${maxWaitMs / 1_000} s: ${holds.toString()}`);
}

/** Waits for a value from outside this process. Fails after a minute. */
export async function found<Found>(find: () => Promise<Found | undefined>): Promise<Found> {
  let last: Found | undefined;
  await until(async () => (last = await find()) !== undefined);
  if (last === undefined) throw new Error("The value is undefined.");
  return last;
}

import { setTimeout as sleep } from "node:timers/promises";

const maxWaitMs = 60_000;
const everyMs = 25;

/** Waits until something outside this process holds; fails after a minute. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadlineMs = Date.now() + maxWaitMs;
  while (Date.now() < deadlineMs) {
    if (await holds()) return;
    await sleep(everyMs);
  }
  throw new Error(`It did not come to hold within ${maxWaitMs / 1_000} s: ${holds.toString()}`);
}

/** What something outside this process comes to have; fails after a minute. */
export async function found<Found>(find: () => Promise<Found | undefined>): Promise<Found> {
  let last: Found | undefined;
  await until(async () => (last = await find()) !== undefined);
  if (last === undefined) throw new Error("It was found, and is undefined.");
  return last;
}

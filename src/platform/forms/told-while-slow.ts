import { setTimeout as sleep } from "node:timers/promises";

// A call that is tried again may take half a minute; nobody looks at a form that says nothing for so long.
const patienceMs = 5_000;

/** Waits for what is looked up, and whether it took so long that `tell` was begun meanwhile; that is over by then. */
export async function toldWhileSlow<Found>(
  looking: Promise<Found>,
  tell: () => Promise<void>,
): Promise<{ found: Found; isTold: boolean }> {
  const arrival = new AbortController();
  // Cut short, it was not slow.
  const slow = sleep(patienceMs, true, { signal: arrival.signal }).catch(() => false);
  const [found, told] = await Promise.allSettled([
    looking.finally(() => arrival.abort()),
    slow.then((isSlow) => isSlow && tell().then(() => true)),
  ]);
  if (found.status === "rejected") throw found.reason;
  // What could not be told matters no more: the answer is here.
  return { found: found.value, isTold: told.status === "rejected" || told.value };
}

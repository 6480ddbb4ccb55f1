import { setTimeout as sleep } from "node:timers/promises";
import type { Backup } from "../../../platform/cloud/services/backup.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import type { Unreadable } from "../../../lib/json.ts";
import { minuteMs } from "../../../lib/duration.ts";

/** A service's readable and unreadable backups. */
export interface ReadBackups {
  backups: Backup[];
  unreadable?: readonly Unreadable[];
}

/** A service's backups, or the error of reading them. */
export type BackupsOf<Service> = { service: Service } & (ReadBackups | { error: AppError });

interface Reading<Service> {
  services: readonly Service[];
  /** Reads a service's backups. Awaits `pace` before a request leaves; what is kept needs none. Fails as AppError. */
  read: (service: Service, pace: () => Promise<void>) => Promise<ReadBackups>;
  /** Called after each service with the number of services read so far. */
  onRead?: (done: number) => Promise<void>;
  /** The cloud's limit for one key: requests in a window of 10 s. */
  requestsPerWindow: number;
  windowMs?: number;
  /** The longest wait for one service while the cloud takes no more requests. */
  maxWaitMs?: number;
}

// More would not be faster, because of the cloud's limit.
const atOnce = 3;
const quarterOfAnHourMs = 15 * minuteMs;
// After this many services without an answer in a row, the cloud is away.
const enoughUnanswered = 2;

/** Reads every service's backups, a few at once. A service that cannot be read gets its error, and the others go on. */
export async function readEach<Service extends { connection: string }>(
  reading: Reading<Service>,
): Promise<BackupsOf<Service>[]> {
  const { services, onRead } = reading;
  let done = 0;
  const counted = { ...reading, onRead: async () => onRead?.((done += 1)) };
  const byConnection = [...Map.groupBy(services, ({ connection }) => connection).values()];
  return (await Promise.all(byConnection.map((ofOne) => readConnection(ofOne, counted)))).flat();
}

async function readConnection<Service>(
  services: readonly Service[],
  {
    read,
    onRead,
    requestsPerWindow,
    windowMs = usualWindowMs,
    maxWaitMs = quarterOfAnHourMs,
  }: Omit<Reading<Service>, "services" | "onRead"> & { onRead: () => Promise<void> },
): Promise<BackupsOf<Service>[]> {
  const waiting = services.values();
  const paced = pacer(
    services.length,
    windowMs,
    Math.max(1, Math.floor(requestsPerWindow * shareOfRequests)),
  );
  const all: BackupsOf<Service>[] = [];
  let unanswered = 0;
  let closed: AppError | undefined;

  async function pace(): Promise<void> {
    await paced();
    if (closed) throw closed;
  }

  async function readOn(): Promise<void> {
    for (const service of waiting) {
      const found = closed ? { error: closed } : await readOne(() => read(service, pace), maxWaitMs);
      const error = "error" in found ? found.error : undefined;
      unanswered = isAppError(error, "upstream") && !error.answered ? unanswered + 1 : 0;
      if (isAppError(error, "auth") || unanswered >= enoughUnanswered) closed ??= error;
      all.push({ service, ...found });
      await onRead();
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readOn));
  return all;
}

const usualWindowMs = 10_000;
/** The other requests are left for people who wait for something else. */
const shareOfRequests = 0.8;

/** A function to await before each of `count` requests: no wait if all fit into a window, or else an even pace. */
function pacer(count: number, windowMs: number, fitting: number): () => Promise<unknown> {
  let next: Promise<unknown> = Promise.resolve();
  return () => {
    const mine = next;
    if (count > fitting) next = mine.then(() => sleep(windowMs / fitting));
    return mine;
  };
}

async function readOne(
  read: () => Promise<ReadBackups>,
  maxWaitMs: number,
): Promise<ReadBackups | { error: AppError }> {
  try {
    return await waitingOut(read, maxWaitMs);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    return { error };
  }
}

/** Waits out rate limits, for at most `maxWaitMs` in all. */
async function waitingOut<T>(work: () => Promise<T>, maxWaitMs: number): Promise<T> {
  for (let waitedMs = 0; ;) {
    try {
      return await work();
    } catch (error) {
      const waitMs = isAppError(error, "limited") ? error.retryAfterMs : undefined;
      if (waitMs === undefined || waitedMs + waitMs > maxWaitMs) throw error;
      waitedMs += waitMs;
      await sleep(waitMs);
    }
  }
}

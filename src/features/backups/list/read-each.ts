import { setTimeout as sleep } from "node:timers/promises";
import type { Backup } from "../../../platform/cloud/services/backup.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import type { Unreadable } from "../../../lib/unreadable.ts";
import { minuteMs } from "../../../lib/duration.ts";

/** A service's backups, and what cannot be read among them. */
export interface ReadBackups {
  backups: Backup[];
  unreadable?: readonly Unreadable[];
}

/** A service's backups, or why they cannot be read. */
export type BackupsOf<Service> = { service: Service } & (ReadBackups | { error: AppError });

interface Reading<Service> {
  services: readonly Service[];
  /** Asks the cloud once; fails as AppError. */
  read: (service: Service) => Promise<ReadBackups>;
  /** Told after each service how many are read by now. */
  onRead?: (done: number) => Promise<void>;
  /** What the cloud allows one key in a window of 10 s, everybody's requests together. */
  requestsPerWindow: number;
  windowMs?: number;
  /** How long to wait for one service where the cloud takes no more requests. */
  maxWaitMs?: number;
}

// More would not be faster: the cloud's limit is what takes the time.
const atOnce = 3;
const quarterOfAnHourMs = 15 * minuteMs;
// Where the cloud did not answer for so many services in a row, it does not answer for the next.
const enoughUnanswered = 2;

/** Reads every service's backups, a few at once and each once; what cannot be read says why, and the others go on. */
export async function readEach<Service extends { connection: string }>(
  reading: Reading<Service>,
): Promise<BackupsOf<Service>[]> {
  const { services, onRead } = reading;
  let done = 0;
  const told = { ...reading, onRead: async () => onRead?.((done += 1)) };
  const byConnection = [...Map.groupBy(services, ({ connection }) => connection).values()];
  return (await Promise.all(byConnection.map((ofOne) => readConnection(ofOne, told)))).flat();
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
  const takeTurn = pacer(
    services.length,
    windowMs,
    Math.max(1, Math.floor(requestsPerWindow * shareOfRequests)),
  );
  const all: BackupsOf<Service>[] = [];
  let unanswered = 0;
  let closed: AppError | undefined;

  async function readOn(): Promise<void> {
    for (const service of waiting) {
      if (!closed) await takeTurn();
      const found = closed ? { error: closed } : await readOne(() => read(service), maxWaitMs);
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
/** Every fifth request is left to people who wait for something else. */
const shareOfRequests = 0.8;

/** Answers what to wait for before each of `count` requests: nothing where all fit into a window, or else an even pace. */
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
    return await patiently(read, maxWaitMs);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    return { error };
  }
}

/** Who is asked to wait waits, for as long as there is time. */
async function patiently<T>(work: () => Promise<T>, maxWaitMs: number): Promise<T> {
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

/** Work that goes on after its request was acknowledged; nobody else waits for it at the end. */
export interface InFlight {
  track<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when all that was tracked has ended, or after `timeoutMs`. */
  settle(timeoutMs: number): Promise<void>;
}

/** Keeps count of acknowledged work. */
export function createInFlight(): InFlight {
  const running = new Set<Promise<unknown>>();
  return {
    async track(work) {
      const promise = work();
      running.add(promise);
      try {
        return await promise;
      } finally {
        running.delete(promise);
      }
    },
    async settle(timeoutMs) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, timeoutMs);
      await Promise.race([Promise.allSettled(running), promise]);
      clearTimeout(timer);
    },
  };
}

import { EventEmitter, once } from "node:events";

/** Notifies listeners of visible changes. */
export interface Changes {
  /** Rises with every change. */
  readonly version: number;
  bump(): void;
  /** Resolves when the version exceeds the given one. Rejects when the signal aborts. */
  past(version: number, signal: AbortSignal): Promise<void>;
}

/** A count of changes that can be waited on. */
export function createChanges(): Changes {
  const emitter = new EventEmitter();
  // One listener for each open page. A demo has a few, a test has dozens.
  emitter.setMaxListeners(0);
  let version = 1;
  return {
    get version() {
      return version;
    },
    bump() {
      version += 1;
      emitter.emit("change");
    },
    async past(known, signal) {
      if (version <= known) await once(emitter, "change", { signal });
    },
  };
}

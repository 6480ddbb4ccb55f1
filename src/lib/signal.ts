/** Tells one listener of ids, in this process. What is told before it listens is lost. */
export interface Signal {
  notify: (id: string) => void;
  listen: (listener: (id: string) => void) => void;
}

/** A signal without a listener yet. */
export function createSignal(): Signal {
  let hear: ((id: string) => void) | undefined;
  return {
    notify: (id) => hear?.(id),
    listen: (listener) => {
      hear = listener;
    },
  };
}

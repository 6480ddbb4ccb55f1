/** Notifies one listener in this process of ids. Notifications before it listens are lost. */
export interface Signal {
  notify: (id: string) => void;
  listen: (listener: (id: string) => void) => void;
}

/** A signal without a listener. */
export function createSignal(): Signal {
  let hear: ((id: string) => void) | undefined;
  return {
    notify: (id) => hear?.(id),
    listen: (listener) => {
      hear = listener;
    },
  };
}

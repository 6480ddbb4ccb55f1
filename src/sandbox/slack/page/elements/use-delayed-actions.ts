import { useEffect, useRef } from "react";

/** An act that was put off, as `useActsInTime` keeps it. */
interface Waiting {
  timer: number;
  act: () => Promise<void>;
}

// Slack does not say how long it waits for the next character; as short as this, nobody notices it.
const pauseMs = 250;

/** Puts an act off until the person pauses typing; all that still waits is done at once by `flush`. */
export function useDelayedActions() {
  const waiting = useRef(new Map<string, Waiting>());
  useEffect(() => {
    const pendingActions = waiting.current;
    return () => {
      for (const { timer } of pendingActions.values()) clearTimeout(timer);
      pendingActions.clear();
    };
  }, []);
  const take = (key: string): Waiting | undefined => {
    const put = waiting.current.get(key);
    clearTimeout(put?.timer);
    waiting.current.delete(key);
    return put;
  };
  /** Does `act` once nothing more was put off under this key for a while. */
  const later = (key: string, act: () => Promise<void>): void => {
    take(key);
    const timer = window.setTimeout(() => void take(key)?.act(), pauseMs);
    waiting.current.set(key, { timer, act });
  };
  /** Resolves when all that waited is done. */
  const flush = async (): Promise<void> => {
    const pendingActions = [...waiting.current.keys()].map(async (key) => take(key)?.act());
    await Promise.all(pendingActions);
  };
  return { later, flush };
}

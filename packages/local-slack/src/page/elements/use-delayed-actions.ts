import { useEffect, useRef } from "react";

/** A delayed action. */
interface Waiting {
  timer: number;
  run: () => Promise<void>;
}

// Slack does not document its wait for the next character. This one is too short to notice.
const pauseMs = 250;

/** Delays an action until the person pauses typing. `flush` runs all waiting actions at once. */
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
  /** Calls `run` after a while without another action of this key. */
  const later = (key: string, run: () => Promise<void>): void => {
    take(key);
    const timer = window.setTimeout(() => void take(key)?.run(), pauseMs);
    waiting.current.set(key, { timer, run });
  };
  /** Resolves when all waiting actions are done. */
  const flush = async (): Promise<void> => {
    const pendingActions = [...waiting.current.keys()].map(async (key) => take(key)?.run());
    await Promise.all(pendingActions);
  };
  return { later, flush };
}

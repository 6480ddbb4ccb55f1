/** An item that takes its steps in this process. It was not woken yet. */
export function itemHere() {
  let isWoken = false;
  let isOver = false;
  let endRest: (() => void) | undefined;
  let ignoresWaking = false;

  return {
    /** Notes that there is something to do. Returns true. */
    wake() {
      isWoken = true;
      if (!ignoresWaking) endRest?.();
      return true;
    },
    /** Ends this rest and all later ones. */
    end() {
      isOver = true;
      endRest?.();
    },
    /** Forgets notices so far, because the step that begins reads the state itself. */
    listen: () => void (isWoken = false),
    isWoken: () => isWoken,
    /** Waits this long, or until the item is woken, unless nothing can be done before. */
    async rest(ms: number, isPaused = false): Promise<void> {
      if (isOver || (isWoken && !isPaused)) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      ignoresWaking = isPaused;
      endRest = resolve;
      const timer = setTimeout(resolve, ms);
      await promise;
      clearTimeout(timer);
      endRest = undefined;
    },
  };
}

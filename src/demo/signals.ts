/** The signals that ask a process to end: Ctrl-C, `kill`, and a closing terminal. */
const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const parentCheckMs = 500;

/**
 * Resolves at the first signal to end, or when the npm that started us is gone. Later signals change nothing:
 * Ctrl-C in `npm run` arrives twice, from the terminal and from npm, and the second must not interrupt an orderly
 * end.
 */
export function askedToEnd(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of endingSignals) process.on(signal, () => resolve());
  if (process.env["npm_lifecycle_event"]) whenParentEnds(resolve);
  return promise;
}

/** npm's shell does not forward signals. Killing npm leaves us without a parent, and without a signal. */
function whenParentEnds(then: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, parentCheckMs);
  timer.unref();
}

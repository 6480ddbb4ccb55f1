/** The work's result, unless the signal comes first: then it fails as told, and what the work ends as is not heard. */
export function untilAborted<T>(signal: AbortSignal, work: Promise<T>, failure: () => Error): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => reject(failure());
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
  return Promise.race([work, aborted]);
}

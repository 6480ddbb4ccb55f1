/**
 * Work that anybody may ask for at any time: for each key one is under way, and at most one follows it, which begins
 * after the last asking. What fails is told, and left at that.
 */
export function coalesced<T>(
  keyOf: (subject: T) => string,
  work: (subject: T) => Promise<void>,
  onError: (error: unknown) => void,
): (subject: T) => void {
  const isAskedAgain = new Map<string, boolean>();

  async function run(key: string, subject: T): Promise<void> {
    do {
      isAskedAgain.set(key, false);
      try {
        await work(subject);
      } catch (error) {
        onError(error);
      }
    } while (isAskedAgain.get(key));
    isAskedAgain.delete(key);
  }

  return (subject) => {
    const key = keyOf(subject);
    if (isAskedAgain.has(key)) isAskedAgain.set(key, true);
    else void run(key, subject);
  };
}

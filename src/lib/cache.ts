/** What was found of late, by key; who asks while it is being found shares the finding. */
interface ShortMemory<Value> {
  get(key: string, find: () => Promise<Value>): Promise<Value>;
  /** Forgets one, or all; what is being found meanwhile is not remembered. */
  drop(key?: string): void;
}

/** Remembers at most so many for so long, the newest; no failure. */
export function createShortMemory<Value>({
  keptMs,
  mostKept,
  now,
}: {
  keptMs: number;
  mostKept: number;
  now: () => number;
}): ShortMemory<Value> {
  const kept = new Map<string, { value: Promise<Value>; untilMs: number }>();

  function remember(key: string, value: Promise<Value>): Promise<Value> {
    const entry = { value, untilMs: now() + keptMs };
    kept.delete(key);
    kept.set(key, entry);
    // Maps are in the order of insertion.
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    value.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    return value;
  }

  return {
    get(key, find) {
      const known = kept.get(key);
      return known && now() < known.untilMs ? known.value : remember(key, find());
    },
    drop(key) {
      if (key === undefined) kept.clear();
      else kept.delete(key);
    },
  };
}

/** Makes something once for each id, and keeps it as long as the process lives: for ids of which there are few. */
export function keptForEach<Made>(make: (id: string) => Made): (id: string) => Made {
  const made = new Map<string, Made>();
  return (id) => {
    const known = made.get(id);
    if (known !== undefined) return known;
    const next = make(id);
    made.set(id, next);
    return next;
  };
}

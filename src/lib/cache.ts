/** A cache of recent values by key. Callers that ask for a key while it is being found share one lookup. */
interface TtlCache<Value> {
  get(key: string, find: () => Promise<Value>): Promise<Value>;
  /** Forgets one key, or all. A lookup under way is not kept. */
  drop(key?: string): void;
}

/** Keeps the newest `mostKept` values for `keptMs` each, and never keeps a failure. */
export function createTtlCache<Value>({
  keptMs,
  mostKept,
  now,
}: {
  keptMs: number;
  mostKept: number;
  now: () => number;
}): TtlCache<Value> {
  const kept = new Map<string, { value: Promise<Value>; untilMs: number }>();

  function remember(key: string, value: Promise<Value>): Promise<Value> {
    const entry = { value, untilMs: now() + keptMs };
    kept.delete(key);
    kept.set(key, entry);
    // A Map keeps the order of insertion.
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

/** Makes one value for each id, and keeps the newest `mostKept`. Without a number, use it for few ids only. */
export function memoize<Made, Id extends string = string>(
  make: (id: Id) => Made,
  mostKept = Infinity,
): (id: Id) => Made {
  const made = new Map<Id, Made>();
  return (id) => {
    const known = made.get(id);
    if (known !== undefined) return known;
    const next = make(id);
    made.set(id, next);
    const [oldest] = made.keys();
    if (made.size > mostKept && oldest !== undefined) made.delete(oldest);
    return next;
  };
}

/** An object with these parts. Each is made when it is first read, and once. */
export function lazily<Makers extends Readonly<Record<string, () => unknown>>>(
  makers: Makers,
): { [Name in keyof Makers]: ReturnType<Makers[Name]> };
export function lazily(makers: Readonly<Record<string, () => unknown>>): object {
  const parts = {};
  for (const [name, make] of Object.entries(makers)) {
    let made: { part: unknown } | undefined;
    const get = () => (made ??= { part: make() }).part;
    Object.defineProperty(parts, name, { get, enumerable: true, configurable: true });
  }
  return parts;
}

type Together<Layers extends readonly object[]> = Layers extends readonly [
  infer First,
  ...infer Rest extends object[],
]
  ? First & Together<Rest>
  : unknown;

/** An object with the parts of all of these. The later ones win. Unlike a copy, it makes no part of a lazy one. */
export function layered<const Layers extends readonly object[]>(...layers: Layers): Together<Layers>;
export function layered(...layers: readonly object[]): object {
  const parts = {};
  for (const layer of layers) Object.defineProperties(parts, Object.getOwnPropertyDescriptors(layer));
  return parts;
}

/** The object with other parts in front. It inherits the rest: to copy a context's parts costs more than most requests. */
export function extended<Base extends object, Parts extends object>(base: Base, parts: Parts): Base & Parts;
export function extended(base: object, parts: object): object {
  return Object.create(base, Object.getOwnPropertyDescriptors(parts));
}

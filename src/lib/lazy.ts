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

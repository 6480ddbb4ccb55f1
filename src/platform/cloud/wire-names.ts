import { z } from "zod";

/** The words that a deployment uses on the wire in place of the specification's neutral ones. */
export const WireNames = z.object({
  /** The name of the field with a service's version. */
  engineVersion: z.string().min(1).default("engineVersion"),
  /** The ending of all names of cost fields. */
  credits: z.string().min(1).default("Credits"),
  /** The path segment of the managed observability resources. */
  observability: z.string().min(1).default("observability"),
});

export type WireNames = z.output<typeof WireNames>;

/** The specification's own words. */
export const neutralWireNames: Readonly<WireNames> = Object.freeze(WireNames.parse({}));

/** An answer of the management API with the specification's names in place of the wire's, at every depth. */
export function fromWire(value: unknown, names: WireNames): unknown {
  return renameKeys(value, (key) => rename(key, names, neutralWireNames));
}

/** The reverse of `fromWire`, for code that answers in a deployment's own words. */
export function toWire(value: unknown, names: WireNames): unknown {
  return renameKeys(value, (key) => rename(key, neutralWireNames, names));
}

/** A path or path template of the specification, as the deployment serves it. */
export function toWirePath(path: string, names: WireNames): string {
  return path
    .split("/")
    .map((segment) => (segment === neutralWireNames.observability ? names.observability : segment))
    .join("/");
}

function rename(key: string, from: WireNames, to: WireNames): string {
  if (key === from.engineVersion) return to.engineVersion;
  if (key.endsWith(from.credits)) return key.slice(0, -from.credits.length) + to.credits;
  return key;
}

function renameKeys(value: unknown, renamed: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, renamed));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [renamed(key), renameKeys(inner, renamed)]),
  );
}

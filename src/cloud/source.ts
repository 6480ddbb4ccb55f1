import { z } from "zod";
import { listOperation, managed, pageOperation, standalone } from "./observability.ts";

// One odd record must not make the whole list unreadable.
const Kept = z.record(z.string(), z.unknown());

/** A data source; the specification shows none of its fields, and whatever a server sends is kept, be it a record or not. */
export const Source = z.union([Kept, z.unknown().transform((value) => ({ value }))]).pipe(Kept);
export type Source = z.output<typeof Source>;

/** A source's id as text, whatever the server has there; undefined where that is no id. */
export function sourceId({ id }: Source): string | undefined {
  return textOf(id);
}

/** What a source is called; undefined for one without a name. */
export function sourceName({ name }: Source): string | undefined {
  return textOf(name);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Lists the data sources of a managed service. */
export const listManagedSources = listOperation(managed("sources"), Source, false);

/** Lists the data sources of a stand-alone server. */
export const listStandaloneSources = listOperation(standalone("sources"), Source, false);

/** The same lists, a page at a time. */
export const pageManagedSources = pageOperation(managed("sources"), Source, false);
export const pageStandaloneSources = pageOperation(standalone("sources"), Source, false);

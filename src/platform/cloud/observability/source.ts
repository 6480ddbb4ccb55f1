import { z } from "zod";
import { orUnreadable } from "../lists.ts";
import { listOperation, managed, pageOperation, standalone } from "./resource.ts";

/** A data source. The specification shows none of its fields, so the whole record is kept. */
export const Source = z.record(z.string(), z.unknown());
export type Source = z.output<typeof Source>;

/** A source's id as text; undefined if it has none. */
export function sourceId({ id }: Source): string | undefined {
  return textOf(id);
}

/** A source's name; undefined if it has none. */
export function sourceName({ name }: Source): string | undefined {
  return textOf(name);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

const ListedSource = orUnreadable(Source);

/** Lists the data sources of a managed service. */
export const listManagedSources = listOperation(managed("sources"), ListedSource, false);

/** Lists the data sources of a stand-alone server. */
export const listStandaloneSources = listOperation(standalone("sources"), ListedSource, false);

/** The same lists, page by page. */
export const pageManagedSources = pageOperation(managed("sources"), ListedSource, false);
export const pageStandaloneSources = pageOperation(standalone("sources"), ListedSource, false);

import { z } from "zod";
import { listOperation, managed, standalone } from "./observability.ts";

/** A data source; the specification shows none of its fields, and whatever a server sends is kept. */
export const Source = z.looseObject({ id: z.string().nullish(), name: z.string().nullish() });
export type Source = z.output<typeof Source>;

/** Lists the data sources of a managed service. */
export const listManagedSources = listOperation(managed("sources"), Source, false);

/** Lists the data sources of a stand-alone server. */
export const listStandaloneSources = listOperation(standalone("sources"), Source, false);

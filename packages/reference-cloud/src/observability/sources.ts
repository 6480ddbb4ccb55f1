import { listManagedSources, listStandaloneSources } from "../contract.ts";
import { type Call, route } from "../route.ts";
import { targetOf } from "./at-target.ts";

/** The lists of data sources, on both surfaces. */
export const sourceRoutes = {
  listManagedSources: route(listManagedSources, list),
  listStandaloneSources: route(listStandaloneSources, list),
};

function list(call: Call) {
  return [...targetOf(call).sources];
}

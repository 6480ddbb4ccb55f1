import type { Call } from "../route.ts";
import { serviceInPath } from "../services.ts";
import { standaloneTarget } from "./observability.ts";
import type { ObservedTarget } from "./target.ts";

/** The target of a call: the service in its path, or the stand-alone server. */
export function targetOf(call: Call): ObservedTarget {
  const { observability } = call.world;
  const isManaged = "serviceId" in call.params;
  return observability.target(isManaged ? serviceInPath(call).details.id : standaloneTarget);
}

/** The id in a call's path. */
export function idIn({ params }: Call): string {
  return params["id"] ?? "";
}

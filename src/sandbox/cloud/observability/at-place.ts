import type { Call } from "../route.ts";
import { serviceInPath } from "../services.ts";
import { standalonePlace } from "./observability.ts";
import type { ObservedPlace } from "./place.ts";

/** The place that a call is about: the service in its path, or the stand-alone server. */
export function placeOf(call: Call): ObservedPlace {
  const { observability } = call.world;
  const isManaged = "serviceId" in call.params;
  return observability.place(isManaged ? serviceInPath(call).details.id : standalonePlace);
}

/** The id in a call's path. */
export function idIn({ params }: Call): string {
  return params["id"] ?? "";
}

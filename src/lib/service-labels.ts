import { foldName } from "./text.ts";

/** A service by its id, with the name that a person or the cloud gave it. */
export interface NamedService {
  serviceId: string;
  name: string;
}

/** The name of a service in every message, from its id and its name at the cloud. */
export type ServiceLabel = (serviceId: string, name: string) => string;

/**
 * One label per service, the same everywhere. A service that is known by name has that name, because commands take it.
 * Any other has its name at the cloud, with its id added if another service has that name too.
 */
export function serviceLabels(
  known: readonly NamedService[],
  seen: readonly NamedService[] = [],
): ServiceLabel {
  const knownNames = new Map(known.map(({ serviceId, name }) => [normalizeId(serviceId), name]));
  const idsByName = new Map<string, Set<string>>();
  for (const { serviceId, name } of [...known, ...seen]) {
    const ids = idsByName.get(foldName(name)) ?? new Set();
    idsByName.set(foldName(name), ids.add(normalizeId(serviceId)));
  }
  const isTaken = (name: string, byOther: (id: string) => boolean) =>
    [...(idsByName.get(foldName(name)) ?? [])].some(byOther);

  return (serviceId, name) => {
    const id = normalizeId(serviceId);
    const known = knownNames.get(id);
    if (known !== undefined) return known;
    if (!isTaken(name, (other) => other !== id)) return name;
    const short = shortId(id);
    const longer = `${name} ${short}`;
    const isAmbiguous =
      isTaken(name, (other) => other !== id && shortId(other) === short) ||
      isTaken(longer, (other) => other !== id);
    return isAmbiguous ? `${name} ${serviceId}` : longer;
  };
}

/** Servers write the same id in upper and in lower case. */
function normalizeId(serviceId: string): string {
  return serviceId.toLowerCase();
}

function shortId(serviceId: string): string {
  return serviceId.slice(0, 8);
}

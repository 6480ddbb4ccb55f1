import { foldName } from "./text.ts";

/** A service by its id, with the name that someone or the cloud gave it. */
export interface NamedService {
  serviceId: string;
  name: string;
}

/** What a service is called in every message: from its id, and what the cloud calls it where it is not known by name. */
export type ServiceLabel = (serviceId: string, name: string) => string;

/**
 * One label per service, the same wherever it is shown. A service that is known by name has that name, since commands take
 * it. Any other has its name at the cloud; when another service has that name too, the id is added.
 */
export function serviceLabels(
  known: readonly NamedService[],
  seen: readonly NamedService[] = [],
): ServiceLabel {
  const knownNames = new Map(known.map(({ serviceId, name }) => [foldId(serviceId), name]));
  const idsByName = new Map<string, Set<string>>();
  for (const { serviceId, name } of [...known, ...seen]) {
    const ids = idsByName.get(foldName(name)) ?? new Set();
    idsByName.set(foldName(name), ids.add(foldId(serviceId)));
  }
  const isTaken = (name: string, byOther: (id: string) => boolean) =>
    [...(idsByName.get(foldName(name)) ?? [])].some(byOther);

  return (serviceId, name) => {
    const id = foldId(serviceId);
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

/** Servers write one id in upper and in lower case. */
function foldId(serviceId: string): string {
  return serviceId.toLowerCase();
}

function shortId(serviceId: string): string {
  return serviceId.slice(0, 8);
}

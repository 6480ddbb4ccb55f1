import { z } from "zod";
import type { ObservabilityContext } from "./context.ts";
import { AppError } from "../../lib/errors.ts";
import { foldName, nearest } from "../../lib/text.ts";

/** Where dashboards, alerts and sources are: a service's behind a managed connection, or a stand-alone server's own. */
export const ObservabilityPlace = z.object({
  connection: z.string(),
  /** Absent for a stand-alone server. */
  serviceId: z.string().optional(),
});
export type ObservabilityPlace = z.output<typeof ObservabilityPlace>;

/** A place with what people call it, which is what they type: the service's name, or the connection's. */
export interface NamedPlace extends ObservabilityPlace {
  name: string;
}

type Context = Pick<ObservabilityContext, "services" | "connections">;

/** Every place of the workspace: its services by name, then its stand-alone servers. */
export async function allPlaces({ services, connections }: Context): Promise<NamedPlace[]> {
  const [known, connected] = await Promise.all([services.list(), connections.list()]);
  return [
    ...known.map(({ name, serviceId, connection }) => ({ name, serviceId, connection })),
    ...connected.filter(({ kind }) => kind === "standalone").map(({ name }) => ({ name, connection: name })),
  ];
}

/** The place that words name, a service also by its id; fails as `missing` with the nearest name. */
export async function findPlace(words: string, context: Context): Promise<NamedPlace> {
  const places = await allPlaces(context);
  const wanted = foldName(words);
  const found = places.find(({ name, serviceId }) => foldName(name) === wanted || serviceId === wanted);
  if (found) return found;
  throw unknownPlace(words, places);
}

/** What a place is called by now; its service's id where that has no name here any more. */
export async function nameOfPlace(place: ObservabilityPlace, context: Context): Promise<string> {
  const places = await allPlaces(context);
  return places.find((one) => isSamePlace(one, place))?.name ?? place.serviceId ?? place.connection;
}

/** True for the same service, or the same stand-alone server. */
export function isSamePlace(one: ObservabilityPlace, other: ObservabilityPlace): boolean {
  return one.connection === other.connection && one.serviceId === other.serviceId;
}

function unknownPlace(words: string, places: readonly NamedPlace[]): AppError {
  const names = places.map(({ name }) => name);
  const near = nearest(words, names);
  const known =
    names.length > 0 ? `Known here: ${names.slice(0, 10).join(", ")}.` : "None is known here yet.";
  return new AppError(
    "missing",
    `I know no service or observability server called “${words}”. ${near ? `Did you mean “${near}”?` : known} To add one: \`/db services add <service id> <name>\` or \`/db connect\`.`,
  );
}

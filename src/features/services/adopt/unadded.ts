import { minuteMs } from "../../../lib/duration.ts";
import { compareNames } from "../../../lib/names.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { foldName, oneLine } from "../../../lib/text.ts";
import { type FoundService, type FoundServices, defaultNameOf } from "../../connections/index.ts";
import type { Service } from "../../../platform/cloud/services/service.ts";
import type { ServicesContext } from "../context.ts";

const freshMs = minuteMs;

// A form keeps them while it is open.
const mostFound = 1_000;

const ended: ReadonlySet<string | undefined> = new Set([
  "terminating",
  "terminated",
  "softdeleting",
  "softdeleted",
]);

/**
 * The services of the workspace's clouds that its list hasn't, by name. Those that are being created here, and those that
 * end, are left out. `isWhole` includes those that people didn't want.
 */
export async function unaddedServices(context: ServicesContext, isWhole: boolean): Promise<FoundServices> {
  const [all, known, unwanted, first] = await Promise.all([
    context.connections.list(),
    context.services.list(),
    isWhole ? new Set<string>() : context.services.unwanted(),
    defaultNameOf(context.connections),
  ]);
  const clouds = all
    .flatMap(({ kind, name }) => (kind === "managed" ? [name] : []))
    .toSorted((one, other) => Number(other === first) - Number(one === first));
  const left = new Set([...known.map(({ serviceId }) => serviceId.toLowerCase()), ...unwanted]);
  // One cloud may be connected twice.
  const isNew = ({ id }: Pick<Service, "id">) => !left.has(id.toLowerCase()) && left.add(id.toLowerCase());
  const lists = await Promise.all(clouds.map((name) => listOf(name, context)));
  if (clouds.length > 0 && lists.every((list) => list === "unserved")) {
    const seen = Object.entries(await context.services.seen()).map(([id, name]) => ({ id, name }));
    const services = (await withoutOurs(seen.filter(isNew), first, context)).map((one) =>
      foundOf(one, first),
    );
    const inCosts = new Set(services.map(({ name }) => foldName(name)));
    const alerted = (await context.namesInAlerts()).filter((name) => !inCosts.has(foldName(name)));
    return { services: sorted(services), source: "costs", unread: [], alerted };
  }
  const services = await Promise.all(
    clouds.map(async (connection, index) => {
      const list = lists[index];
      if (!Array.isArray(list)) return [];
      const alive = list.filter((service) => !ended.has(service.state?.toLowerCase()) && isNew(service));
      return (await withoutOurs(alive, connection, context)).map((one) => foundOf(one, connection));
    }),
  );
  const unread = clouds.filter((_, index) => lists[index] === "unread");
  return { services: sorted(services.flat()), source: "list", unread, alerted: [] };
}

async function listOf(
  connection: string,
  context: ServicesContext,
): Promise<Service[] | "unserved" | "unread"> {
  const since = new Date(context.now().getTime() - freshMs);
  const list = await attempt(() => context.servicesSince(connection, since));
  if (!(list instanceof AppError)) return list;
  context.log.info({ err: list, connection }, "the cloud doesn't list its services right now");
  return list.unserved ? "unserved" : "unread";
}

/** The services that no request here has created or is creating. */
export async function withoutOurs<Listed extends Pick<Service, "id" | "name">>(
  services: readonly Listed[],
  connection: string,
  context: Pick<ServicesContext, "origins" | "unresolved">,
): Promise<Listed[]> {
  const [origins, asked] = await Promise.all([
    context.origins.of(services.map(({ id }) => id)),
    context.unresolved.names(connection),
  ]);
  return services.filter(
    ({ name }, index) => origins[index] === undefined && !asked.has(foldName(name ?? "")),
  );
}

function foundOf(
  { id, name, state, provider, region }: Pick<Service, "id"> & Partial<Service>,
  connection: string,
): FoundService {
  const place = [provider, region].filter(Boolean).join(" ");
  return {
    serviceId: id,
    name: nameHere(name, id),
    connection,
    ...(state ? { state: state.replaceAll("_", " ") } : {}),
    ...(place ? { place } : {}),
  };
}

// A number may follow a taken name, and commands take 100 characters.
const beginning = /^.{0,90}/u;

/** The name of a service of the cloud as commands take one. */
export function nameHere(name: string | undefined, serviceId: string): string {
  const kept = oneLine((name ?? "").normalize("NFC").replaceAll(/[^\p{L}\p{M}\p{N} ._-]+/gu, " "));
  return oneLine(beginning.exec(kept)?.[0] ?? "") || `service ${serviceId.slice(0, 8)}`;
}

function sorted(services: readonly FoundService[]): FoundService[] {
  return services.toSorted((a, b) => compareNames(a.name, b.name)).slice(0, mostFound);
}

import { within } from "../../lib/clock.ts";
import { isAppError } from "../../lib/errors.ts";
import type { WorkspaceContext } from "../context.ts";
import type { FactsOf } from "./service-facts.ts";

/** What a feature knows about who reads services: alerts, dashboards. */
export interface ServiceReaders<Context = WorkspaceContext> {
  /** By service id: true if something reads it, and false if nothing does. What is not known is left out. */
  read(services: readonly FactsOf[], context: Context): Promise<ReadonlyMap<string, boolean>>;
}

const maxWaitMs = 10_000;
const nothing: ReadonlyMap<string, boolean> = new Map();

/** The services that nothing reads, by their ids. Each feature must know that. */
export async function unreadServices(
  readers: readonly ServiceReaders[],
  services: readonly FactsOf[],
  context: WorkspaceContext,
): Promise<ReadonlySet<string>> {
  const known = await Promise.all(readers.map((each) => readOne(each, services, context)));
  const ids = services.map(({ serviceId }) => serviceId);
  return new Set(ids.filter((id) => known.length > 0 && known.every((each) => each.get(id) === false)));
}

async function readOne(
  readers: ServiceReaders,
  services: readonly FactsOf[],
  context: WorkspaceContext,
): Promise<ReadonlyMap<string, boolean>> {
  try {
    return await within(maxWaitMs, readers.read(services, context), nothing);
  } catch (error) {
    if (isAppError(error, "bug", "user")) throw error;
    context.log.info({ err: error }, "couldn't find out what reads services");
    return nothing;
  }
}

import type { ConsoleLinks } from "../../cloud/console-links.ts";
import type { WorkspaceContext } from "../../context.ts";

/** The pages of days, and of services known by name, in the console of a connection's cloud: a warehouse has costs too, and no page as a service. */
export async function knownLinks(
  connection: string,
  { consoleOf, services }: Pick<WorkspaceContext, "consoleOf" | "services">,
): Promise<ConsoleLinks> {
  const [links, known] = await Promise.all([consoleOf(connection), services.list()]);
  const ids = new Set(known.map(({ serviceId }) => serviceId));
  return { ...links, service: (id) => (ids.has(id) ? links.service(id) : undefined) };
}

import type { ConsoleLinks } from "../../platform/cloud/console-links.ts";

/** What says where a connection's console is, and which services are known by name. */
interface LinkParts {
  consoleOf: (connection: string) => Promise<ConsoleLinks>;
  services: { list(): Promise<{ serviceId: string }[]> };
}

/** The pages of days and of known services in a connection's console: a warehouse has costs too, and no page as a service. */
export async function knownLinks(
  connection: string,
  { consoleOf, services }: LinkParts,
): Promise<ConsoleLinks> {
  const [links, known] = await Promise.all([consoleOf(connection), services.list()]);
  const ids = new Set(known.map(({ serviceId }) => serviceId));
  return { ...links, service: (id) => (ids.has(id) ? links.service(id) : undefined) };
}

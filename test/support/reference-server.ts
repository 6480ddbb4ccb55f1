import { z } from "zod";
import { basic } from "./asking.ts";
import type { TestEnvironment } from "./environment.ts";

const Service = z.looseObject({ id: z.string(), name: z.string(), dataWarehouseId: z.string() });
type Service = z.infer<typeof Service>;

/** A service of the reference server with its internal facts: the newest of that name. */
export async function serviceNamed({ cloud }: TestEnvironment, name: string): Promise<Service> {
  const response = await fetch(`${cloud.controlUrl}/services`);
  const found = z
    .array(Service)
    .parse(await response.json())
    .findLast((service) => service.name === name);
  if (!found) throw new Error(`There is no service "${name}".`);
  return found;
}

const Backups = z.object({
  result: z.array(z.looseObject({ id: z.string(), status: z.string(), startedAt: z.iso.datetime() })),
});

/** The ids of the backups that can be restored to a new service, the newest first. */
export async function doneBackups(
  { cloud, organization }: TestEnvironment,
  serviceId: string,
): Promise<string[]> {
  const { organizationId, keyId, keySecret } = organization;
  const url = `${cloud.url}/v1/organizations/${organizationId}/services/${serviceId}/backups`;
  const response = await fetch(url, { headers: { authorization: basic({ keyId, keySecret }) } });
  return Backups.parse(await response.json())
    .result.filter(({ status }) => status === "done")
    .toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt))
    .map(({ id }) => id);
}

/** The body of the last request to create a service that the reference server received. */
export function lastCreate(environment: TestEnvironment): Promise<Record<string, unknown>> {
  return createNamed(environment, () => true);
}

/** The same for the last request with such a name. */
export async function createNamed(
  environment: TestEnvironment,
  isIt: (name: string) => boolean,
): Promise<Record<string, unknown>> {
  const bodies = (await environment.received("POST"))
    .filter(({ path }) => path.endsWith("/services"))
    .map(({ body }) => z.record(z.string(), z.unknown()).parse(body));
  const found = bodies.findLast(({ name }) => isIt(String(name)));
  if (!found) throw new Error("No such request was received.");
  return found;
}

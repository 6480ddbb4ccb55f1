import { z } from "zod";
import { Service } from "./service.ts";

const { encryptionKey: _secret, endpoints: _endpoints, ipAccessList: _addresses, ...plain } = Service.shape;

// More than any service has. A server that sends more uses no more of Redis.
const mostItems = 100;
const longestText = 500;

/** The details of a service that are kept: all documented fields except secrets, and no unknown fields. */
export const ServiceDetails = z
  .object({
    ...plain,
    endpoints: z.array(
      z.object({
        protocol: z.string().optional(),
        host: z.string().optional(),
        port: z.number().optional(),
        username: z.string().optional(),
      }),
    ),
    ipAccessList: z.array(z.object({ source: z.string().optional(), description: z.string().optional() })),
    /** The key itself is a secret and is not kept. */
    hasEncryptionKey: z.boolean(),
  })
  .partial();
export type ServiceDetails = z.output<typeof ServiceDetails>;

/** The details to keep of a service. */
export function detailsOf({ encryptionKey, ...service }: Partial<Service>): ServiceDetails {
  const hasEncryptionKey =
    encryptionKey === undefined || encryptionKey === "" ? {} : { hasEncryptionKey: true };
  return ServiceDetails.parse(bounded({ ...service, ...hasEncryptionKey }));
}

function bounded(value: unknown): unknown {
  if (typeof value === "string") return value.slice(0, longestText);
  if (Array.isArray(value)) return value.slice(0, mostItems).map(bounded);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, bounded(each)]));
}

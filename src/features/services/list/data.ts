import { z } from "zod";
import type { KnownService } from "../../connections/index.ts";
import type { ServiceDetails } from "../../../platform/cloud/services/service.ts";
import { next, time, total } from "../../../platform/commands/found.ts";
import { type Page, nextOf } from "../../../platform/commands/paging.ts";
import { FactData, type ShownFact, factData } from "../../../platform/commands/service-facts.ts";
import { parseTime } from "../../../lib/time.ts";
import type { KnownDetails } from "./details.ts";

/** A service with what is known of it. */
export interface ListedService {
  service: KnownService;
  details: ServiceDetails;
  facts: readonly ShownFact[];
}

/** One page of the services by name. */
export interface ServicesPage extends Page<ListedService> {
  /** When it was read. */
  at: Date;
}

// The lists and the card of services as data for programs.

const text = (what: string) => z.string().optional().describe(what);
const gigabytes = (what: string) => z.number().optional().describe(`${what}, in GB`);
const flag = (what: string) => z.boolean().optional().describe(what);

/** A service with what is known of it. What is not known is left out. */
const ListedData = z.object({
  name: z.string(),
  id: z.string(),
  connection: z.string().describe("The connection to the cloud that runs it"),
  ...FactData.shape,
  provider: text("The cloud provider, such as aws"),
  region: text("The provider's name of the region"),
  tier: text("The cloud's word for its tier"),
  numReplicas: z.number().optional().describe("How many replicas it has"),
  minReplicaMemoryGb: gigabytes("The least memory of a replica"),
  maxReplicaMemoryGb: gigabytes("The most memory of a replica"),
  minTotalMemoryGb: gigabytes("The least memory of all replicas together"),
  maxTotalMemoryGb: gigabytes("The most memory of all replicas together"),
  addedBy: text("The Slack id of the person who created or added it. Absent for a workflow"),
  addedAt: time.describe("When it was created or added here"),
});

/** The answer of `/db services`. */
export const ServicesData = z.object({
  services: z.array(ListedData).describe("A page of the services by name"),
  total,
  next,
  asOf: time.describe("When this was read. The cloud's words may be a minute older"),
});

/** The services of a page. */
export function servicesData(page: ServicesPage): z.output<typeof ServicesData> {
  return {
    services: page.items.map(listedData),
    total: page.total,
    next: nextOf(page),
    asOf: page.at.toISOString(),
  };
}

function listedData({ service, details, facts }: ListedService): z.output<typeof ListedData> {
  const { name, serviceId: id, connection, addedBy, addedAt } = service;
  const { provider, region, tier, numReplicas } = details;
  const { minReplicaMemoryGb, maxReplicaMemoryGb, minTotalMemoryGb, maxTotalMemoryGb } = details;
  const known = factData(facts);
  return {
    name,
    id,
    connection,
    ...known,
    // As the list of the cloud says it, or else the service's own answer.
    state: known.state ?? details.state,
    provider,
    region,
    tier,
    numReplicas,
    minReplicaMemoryGb,
    maxReplicaMemoryGb,
    minTotalMemoryGb,
    maxTotalMemoryGb,
    addedBy: addedBy === "" ? undefined : addedBy,
    addedAt,
  };
}

/** The answer of `/db services show`. */
export const ServiceData = ListedData.extend({
  cloudName: text("Its name in the cloud, if that is another one"),
  engineVersion: text("The version of the database"),
  idleScaling: flag("True if it sleeps while it is unused"),
  idleTimeoutMinutes: z.number().optional().describe("After how many minutes without use it sleeps"),
  endpoints: z
    .array(
      z.object({
        protocol: text("Such as https"),
        host: text("The host name"),
        port: z.number().optional().describe("The port"),
        username: text("The name to log in with. Passwords are never shown"),
      }),
    )
    .optional()
    .describe("How to connect"),
  ipAccessList: z
    .array(
      z.object({ source: text("An address or a range"), description: text("What a person wrote about it") }),
    )
    .optional()
    .describe("The addresses that may connect"),
  createdAt: time.optional().describe("When the cloud created it"),
  dataWarehouseId: text("The warehouse that it shares its data with"),
  isPrimary: flag("True for the primary service of its warehouse"),
  isReadonly: flag("True if it only reads"),
  byocId: text("The own cloud account that it runs in"),
  iamRole: text("The role that it has at the provider"),
  privateEndpointIds: z.array(z.string()).optional().describe("The ids of its private endpoints"),
  hasEncryptionKey: flag("True if it has an encryption key of its own"),
  hasTransparentDataEncryption: flag("True with transparent data encryption"),
  source: z
    .enum(["both", "live", "kept", "none"])
    .describe(
      "Where the details are from. live: the cloud now. kept: its answer when the service was created. both: now, and the rest from then. none: the cloud doesn't show this service",
    ),
  asOf: time.describe("When this was read"),
});

/** Everything about one service. */
export function serviceData(
  service: KnownService,
  { details, source }: KnownDetails,
  { facts, at }: { facts: ListedService["facts"]; at: Date },
): z.output<typeof ServiceData> {
  const { engineVersion, idleScaling, idleTimeoutMinutes, endpoints, ipAccessList } = details;
  const { dataWarehouseId, isPrimary, isReadonly, byocId, iamRole, privateEndpointIds } = details;
  const { hasEncryptionKey, hasTransparentDataEncryption } = details;
  return {
    ...listedData({ service, details, facts }),
    cloudName: cloudNameOf(details, service),
    engineVersion,
    idleScaling,
    idleTimeoutMinutes,
    endpoints: endpoints?.map(({ protocol, host, port, username }) => ({ protocol, host, port, username })),
    ipAccessList: ipAccessList?.map(({ source: address, description }) => ({ source: address, description })),
    createdAt: parseTime(details.createdAt)?.toISOString(),
    dataWarehouseId,
    isPrimary,
    isReadonly,
    byocId,
    iamRole,
    privateEndpointIds,
    hasEncryptionKey,
    hasTransparentDataEncryption,
    source,
    asOf: at.toISOString(),
  };
}

function cloudNameOf({ name }: ServiceDetails, service: Pick<KnownService, "name">): string | undefined {
  return name === service.name ? undefined : name;
}

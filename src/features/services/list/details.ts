import type { KnownService } from "../../connections/index.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import { ServiceDetails, detailsOf, getService } from "../../../platform/cloud/services/service.ts";
import type { ServicesContext } from "../context.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { formatList } from "../../../lib/text.ts";
import { parseTime } from "../../../lib/time.ts";
import type { sources } from "./texts.ts";

/** All that is known of a service, and where that is from. */
export interface KnownDetails {
  details: ServiceDetails;
  source: keyof typeof sources;
}

/** A service's details: its cloud's current answer over the answer at its creation. */
export async function readDetails(service: KnownService, context: ServicesContext): Promise<KnownDetails> {
  const [before, live] = await Promise.all([keptDetails(service, context), liveDetails(service, context)]);
  const source = live ? (before ? "both" : "live") : before ? "kept" : "none";
  return { details: { ...before, ...live }, source };
}

/** Undefined when nothing is kept, or another version of the app wrote it. */
export async function keptDetails(
  { serviceId }: Pick<KnownService, "serviceId">,
  { services }: ServicesContext,
): Promise<ServiceDetails | undefined> {
  return ServiceDetails.safeParse(await services.detailsOf(serviceId)).data;
}

const freshForMs = minuteMs;

/** Reads the service at its cloud, or in its list. Undefined if the cloud shows it in neither. */
async function liveDetails(
  { serviceId, connection }: KnownService,
  context: ServicesContext,
): Promise<ServiceDetails | undefined> {
  const one = await attempt(() => context.cloudOf(connection).call(getService, { serviceId }));
  if (!(one instanceof AppError)) return detailsOf(one);
  context.log.info({ err: one, serviceId }, "the cloud doesn't show a service right now");
  const listed = (await listedServices(connection, context)).get(serviceId);
  return listed;
}

/** The services that a connection's cloud listed in the last minute, by id. Empty if it doesn't answer. */
export async function listedServices(
  connection: string,
  context: ServicesContext,
  notBefore = 0,
): Promise<ReadonlyMap<string, ServiceDetails>> {
  const since = new Date(Math.max(notBefore, context.now().getTime() - freshForMs));
  const services = await attempt(() => context.servicesSince(connection, since));
  if (!(services instanceof AppError)) return new Map(services.map((each) => [each.id, detailsOf(each)]));
  context.log.info({ err: services, connection }, "the cloud doesn't list its services right now");
  return new Map();
}

/** A line of mrkdwn for each known field, in the order of the specification. */
export function detailLines(details: ServiceDetails, { name }: Pick<KnownService, "name">): string[] {
  const cloudName = details.name === name ? undefined : details.name;
  const facts: [string, string | undefined][] = [
    ["Name in the cloud", text(cloudName)],
    ["State", text(details.state?.replaceAll("_", " "))],
    ["Provider", text(details.provider)],
    ["Region", text(details.region)],
    ["Tier", text(details.tier)],
    ["Engine version", text(details.engineVersion)],
    ["Minimum total memory", gigabytes(details.minTotalMemoryGb)],
    ["Maximum total memory", gigabytes(details.maxTotalMemoryGb)],
    ["Minimum memory per replica", gigabytes(details.minReplicaMemoryGb)],
    ["Maximum memory per replica", gigabytes(details.maxReplicaMemoryGb)],
    ["Number of replicas", text(details.numReplicas?.toString())],
    ["Idle scaling", yesNo(details.idleScaling)],
    [
      "Idle timeout",
      details.idleTimeoutMinutes === undefined ? undefined : `${details.idleTimeoutMinutes} minutes`,
    ],
    ["Allowed addresses", addresses(details)],
    ["Created", time(details.createdAt)],
    ["Encryption key", details.hasEncryptionKey ? "your own, not shown here" : undefined],
    ["Encryption role", id(details.encryptionAssumedRoleIdentifier)],
    ["IAM role", id(details.iamRole)],
    ["Private endpoints", ids(details.privateEndpointIds)],
    ["Available private endpoints", ids(details.availablePrivateEndpointIds)],
    ["Data warehouse", id(details.dataWarehouseId)],
    ["Primary in its warehouse", yesNo(details.isPrimary)],
    ["Read-only", yesNo(details.isReadonly)],
    ["Own cloud (BYOC)", id(details.byocId)],
    ["Transparent data encryption", yesNo(details.hasTransparentDataEncryption)],
    ["Transparent encryption key", id(details.transparentDataEncryptionKeyId)],
    ["Transparent encryption role", id(details.encryptionRoleId)],
  ];
  return facts.flatMap(([label, value]) => (value === undefined ? [] : [`*${label}:* ${value}`]));
}

function text(value: string | undefined): string | undefined {
  return value === undefined || value === "" ? undefined : escapeMrkdwn(value);
}

function time(value: string | undefined): string | undefined {
  const date = parseTime(value);
  return date ? slackDate(date) : text(value);
}

function id(value: string | undefined): string | undefined {
  return value === undefined || value === "" ? undefined : code(value);
}

function ids(values: readonly string[] | undefined): string | undefined {
  if (values === undefined) return undefined;
  return values.length === 0 ? "none" : formatList(values.map(code));
}

function yesNo(value: boolean | undefined): string | undefined {
  return value === undefined ? undefined : value ? "yes" : "no";
}

function gigabytes(value: number | undefined): string | undefined {
  return value === undefined ? undefined : `${value} GB`;
}

const shownAddresses = 20;

function addresses({ ipAccessList }: ServiceDetails): string | undefined {
  if (ipAccessList === undefined) return undefined;
  if (ipAccessList.length === 0) return "none";
  const shown = ipAccessList
    .slice(0, shownAddresses)
    .map(({ source = "", description }) =>
      [code(source), ...(description ? [escapeMrkdwn(description)] : [])].join(" "),
    );
  const more = ipAccessList.length - shown.length;
  return formatList(more > 0 ? [...shown, `${more} more`] : shown);
}

/** The settings of a service that a new one may have. A warehouse is shared only by read-only services, and ids stay. */
export function settingsToCopy(details: ServiceDetails): Record<string, unknown> {
  const { provider, region, tier, dataWarehouseId, isReadonly, ipAccessList, ...sizes } = details;
  const { numReplicas, minReplicaMemoryGb, maxReplicaMemoryGb, idleScaling, idleTimeoutMinutes } = sizes;
  const { byocId, hasTransparentDataEncryption, encryptionAssumedRoleIdentifier } = details;
  const copied = {
    provider,
    region,
    // Without a tier it is a production service.
    tier: tier === "production" ? undefined : tier,
    numReplicas,
    minReplicaMemoryGb,
    maxReplicaMemoryGb,
    idleScaling,
    idleTimeoutMinutes,
    ipAccessList: ipAccessList?.length ? ipAccessList : undefined,
    byocId,
    hasTransparentDataEncryption: hasTransparentDataEncryption || undefined,
    encryptionAssumedRoleIdentifier,
    ...(isReadonly ? { dataWarehouseId, isReadonly } : {}),
  };
  return Object.fromEntries(
    Object.entries(copied).filter(([, value]) => value !== undefined && value !== null && value !== ""),
  );
}

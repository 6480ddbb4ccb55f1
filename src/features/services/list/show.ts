import type { KnownService } from "../../connections/index.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeMrkdwn, escapeName } from "../../../platform/blocks/escape.ts";
import { context as smallPrint, packed, section } from "../../../platform/blocks/text.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { ServiceDetails, detailsOf } from "../../../platform/cloud/services/details.ts";
import { getService } from "../../../platform/cloud/services/service.ts";
import type { ServicesContext } from "../context.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { formatList } from "../../../lib/text.ts";
import { parseTime } from "../../../lib/time.ts";
import { endpointBlocks, endpointText } from "../announcement/endpoints.ts";

/** Shows all that is known of a service: its cloud's current answer over the answer at its creation. Fails as missing. */
export async function showService(wanted: string, context: ServicesContext): Promise<Reply> {
  const service = await context.services.find(wanted);
  const [before, live] = await Promise.all([keptDetails(service, context), liveDetails(service, context)]);
  return detailsReply(service, { ...before, ...live }, sourceOf(before !== undefined, live !== undefined));
}

/** Undefined when nothing is kept, or another version of the app wrote it. */
async function keptDetails(
  { serviceId }: KnownService,
  { services }: ServicesContext,
): Promise<ServiceDetails | undefined> {
  return ServiceDetails.safeParse(await services.detailsOf(serviceId)).data;
}

/** Reads the service at its cloud, once. Not every cloud answers for a single service: undefined then. */
async function liveDetails(
  { serviceId, connection }: KnownService,
  context: ServicesContext,
): Promise<ServiceDetails | undefined> {
  const service = await attempt(() => context.cloudOf(connection).call(getService, { serviceId }));
  if (!(service instanceof AppError)) return detailsOf(service);
  context.log.info({ err: service, serviceId }, "the cloud does not show a service just now");
  return undefined;
}

function sourceOf(isKept: boolean, isLive: boolean): string {
  if (isLive && isKept) return "As the cloud says now, with what it answered when the service was created.";
  if (isLive) return "As the cloud says now.";
  if (isKept) return "As the cloud answered when the service was created; it does not tell of it just now.";
  return "It was not created from here, and the cloud does not tell of it: its console shows the rest.";
}

/** Shows a line for each known field, in the order of the specification. */
export function detailsReply(service: KnownService, details: ServiceDetails, source: string): Reply {
  const { endpoints = [] } = details;
  const headline = `*${escapeName(service.name)}* · id ${code(service.serviceId)} · connection ${code(service.connection)}`;
  const lines = linesOf(details, service);
  const plain = [headline, ...lines, ...(endpoints.length > 0 ? [endpointText(endpoints)] : []), source];
  return reply(plain.join("\n"), [
    section(headline),
    ...(lines.length > 0 ? packed(lines) : []),
    ...(endpoints.length > 0 ? endpointBlocks(endpoints) : []),
    smallPrint(source),
  ]);
}

function linesOf(details: ServiceDetails, { name }: KnownService): string[] {
  const cloudName = details.name === name ? undefined : details.name;
  const facts: [string, string | undefined][] = [
    ["Name at the cloud", text(cloudName)],
    ["State", text(details.state?.replaceAll("_", " "))],
    ["Provider", text(details.provider)],
    ["Region", text(details.region)],
    ["Tier", text(details.tier)],
    ["Engine version", text(details.engineVersion)],
    ["Minimum total memory", gigabytes(details.minTotalMemoryGb)],
    ["Maximum total memory", gigabytes(details.maxTotalMemoryGb)],
    ["Minimum memory of a replica", gigabytes(details.minReplicaMemoryGb)],
    ["Maximum memory of a replica", gigabytes(details.maxReplicaMemoryGb)],
    ["Replicas", text(details.numReplicas?.toString())],
    ["Scales to zero when idle", yesNo(details.idleScaling)],
    [
      "Idle timeout",
      details.idleTimeoutMinutes === undefined ? undefined : `${details.idleTimeoutMinutes} minutes`,
    ],
    ["Allowed addresses", addresses(details)],
    ["Created", time(details.createdAt)],
    ["Encryption key", details.hasEncryptionKey ? "your own; it is not kept here" : undefined],
    ["Role for encryption", id(details.encryptionAssumedRoleIdentifier)],
    ["IAM role", id(details.iamRole)],
    ["Private endpoints", ids(details.privateEndpointIds)],
    ["Available private endpoints", ids(details.availablePrivateEndpointIds)],
    ["Data warehouse", id(details.dataWarehouseId)],
    ["Primary of its warehouse", yesNo(details.isPrimary)],
    ["Read-only", yesNo(details.isReadonly)],
    ["Own cloud (BYOC)", id(details.byocId)],
    ["Transparent data encryption", yesNo(details.hasTransparentDataEncryption)],
    ["Key of the transparent encryption", id(details.transparentDataEncryptionKeyId)],
    ["Role of the transparent encryption", id(details.encryptionRoleId)],
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

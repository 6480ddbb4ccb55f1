import { escapeMrkdwn, escapeName } from "../../../platform/blocks/escape.ts";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import { isOpenToWorld } from "./address-list.ts";
import type { CreateFacts } from "./facts.ts";
import { aloneInWarehouse, isAloneInWarehouse } from "./steps/size.ts";

/** The few facts that a person should know before a service is created, as sentences of mrkdwn. */
export function factsToKnow(request: ServiceRequest, known: CreateFacts): string[] {
  return [
    beginning(request, known),
    alone(request),
    lasting(request),
    sleeping(request),
    reachable(request),
  ].filter((fact) => fact !== undefined);
}

/** What is sent is an id, which tells a person nothing. */
function beginning({ backupId }: ServiceRequest, { backups, services }: CreateFacts): string | undefined {
  const backup = backups?.choices.find(({ value }) => value === backupId);
  const service = services.find(({ value }) => value === backups?.serviceId);
  if (!backup || !service) return undefined;
  return `*Begins with the data of ${escapeName(service.text)}:* ${escapeMrkdwn(backup.text)}.`;
}

function alone(request: ServiceRequest): string | undefined {
  return isAloneInWarehouse(request) ? `:warning: ${aloneInWarehouse}` : undefined;
}

function lasting({ hasTransparentDataEncryption, encryptionKey, complianceType }: ServiceRequest): string {
  const chosen = [
    ...(hasTransparentDataEncryption ? ["transparent data encryption"] : []),
    ...(encryptionKey === undefined ? [] : ["your own encryption key"]),
    ...(complianceType === undefined ? [] : [`compliance with ${complianceType}`]),
  ];
  const now = chosen.length === 0 ? "none is chosen" : `chosen: ${chosen.join(", ")}`;
  return `*Cannot be changed later:* encryption and compliance; ${now}.`;
}

function sleeping({ idleScaling = true, idleTimeoutMinutes }: ServiceRequest): string {
  if (!idleScaling) return "*Never scales to zero:* it costs compute at all hours.";
  const after = idleTimeoutMinutes === undefined ? "when idle" : `after ${idleTimeoutMinutes} idle minutes`;
  return `*Scales to zero* ${after}; the first query after that waits until it is awake.`;
}

function reachable({ ipAccessList = [] }: ServiceRequest): string | undefined {
  if (isOpenToWorld(ipAccessList)) {
    return ":warning: *Open to the world:* every address on the internet may try to reach it.";
  }
  if (ipAccessList.length === 0) return "*No address is listed:* the cloud decides who may reach it.";
  return undefined;
}

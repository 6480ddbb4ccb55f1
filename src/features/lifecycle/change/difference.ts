import { type ServiceRequestField, serviceRequestFields } from "../../../platform/cloud/services/request.ts";
import { code, escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import type { Part } from "../changes/change.ts";
import type { Address, Shape } from "../changes/progress.ts";
import * as texts from "./texts.ts";

/** What a change does to a service, a line of mrkdwn for each difference. */
export function differenceLines(seen: Shape, parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    switch (part.kind) {
      case "addresses":
        return [
          ...part.add.map((address) => texts.addressAdded(formatAddress(address))),
          ...part.remove.map((address) => texts.addressRemoved(formatAddress(address))),
        ];
      case "scaling":
        return scalingFields.flatMap((field) => {
          const to = part.to[field];
          return to === undefined
            ? []
            : [texts.difference(labelOf(field), valueText(field, seen[field]), valueText(field, to))];
        });
      case "stop":
      case "start":
      case "delete":
        return [];
    }
  });
}

const scalingFields = [
  "numReplicas",
  "minReplicaMemoryGb",
  "maxReplicaMemoryGb",
  "idleScaling",
  "idleTimeoutMinutes",
] as const;

function labelOf(field: ServiceRequestField): string {
  return escapeMrkdwn(serviceRequestFields[field].label);
}

function valueText(field: ServiceRequestField, value: number | boolean | undefined): string {
  if (value === undefined) return texts.unknownValue;
  if (typeof value === "boolean") return value ? texts.on : texts.off;
  const { unit } = serviceRequestFields[field];
  return unit ? `${value} ${unit}` : String(value);
}

function formatAddress({ source, description }: Address): string {
  return description ? `${code(source)} ${escapeMrkdwn(description)}` : code(source);
}

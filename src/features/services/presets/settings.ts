import { code, escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import {
  type FieldProblem,
  type ServiceRequest,
  type ServiceRequestField,
  serviceRequestFieldNames,
  serviceRequestFields,
} from "../../../platform/cloud/services/request.ts";
import { plural, truncate } from "../../../lib/text.ts";
import { sizeFacts } from "../form/facts.ts";
import { formatField } from "../form/request.ts";
import { presetFieldsOf, readPresetFields } from "./save-button.ts";

// All fields together must fit into a message, however long some are.
const valueLength = 150;
const listLength = 800;

/** Summarizes a preset on one line: place, size, and the number of other settings. */
export function formatSettings(request: ServiceRequest): string {
  const { provider, region, numReplicas, minReplicaMemoryGb, maxReplicaMemoryGb, ...others } = request;
  const sizes = [minReplicaMemoryGb, maxReplicaMemoryGb].filter((size) => size !== undefined);
  const more = Object.keys(others).length + (sizes.length === 1 ? 1 : 0);
  const facts = sizeFacts({ provider, region, numReplicas, minReplicaMemoryGb, maxReplicaMemoryGb });
  if (more > 0) facts.push(plural(more, facts.length === 0 ? "setting" : "more setting"));
  return facts.length === 0 ? "No settings." : facts.join(" · ");
}

/** Formats everything that a preset sets: a piece of mrkdwn for each field, with its problems below. */
export function settingTexts(fields: Readonly<Record<string, unknown>>): string[] {
  const { request, problems } = readPresetFields(fields);
  const kept: Readonly<Record<string, unknown>> = presetFieldsOf(fields);
  const ofContract = serviceRequestFieldNames.map((field) => [
    ...valueText(field, request, kept[field]),
    ...problemsWith(field, problems),
  ]);
  const unknown = problems.filter(({ field }) => !Object.hasOwn(serviceRequestFields, field));
  return [...ofContract, unknown.map(warning)]
    .filter((lines) => lines.length > 0)
    .map((all) => all.join("\n"));
}

function valueText(field: ServiceRequestField, request: ServiceRequest, kept: unknown): string[] {
  const value = request[field];
  if (typeof value === "string") {
    return [formatField(field, { ...request, [field]: truncate(value, valueLength) })];
  }
  if (value !== undefined) return [cutLines(formatField(field, request))];
  if (kept === undefined) return [];
  const asWritten = typeof kept === "string" ? kept : JSON.stringify(kept);
  return [`*${escapeMrkdwn(serviceRequestFields[field].label)}:* ${code(truncate(asWritten, valueLength))}`];
}

function problemsWith(field: string, problems: readonly FieldProblem[]): string[] {
  return problems.filter((problem) => problem.field === field).map(warning);
}

function warning({ message }: FieldProblem): string {
  return `:warning: ${escapeMrkdwn(truncate(message, 2 * valueLength))}.`;
}

/** Keeps the first lines of a list, and counts the rest. */
function cutLines(text: string): string {
  const lines = text.split("\n");
  let length = 0;
  const tooMany = lines.findIndex((line) => (length += line.length + 1) > listLength);
  return tooMany === -1
    ? text
    : [...lines.slice(0, tooMany), `• and ${lines.length - tooMany} more`].join("\n");
}

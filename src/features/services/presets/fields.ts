import { z } from "zod";
import { plural, truncate } from "../../../lib/text.ts";
import { button } from "../../../platform/blocks/button.ts";
import { code, escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import {
  type FieldProblem,
  ServiceRequest,
  type ServiceRequestField,
  isServiceRequestField,
  serviceRequestFieldNames,
  serviceRequestFields,
  serviceRequestProblems,
} from "../../../platform/cloud/services/request.ts";
import { sizeFacts } from "../form/facts.ts";
import { noSettings } from "./texts.ts";
import { formatField } from "../form/request.ts";

/** Picks what a preset keeps of a request: no secret, no name and no backup. */
export function presetFieldsOf<Fields extends object>(
  fields: Fields & { encryptionKey?: unknown; name?: unknown; backupId?: unknown },
): Omit<Fields, "encryptionKey" | "name" | "backupId"> {
  const { encryptionKey: _key, name: _name, backupId: _backup, ...kept } = fields;
  return kept;
}

/** A preset's fields under the current rules. */
interface PresetReading {
  /** The valid fields. */
  request: ServiceRequest;
  /** The problems of the other fields, in the order of the form. */
  problems: FieldProblem[];
}

// Each field by its own rule. Dropping one may break a rule between two others, which the form then reports.
const eachField = z.object(ServiceRequest.shape);

/** Validates a preset's fields again, because the rules may have changed since it was saved. */
export function readPresetFields(fields: Readonly<Record<string, unknown>>): PresetReading {
  const kept = presetFieldsOf(fields);
  const problems = serviceRequestProblems(kept);
  const wrong = new Set(problems.map(({ field }) => field));
  const right = Object.entries(kept).filter(([field]) => isServiceRequestField(field) && !wrong.has(field));
  return { request: eachField.parse(Object.fromEntries(right)), problems };
}

/** The action_id of the button that saves a form's values as a preset. */
export const savePresetActionId = "preset-save";

/** The button that saves a form's values as a preset. */
export function savePresetButton(formId: string) {
  return button({ text: "Save as preset", actionId: savePresetActionId, value: formId });
}

// All fields together must fit into a message, however long some are.
const valueLength = 150;
const listLength = 800;

/** Summarizes a preset on one line: provider, region, size, and the number of other settings. */
export function formatSettings(request: ServiceRequest): string {
  const { provider, region, numReplicas, minReplicaMemoryGb, maxReplicaMemoryGb, ...others } = request;
  const sizes = [minReplicaMemoryGb, maxReplicaMemoryGb].filter((size) => size !== undefined);
  const more = Object.keys(others).length + (sizes.length === 1 ? 1 : 0);
  const facts = sizeFacts({ provider, region, numReplicas, minReplicaMemoryGb, maxReplicaMemoryGb });
  if (more > 0) facts.push(plural(more, facts.length === 0 ? "setting" : "more setting"));
  return facts.length === 0 ? noSettings : facts.join(" · ");
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

import { button } from "../../../platform/blocks/button.ts";
import { z } from "zod";
import {
  type FieldProblem,
  ServiceRequest,
  isServiceRequestField,
  serviceRequestProblems,
} from "../../../platform/cloud/services/request.ts";

/** What a preset keeps of a request: no secret, and nothing that each service has for itself. */
export function presetFieldsOf<Fields extends object>(
  fields: Fields & { encryptionKey?: unknown; name?: unknown; backupId?: unknown },
): Omit<Fields, "encryptionKey" | "name" | "backupId"> {
  const { encryptionKey: _key, name: _name, backupId: _backup, ...kept } = fields;
  return kept;
}

/** A preset's fields as today's rules see them. */
interface PresetReading {
  /** The fields that nothing is wrong with. */
  request: ServiceRequest;
  /** What is wrong with the others, in the order of the form. */
  problems: FieldProblem[];
}

// Each field by its own rule: leaving one out may break a rule between two others, which the form then tells.
const eachField = z.object(ServiceRequest.shape);

/** Reads what a preset keeps; the rules may have changed since it was saved. */
export function readPresetFields(fields: Readonly<Record<string, unknown>>): PresetReading {
  const kept = presetFieldsOf(fields);
  const problems = serviceRequestProblems(kept);
  const wrong = new Set(problems.map(({ field }) => field));
  const right = Object.entries(kept).filter(([field]) => isServiceRequestField(field) && !wrong.has(field));
  return { request: eachField.parse(Object.fromEntries(right)), problems };
}

/** The action_id of the button that keeps what a form says as a preset. */
export const savePresetActionId = "preset-save";

/** The button that keeps what a form says as a preset. */
export function savePresetButton(formId: string) {
  return button({ text: "Save as preset", actionId: savePresetActionId, value: formId });
}

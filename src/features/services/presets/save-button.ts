import { button } from "../../../platform/blocks/button.ts";
import { z } from "zod";
import {
  type FieldProblem,
  ServiceRequest,
  isServiceRequestField,
  serviceRequestProblems,
} from "../../../platform/cloud/services/request.ts";

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

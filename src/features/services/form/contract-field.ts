import { type ServiceRequestField, serviceRequestFields } from "../../../platform/cloud/services/request.ts";
import type { Choice, FormField } from "../../../platform/forms/form.ts";

type Rest = Omit<FormField, "name" | "label" | "optional"> & Partial<Pick<FormField, "optional">>;

/** Makes a form field with the texts and limits that the contract gives the request's field. */
export function contractField(name: ServiceRequestField, rest: Rest): FormField {
  const { label, help, unit, deprecated, enterpriseOnly, min, max, maxLength } = serviceRequestFields[name];
  const marks = [
    ...(unit ? [unit] : []),
    ...(enterpriseOnly ? ["ENTERPRISE only"] : []),
    ...(deprecated ? ["deprecated"] : []),
  ];
  return {
    name,
    label: marks.length === 0 ? label : `${label} (${marks.join(", ")})`,
    help,
    optional: true,
    ...(rest.input === "number" ? { min, max } : {}),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...rest,
  };
}

/** Offers each value as a choice under its own name. */
export function plainChoices(values: readonly string[]): Choice[] {
  return values.map((value) => ({ value, text: value }));
}

/** Offers every value within a number's limits, each with its unit. */
export function stepsOf(name: ServiceRequestField, atLeast = -Infinity): Choice[] {
  const { min = 0, max = min, multipleOf = 1, unit = "" } = serviceRequestFields[name];
  const count = Math.floor((max - min) / multipleOf) + 1;
  return Array.from({ length: count }, (_, index) => min + index * multipleOf)
    .filter((value) => value >= atLeast)
    .map((value) => ({ value: String(value), text: `${value} ${unit}` }));
}

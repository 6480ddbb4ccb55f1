import { type ServiceRequestField, serviceRequestFields } from "./services/request-fields.ts";

/** The sentence that says a field's own rule, such as "Idle timeout must be at least 5 minutes". */
export function fieldRule(field: ServiceRequestField): string {
  const info = serviceRequestFields[field];
  if (info.choices) return `${info.label} must be one of ${info.choices.join(", ")}`;
  if (info.min === undefined) return `${info.label} must be true or false`;
  const unit = info.unit ? ` ${info.unit}` : "";
  if (info.max === undefined) return `${info.label} must be at least ${info.min}${unit}`;
  const kind = info.multipleOf === 1 ? "whole number" : `multiple of ${info.multipleOf}${unit}`;
  return `${info.label} must be a ${kind} between ${info.min} and ${info.max}`;
}

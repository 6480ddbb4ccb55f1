import type { Alert } from "../../../../platform/cloud/observability/alert.ts";
import type { FormState } from "../../../../platform/forms/form.ts";
import { takesMax } from "../format-threshold.ts";
import { valuesOf } from "./alert-values.ts";
import { type AlertFormFacts, isStandalone } from "./facts.ts";
import { notCopied } from "./not-copied.ts";
import { nameLength } from "./text-fields.ts";

const suffix = " (copy)";

/** What the form of a copy begins with, with a warning that says what the copy will not have. */
export function copyOf(alert: Alert, facts: Pick<AlertFormFacts, "place">): Partial<FormState> {
  const name = `${(alert.name ?? "").slice(0, nameLength - suffix.length)}${suffix}`.trim();
  const isOffered = isStandalone(facts) || !takesMax(alert.thresholdType);
  const values = { ...valuesOf(alert), ...(!isOffered && { thresholdType: undefined }), name };
  const warnings = notCopied(alert, facts);
  const trouble = warnings.length === 0 ? undefined : warnings.join(" ");
  return { values, facts: { copied: alert, trouble } };
}

import type { FormState } from "../../../platform/forms/form.ts";

/** True for a service in a cloud region of the organization's own (BYOC). */
export function isOwnCloud({ values }: FormState): boolean {
  const { byocId } = values;
  return typeof byocId === "string" && byocId.trim() !== "";
}

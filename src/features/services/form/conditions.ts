import type { FormState, FormValues } from "../../../platform/forms/form.ts";

/** True for one replica in a warehouse of its own. That is a warning, because only the cloud knows the organization's tier. */
export function isAloneInWarehouse({ numReplicas, dataWarehouseId }: FormValues): boolean {
  return numReplicas === 1 && dataWarehouseId === undefined;
}

/** True for a service in a cloud region of the organization's own (BYOC). */
export function isOwnCloud({ values }: Pick<FormState, "values">): boolean {
  const { byocId } = values;
  return typeof byocId === "string" && byocId.trim() !== "";
}

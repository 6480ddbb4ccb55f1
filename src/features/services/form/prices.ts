import { AppError, attempt } from "../../../lib/errors.ts";
import type { FormState, FormValues } from "../../../platform/forms/form.ts";
import {
  type Price,
  type PriceBasis,
  type RequestedSize,
  keptPriceBasis,
  priceOf,
} from "../../costs/index.ts";
import type { ServicesContext } from "../context.ts";
import { factsOf } from "./facts.ts";
import { connectionIn, readRequest } from "./request.ts";

/** What prices rest on in a form, if it is known for the form's connection. */
export function basisIn({ values, facts }: FormState): PriceBasis | undefined {
  const { basis } = factsOf(facts);
  return basis?.connection === connectionIn(values) ? basis : undefined;
}

/** The price of what a form's effective values hold, with another size if one is given. */
export function priceIn(state: FormState, size: RequestedSize = {}): Price {
  return priceOf({ ...sizeIn(state.values), ...size }, basisIn(state));
}

const numbers = [
  "numReplicas",
  "minReplicaMemoryGb",
  "maxReplicaMemoryGb",
  "minTotalMemoryGb",
  "maxTotalMemoryGb",
] as const;

/** The size in a form's effective values, whatever is still wrong with other fields. */
export function sizeIn(values: FormValues): RequestedSize {
  const { request } = readRequest(values);
  const given = numbers.flatMap((field) => {
    const value = request[field];
    return typeof value === "number" ? [[field, value] as const] : [];
  });
  return { ...Object.fromEntries(given), ...(request.idleScaling === false && { idleScaling: false }) };
}

/** The basis that is known already. A form opens without one. */
export async function keptBasis(
  connection: string,
  context: ServicesContext,
): Promise<PriceBasis | undefined> {
  const kept = await attempt(() => keptPriceBasis(connection, context));
  return kept instanceof AppError ? undefined : kept;
}

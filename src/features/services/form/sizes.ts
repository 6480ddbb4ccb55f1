import { AppError, attempt } from "../../../lib/errors.ts";
import { plural } from "../../../lib/text.ts";
import { limits as slackLimits } from "../../../platform/blocks/limits.ts";
import type { Choice, Fixed, FormField, FormState, FormValues } from "../../../platform/forms/form.ts";
import {
  type Price,
  type PriceBasis,
  type RequestedSize,
  estimateText,
  keptPriceBasis,
  priceOf,
  shortPrice,
} from "../../costs/index.ts";
import type { ServicesContext } from "../context.ts";
import { factsOf, isOwnCloud } from "./facts.ts";
import { mostMemoryGb } from "./limits.ts";
import { connectionIn, readRequest } from "./request.ts";
import { customSize, otherSize, sizeHelp } from "./steps/texts.ts";

/** The memory of each replica in GB. Every one is within the limits of an unpaid organization (spec/api.md, "Limits"). */
export const sizes = {
  s: { label: "S", minReplicaMemoryGb: 8, maxReplicaMemoryGb: 16 },
  m: { label: "M", minReplicaMemoryGb: 16, maxReplicaMemoryGb: 64 },
  l: { label: "L", minReplicaMemoryGb: 64, maxReplicaMemoryGb: 120 },
} as const;

/** The name of a size. */
export type SizeName = keyof typeof sizes;

export const sizeNames = ["s", "m", "l"] as const satisfies readonly SizeName[];

/** The size is that of the memory fields. */
const custom = "custom";
/** The person wants to choose the memory themselves. */
export const other = "other";

function sizeNamed(name: unknown): (typeof sizes)[SizeName] | undefined {
  const known = sizeNames.find((each) => each === name);
  return known && sizes[known];
}

/** True if the chosen size decides the memory. */
export function isSized({ values }: FormState): boolean {
  return sizeNamed(values["size"]) !== undefined && !isOwnCloud({ values });
}

/** The memory that a chosen size fixes. */
export function fixedBySize(state: FormState): Record<string, Fixed> {
  const size = sizeNamed(state.values["size"]);
  if (!size || isOwnCloud(state)) return {};
  const because = (gb: number) => `${gb} GB, as size ${size.label}. To change it, choose another size.`;
  const { minReplicaMemoryGb: min, maxReplicaMemoryGb: max } = size;
  return {
    minReplicaMemoryGb: { value: min, because: because(min) },
    maxReplicaMemoryGb: { value: max, because: because(max) },
  };
}

/** The size that the memory fields amount to. */
export function sizeOf(values: FormValues): string {
  if (isOwnCloud({ values })) return custom;
  const isSame = (name: SizeName) =>
    sizes[name].minReplicaMemoryGb === values["minReplicaMemoryGb"] &&
    sizes[name].maxReplicaMemoryGb === values["maxReplicaMemoryGb"];
  return sizeNames.find(isSame) ?? custom;
}

/** Turns a chosen size into the memory fields, for the steps that ask for them. */
export function memoryValues({ values }: FormState): FormValues {
  const { size } = values;
  if (size === undefined) return {};
  const { minReplicaMemoryGb, maxReplicaMemoryGb } = sizeNamed(size) ?? {};
  return {
    size: custom,
    ...(isSized({ values, facts: {} }) ? { minReplicaMemoryGb, maxReplicaMemoryGb } : {}),
  };
}

/** The largest size up to M that a role may create, as a form begins with it. */
export function firstSize(state: FormState): string {
  return ["m", "s"].find((name) => allowed(state).some((each) => each === name)) ?? other;
}

/** True for a size that a role may create. */
export function isAllowed(size: SizeName, state: FormState): boolean {
  return allowed(state).includes(size);
}

function allowed({ values, facts }: FormState): SizeName[] {
  const { totalMemoryGb: most = Infinity } = factsOf(facts).limits ?? {};
  const { numReplicas } = values;
  return sizeNames.filter((name) => (mostMemoryGb({ ...sizes[name], numReplicas }) ?? 0) <= most);
}

/** Asks for the size of a service: one of three with its price a month, or another. */
export const sizeField: FormField = {
  name: "size",
  label: "Size",
  help: (state) => {
    const price = priceIn(state);
    const known = price.status === "known" ? estimateText(price) : undefined;
    return sizeHelp(known, factsOf(state.facts).limits?.totalMemoryGb);
  },
  input: "select",
  optional: false,
  initial: "m",
  choices: sizeChoices,
  // Prices that arrive keep the input, and with it a choice that is made meanwhile. The hint has the chosen one's.
  follows: ({ values }) => (values["size"] === custom ? "c" : ""),
};

function sizeChoices(state: FormState): Choice[] {
  const { values } = state;
  const named = allowed(state).map((name) => {
    const { label, minReplicaMemoryGb, maxReplicaMemoryGb } = sizes[name];
    const size = `${label}: ${minReplicaMemoryGb} to ${maxReplicaMemoryGb} GB`;
    const price = shortPrice(
      priceIn(state, { minReplicaMemoryGb, maxReplicaMemoryGb }),
      slackLimits.option.text - size.length - 2,
    );
    return { value: name, text: price === undefined ? size : `${size}, ${price}` };
  });
  return [
    ...named,
    ...(values["size"] === custom ? [{ value: custom, text: customSize(memoryText(values)) }] : []),
    { value: other, text: otherSize },
  ];
}

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

function memoryText({ numReplicas, minReplicaMemoryGb: min, maxReplicaMemoryGb: max }: FormValues): string {
  const replicas = typeof numReplicas === "number" ? [plural(numReplicas, "replica")] : [];
  const memory =
    min === undefined && max === undefined ? "memory chosen by the cloud" : `${gb(min)} to ${gb(max)} GB`;
  return [...replicas, memory].join(", ");
}

function gb(value: unknown): string {
  return typeof value === "number" ? `${value}` : "?";
}

import { z } from "zod";
import { type FieldProblem, serviceRequestProblems } from "../../../platform/cloud/services/request.ts";
import type { FormState, FormValues } from "../../../platform/forms/form.ts";
import { readOnce } from "../../../platform/forms/state.ts";
import { type Price, PriceBasis, formatEstimate, priceOf, shortPrice } from "../../costs/index.ts";
import { type WantedService, mostMemoryGb, readRequest, writeAddresses } from "../../services/index.ts";
import { type Part, type SubmittedChange, partsBetween } from "../changes/change.ts";
import { Shape } from "../changes/progress.ts";
import * as texts from "./texts.ts";

/** Values that were asked for. The cloud's rules hold once they are in the fields. */
const Wished = z
  .object({ numReplicas: z.number(), minReplicaMemoryGb: z.number(), maxReplicaMemoryGb: z.number() })
  .partial();
export type Wished = z.output<typeof Wished>;

/** The part of a wish that the server has a present value of. */
export function fillable(present: Shape, wished: Wished = {}): Wished {
  const known = (["numReplicas", "minReplicaMemoryGb", "maxReplicaMemoryGb"] as const).filter(
    (field) => wished[field] !== undefined && present[field] !== undefined,
  );
  return Object.fromEntries(known.map((field) => [field, wished[field]]));
}

/** True if some of a wish isn't. */
export function isUnfilled(present: Shape, wished: Wished = {}): boolean {
  const all = Object.values(wished).filter((value) => value !== undefined);
  return Object.keys(fillable(present, wished)).length < all.length;
}

/** What the form knows about its service. */
const ChangeFacts = z.object({
  service: z.object({ serviceId: z.string(), name: z.string(), connection: z.string() }),
  /** The service as it was read; absent while it is read. */
  present: Shape.optional(),
  /** What the person asked for, filled in once the service is read. */
  wished: Wished.optional(),
  /** Why it couldn't be read, in mrkdwn. */
  trouble: z.string().optional(),
  /** What the price before and after rests on, once it was read. */
  basis: PriceBasis.optional(),
  /** Who must approve it, in mrkdwn. */
  approval: z.string().optional(),
  /** Why the hard limits deny it, in plain text. */
  denial: z.string().optional(),
});
export type ChangeFacts = z.output<typeof ChangeFacts>;

/** Reads the facts of the form. */
export const factsOf = readOnce((facts): ChangeFacts => ChangeFacts.parse(facts));

/** The values that show a service. */
export function valuesOf({ ipAccessList, ...scaling }: Shape): FormValues {
  return { ...scaling, ipAccessList: ipAccessList && writeAddresses(ipAccessList) };
}

/** The service as the form wants it: what it is now, with what is filled in. */
export function wantedIn({ values, facts }: FormState): Shape {
  const { present = {} } = factsOf(facts);
  const { request } = readRequest(values);
  const { data: filled = {} } = Shape.safeParse(request);
  return {
    ...present,
    ...filled,
    // Hidden while it doesn't count. An empty list takes the last address away.
    ...(present.ipAccessList && { ipAccessList: filled.ipAccessList ?? [] }),
  };
}

/** The requests that the form leads to. */
export function partsIn(state: FormState): Part[] {
  return partsBetween(factsOf(state.facts).present ?? {}, wantedIn(state));
}

/** What the service costs after the change and now, in mrkdwn. Undefined if its size stays. */
export function priceText(state: FormState): string | undefined {
  if (!partsIn(state).some(({ kind }) => kind === "scaling")) return undefined;
  const { price, priceNow } = pricesIn(state);
  return [formatEstimate(price), ...(priceNow === undefined ? [] : [priceNow])].join("\n");
}

/** The price of the service after the change, and what it costs now in mrkdwn. */
export function pricesIn(
  state: FormState,
  basis = factsOf(state.facts).basis,
): { price: Price; priceNow: string | undefined } {
  const price = priceOf(wantedIn(state), basis);
  const before = priceOf(factsOf(state.facts).present ?? {}, basis);
  return { price, priceNow: texts.priceNow(shortPrice(before), shortPrice(price)) };
}

/** What is wrong with the filled-in values. */
export function problemsIn(state: FormState): FieldProblem[] {
  const { request, problems } = readRequest(state.values);
  const unreadable = new Set(problems.map(({ field }) => field));
  return [...problems, ...serviceRequestProblems(request).filter(({ field }) => !unreadable.has(field))];
}

/** A service after a change. */
export function wantedAfter(seen: Shape, parts: readonly Part[]): Shape {
  return parts.reduce((shape: Shape, part) => {
    if (part.kind === "scaling") return { ...shape, ...part.to };
    if (part.kind !== "addresses") return shape;
    const gone = new Set([...part.remove, ...part.add].map(({ source }) => source));
    const kept = (shape.ipAccessList ?? []).filter(({ source }) => !gone.has(source));
    return { ...shape, ipAccessList: [...kept, ...part.add] };
  }, seen);
}

/** A change that is wanted of a service, and the service as it was seen. */
type WantedChange = Pick<SubmittedChange, "service" | "seen"> & { parts: readonly Part[] };

/**
 * The size that a change leads to, if it may cost more than the present one: more memory, or none of the time asleep.
 * Undefined if it can't. A start costs again, but no more than what was allowed before the stop.
 */
export function growthOf({ service, seen = {}, parts }: WantedChange): WantedService | undefined {
  if (!parts.some(({ kind }) => kind === "scaling")) return undefined;
  const { ipAccessList: _not, ...wanted } = wantedAfter(seen, parts);
  const grows = (mostMemoryGb(wanted) ?? 0) > (mostMemoryGb(seen) ?? 0) || lowGb(wanted) > lowGb(seen);
  const wakes = seen.idleScaling !== false && wanted.idleScaling === false;
  const { serviceId, connection } = service;
  return grows || wakes ? { request: wanted, connection, serviceId } : undefined;
}

function lowGb({ minReplicaMemoryGb = 0, numReplicas = 1 }: Shape): number {
  return minReplicaMemoryGb * numReplicas;
}

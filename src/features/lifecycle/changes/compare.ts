import { isDeepStrictEqual } from "node:util";
import type { ScalingChange } from "../../../platform/cloud/services/changes.ts";
import { type Service, serviceStates } from "../../../platform/cloud/services/service.ts";
import { type Part, shapeOf } from "./change.ts";
import type { Address, Shape } from "./progress.ts";

const scalingFields = [
  "numReplicas",
  "minReplicaMemoryGb",
  "maxReplicaMemoryGb",
  "idleScaling",
  "idleTimeoutMinutes",
] as const satisfies readonly (keyof ScalingChange)[];

/** The requests that make one shape of another: none if nothing differs. Nothing else is sent. */
export function partsBetween(before: Shape, after: Shape): Part[] {
  const scaling = Object.fromEntries(
    scalingFields
      .filter((field) => after[field] !== undefined && after[field] !== before[field])
      .map((field) => [field, after[field]]),
  );
  const addresses = changedAddresses(before.ipAccessList ?? [], after.ipAccessList ?? []);
  return [
    ...(addresses ? [{ kind: "addresses", ...addresses } as const] : []),
    ...(Object.keys(scaling).length > 0 ? [{ kind: "scaling", to: scaling } as const] : []),
  ];
}

function without(all: readonly Address[], others: readonly Address[]): Address[] {
  return all.filter((each) => !others.some((other) => isSameAddress(each, other)));
}

/** A changed description is an entry to take away and one to add. */
function changedAddresses(before: readonly Address[], after: readonly Address[]) {
  const [add, remove] = [without(after, before), without(before, after)];
  return add.length + remove.length === 0 ? undefined : { add, remove };
}

function isSameAddress(one: Address, other: Address): boolean {
  return one.source === other.source && (one.description ?? "") === (other.description ?? "");
}

/** True if the service is so already: a lost answer has had its effect, or someone else was faster. */
export function isMade(part: Part, service: Service): boolean {
  const now = shapeOf(service);
  switch (part.kind) {
    case "addresses": {
      const has = (address: Address) => (now.ipAccessList ?? []).some((each) => isSameAddress(each, address));
      const isGone = ({ source }: Address) =>
        part.add.some((each) => each.source === source) ||
        !(now.ipAccessList ?? []).some((each) => each.source === source);
      return part.add.every(has) && part.remove.every(isGone);
    }
    case "scaling":
      return scalingFields.every((field) => part.to[field] === undefined || part.to[field] === now[field]);
    case "stop":
      return isStopped(service) || service.state === "stopping";
    case "start":
      return isKnownState(service) && !isStopped(service) && service.state !== "stopping";
    case "delete":
      return false;
  }
}

/** True if what a part changes is as its person saw it. */
export function isAsSeen(part: Part, seen: Shape | undefined, service: Service): boolean {
  if (seen === undefined) return true;
  const now = shapeOf(service);
  if (part.kind === "addresses")
    return isDeepStrictEqual(sorted(now.ipAccessList), sorted(seen.ipAccessList));
  // The price depends on all of the size.
  return part.kind !== "scaling" || scalingFields.every((field) => now[field] === seen[field]);
}

function sorted(list: readonly Address[] = []): string[] {
  return list.map(({ source, description = "" }) => `${source} ${description}`).toSorted();
}

function isStopped({ state }: Pick<Service, "state">): boolean {
  return state === "stopped";
}

function isKnownState({ state }: Service): boolean {
  return serviceStates.some((known) => known === state);
}

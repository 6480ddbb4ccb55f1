import type { Fault, PlainFault } from "./fault.ts";
import { seededBetween } from "./seeded-random.ts";

/** The request that a fault may match. */
interface Arrival {
  method: string;
  path: string;
  operation: string | undefined;
}

/** The waiting faults, the oldest first. */
export interface FaultList {
  add(faults: readonly Fault[]): void;
  clear(): void;
  /** The first fault that matches the request, counted as used. Undefined if none does. */
  take(arrival: Arrival): PlainFault | undefined;
}

/** An empty list of faults. */
export function createFaultList(): FaultList {
  let waiting: { fault: Fault; left: number; met: number }[] = [];
  return {
    add(faults) {
      waiting.push(...faults.map((fault) => ({ fault, left: fault.times ?? Infinity, met: 0 })));
    },
    clear() {
      waiting = [];
    },
    take(arrival) {
      const found = waiting.find(({ fault }) => fits(fault, arrival));
      if (found === undefined) return undefined;
      found.left -= 1;
      found.met += 1;
      waiting = waiting.filter(({ left }) => left > 0);
      return found.fault.kind === "draw" ? drawn(found.fault, found.met) : found.fault;
    },
  };
}

function drawn({ seed, from }: Extract<Fault, { kind: "draw" }>, met: number): PlainFault | undefined {
  let left = seededBetween(0, 1, seed, met);
  for (const { share, fault } of from) {
    left -= share;
    if (left < 0) return fault;
  }
  return undefined;
}

function fits({ match = {} }: Fault, { method, path, operation }: Arrival): boolean {
  if (match.method !== undefined && match.method !== method) return false;
  if (match.operation !== undefined && match.operation !== operation) return false;
  return (
    match.pathPattern === undefined ||
    new URLPattern({ pathname: match.pathPattern }).test({ pathname: path })
  );
}

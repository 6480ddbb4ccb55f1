import type { Fault } from "./fault.ts";
import type { JsonObject } from "./json.ts";
import type { FaultList, StoredChannel } from "./workspace.ts";

interface Waiting {
  fault: Fault;
  left: number;
  met: number;
  endsAtMs: number;
}

/** An empty list of faults. */
export function createFaultList(now: () => number, channels: Map<string, StoredChannel>): FaultList {
  let waiting: Waiting[] = [];

  function isIn({ match }: Fault, input: JsonObject): boolean {
    if (match?.channel === undefined) return true;
    const id = String(input.channel);
    return match.channel === id || match.channel === channels.get(id)?.name || id === `#${match.channel}`;
  }

  function fits(fault: Fault, method: string, input: JsonObject): boolean {
    const { methods, withBlocks } = fault.match ?? {};
    if (methods && !methods.includes(method)) return false;
    if (withBlocks && !hasBlocks(input)) return false;
    return isIn(fault, input);
  }

  return {
    add(faults) {
      const from = now();
      waiting.push(
        ...faults.map((fault) => {
          return { fault, left: fault.times ?? Infinity, met: 0, endsAtMs: from + (fault.forMs ?? Infinity) };
        }),
      );
    },
    clear() {
      waiting = [];
    },
    take(method, input) {
      if (waiting.length === 0) return undefined;
      waiting = waiting.filter(({ left, endsAtMs }) => left > 0 && now() < endsAtMs);
      const found = waiting.find(({ fault }) => fits(fault, method, input));
      if (!found) return undefined;
      found.met += 1;
      if (found.met % found.fault.every !== 0) return undefined;
      found.left -= 1;
      return found.fault;
    },
  };
}

function hasBlocks({ blocks, attachments, unfurls }: JsonObject): boolean {
  const lists = [blocks, attachments, unfurls];
  return lists.some((list) => list !== undefined && list !== "[]" && !isEmptyList(list));
}

function isEmptyList(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}

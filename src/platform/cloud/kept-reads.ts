import { setTimeout as sleep } from "node:timers/promises";
import { minuteMs } from "../../lib/duration.ts";
import { AppError } from "../../lib/errors.ts";
import type { CallOptions } from "./call.ts";
import type { CloudClient } from "./client.ts";
import { operationLabel } from "./connection.ts";
import type { Operation, OperationInput, OperationResult } from "./operation.ts";
import { untilAborted } from "./transport/exchange.ts";

interface KeptRead {
  scope: string;
  beganMs: number;
  /** The result of this key's operation. */
  answer: Promise<unknown>;
}

/** Makes the calls of one connection share what was just read. */
export type KeptReads = (scope: string, client: Pick<CloudClient, "call">) => Pick<CloudClient, "call">;

/** The most results that a process keeps. The oldest goes first. */
const mostKept = 500;

/**
 * Keeps what a call with `freshForMs` read, for later calls with the same operation and input in the same scope, which
 * is one connection of one workspace. Calls at the same time share one read. A change in the scope drops what was kept
 * there. Never keeps a failure, or the answer of an operation that holds a secret.
 */
export function keptReads(nowMs: () => number): KeptReads {
  const kept = new Map<string, KeptRead>();

  function drop(scope: string): void {
    for (const [key, read] of kept) if (read.scope === scope) kept.delete(key);
  }

  function keep(key: string, read: KeptRead): void {
    kept.delete(key);
    kept.set(key, read);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    const forget = () => kept.get(key) === read && kept.delete(key);
    read.answer.catch(forget);
  }

  return (scope, client) => {
    async function change<Op extends Operation>(
      operation: Op,
      input: OperationInput<Op>,
      options: CallOptions | undefined,
    ): Promise<OperationResult<Op>> {
      drop(scope);
      try {
        return await client.call(operation, input, options);
      } finally {
        // A read that began before the end of the change may have an old answer.
        drop(scope);
      }
    }

    return {
      call(operation, input, options) {
        const { freshForMs, signal, ...shared } = options ?? {};
        if (operation.method !== "GET") return change(operation, input, options);
        if (freshForMs === undefined || operation.holdsSecret) return client.call(operation, input, options);
        const key = JSON.stringify([scope, operationLabel(operation), operation.isPage ?? false, input]);
        let read = kept.get(key);
        if (!read || nowMs() - read.beganMs >= freshForMs) {
          // Others may wait for it too, so one caller's signal must not end it.
          read = { scope, beganMs: nowMs(), answer: client.call(operation, input, shared) };
          keep(key, read);
        }
        // The key names the operation.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        const answer = read.answer as Promise<OperationResult<typeof operation>>;
        return signal ? untilAborted(signal, answer, givenUp) : answer;
      },
    };
  };
}

function givenUp(): AppError {
  return new AppError("upstream", "The call ended before an answer came. Nothing was done.");
}

/**
 * Reads something by key, with a read that began no earlier than `sinceMs` (Unix time). Callers share a young enough
 * read under way, its failure included. Otherwise the next read begins after the present one has ended.
 */
type SharedReads<T> = (key: string, sinceMs: number, read: () => Promise<T>) => Promise<T>;

interface Read<T> {
  /** Infinity until the read begins, because all earlier callers may share it. */
  beginning: { atMs: number };
  answer: Promise<T>;
}

const keptForMs = minuteMs;

/** Reads that many callers share: one at a time for each key, with at least `gapMs` between their starts. */
export function sharedReads<T>(gapMs: number, now: () => number = Date.now): SharedReads<T> {
  const latest = new Map<string, Read<T>>();

  async function begin(
    beginning: Read<T>["beginning"],
    before: Read<T> | undefined,
    read: () => Promise<T>,
  ): Promise<T> {
    await before?.answer.catch(() => undefined);
    await sleep(Math.max(0, (before?.beginning.atMs ?? 0) + gapMs - now()));
    beginning.atMs = now();
    return read();
  }

  return (key, sinceMs, read) => {
    for (const [each, { beginning }] of latest) {
      if (beginning.atMs < now() - keptForMs) latest.delete(each);
    }
    const before = latest.get(key);
    if (before && before.beginning.atMs >= sinceMs) return before.answer;
    const beginning = { atMs: Infinity };
    const answer = begin(beginning, before, read);
    latest.set(key, { beginning, answer });
    return answer;
  };
}

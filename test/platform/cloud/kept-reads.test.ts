import { expect, test } from "vitest";
import type { CloudClient } from "../../../src/platform/cloud/client.ts";
import { keptReads } from "../../../src/platform/cloud/kept-reads.ts";
import { operationLabel } from "../../../src/platform/cloud/connection.ts";
import { listBackups } from "../../../src/platform/cloud/services/backup.ts";
import { createService, getService, listServices } from "../../../src/platform/cloud/services/service.ts";
import { standaloneAlerts } from "../../../src/platform/cloud/observability/alert.ts";
import { AppError } from "../../../src/lib/errors.ts";

const fresh = { freshForMs: 60_000 };
const orders = { serviceId: "orders" };

/** Two connections of a process, the calls that left, and a clock. The next answers can be held back or fail. */
function clouds() {
  const calls: string[] = [];
  const clock = { nowMs: 0 };
  const next: { answer: () => Promise<unknown> } = { answer: async () => [] };
  const reads = keptReads(() => clock.nowMs);
  const leaving = (scope: string): Pick<CloudClient, "call"> =>
    reads(scope, {
      async call(operation) {
        calls.push(`${scope} ${operationLabel(operation)}`);
        // Each test answers what its operation may answer.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        return (await next.answer()) as never;
      },
    });
  return { calls, clock, next, first: leaving("one"), second: leaving("two"), leaving };
}

test("a read is kept for as long as its caller allows, by operation and input", async () => {
  const { calls, clock, first } = clouds();
  await first.call(listBackups, orders, fresh);
  await first.call(listBackups, orders, fresh);
  expect(calls).toHaveLength(1);
  await first.call(listBackups, { serviceId: "other" }, fresh);
  await first.call(standaloneAlerts.list, {}, fresh);
  expect(calls).toHaveLength(3);
  clock.nowMs = 59_999;
  await first.call(listBackups, orders, fresh);
  expect(calls).toHaveLength(3);
  await first.call(listBackups, orders, { freshForMs: 1_000 });
  expect(calls).toHaveLength(4);
  clock.nowMs = 120_000;
  await first.call(listBackups, orders, fresh);
  expect(calls).toHaveLength(5);
});

test("a call that doesn't ask for it, and another connection, read again", async () => {
  const { calls, first, second } = clouds();
  await first.call(listBackups, orders, fresh);
  await first.call(listBackups, orders);
  await second.call(listBackups, orders, fresh);
  expect(calls).toHaveLength(3);
});

test("calls at the same time share one read, and its failure is not kept", async () => {
  const { calls, next, first } = clouds();
  next.answer = async () => {
    throw new AppError("upstream", "The cloud is away.");
  };
  const both = [first.call(listBackups, orders, fresh), first.call(listBackups, orders, fresh)];
  expect(await Promise.allSettled(both)).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
  expect(calls).toHaveLength(1);
  next.answer = async () => [];
  await first.call(listBackups, orders, fresh);
  expect(calls).toHaveLength(2);
});

test("a change through the same connection drops what was kept, and what was read before it ended", async () => {
  const { calls, next, first, second } = clouds();
  await first.call(listBackups, orders, fresh);
  await second.call(listBackups, orders, fresh);
  const { promise, resolve } = Promise.withResolvers<unknown>();
  next.answer = () => promise;
  const change = first.call(standaloneAlerts.delete, { id: "a" });
  const meanwhile = first.call(listBackups, orders, fresh);
  resolve([]);
  await Promise.all([change, meanwhile]);
  const before = calls.length;
  await first.call(listBackups, orders, fresh);
  await second.call(listBackups, orders, fresh);
  expect(calls.slice(before)).toEqual([`one ${operationLabel(listBackups)}`]);
});

test("a change that fails drops what was kept too, because it may have been made", async () => {
  const { calls, next, first } = clouds();
  await first.call(listBackups, orders, fresh);
  next.answer = async () => {
    throw new AppError("upstream", "No answer came.");
  };
  await expect(first.call(standaloneAlerts.delete, { id: "a" })).rejects.toThrow("No answer");
  next.answer = async () => [];
  await first.call(listBackups, orders, fresh);
  expect(calls).toHaveLength(3);
});

test("an answer that may hold a secret is never kept", async () => {
  const { calls, first } = clouds();
  expect([createService, getService, listServices].every(({ holdsSecret }) => holdsSecret)).toBe(true);
  await first.call(getService, orders, fresh);
  await first.call(getService, orders, fresh);
  expect(calls).toHaveLength(2);
});

test("one caller's signal ends its own wait, and not the read that others share", async () => {
  const { calls, next, first } = clouds();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  next.answer = () => promise;
  const closed = new AbortController();
  const left = first.call(listBackups, orders, { ...fresh, signal: closed.signal });
  const other = first.call(listBackups, orders, fresh);
  closed.abort();
  await expect(left).rejects.toMatchObject({ kind: "upstream" });
  resolve([]);
  expect(await other).toEqual([]);
  expect(calls).toHaveLength(1);
});

test("a process keeps a limited number of reads, and drops the oldest", async () => {
  const { calls, first } = clouds();
  for (let count = 0; count <= 500; count += 1)
    await first.call(listBackups, { serviceId: `s${count}` }, fresh);
  const before = calls.length;
  await first.call(listBackups, { serviceId: "s500" }, fresh);
  expect(calls).toHaveLength(before);
  await first.call(listBackups, { serviceId: "s0" }, fresh);
  expect(calls).toHaveLength(before + 1);
});

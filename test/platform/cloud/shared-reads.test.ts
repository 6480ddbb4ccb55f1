import { expect, test } from "vitest";
import { sharedReads } from "../../../src/platform/cloud/kept-reads.ts";
import { until } from "../../support/until.ts";

/** Reads that the test ends, and the readers' clock. */
function reading(gapMs = 0) {
  const open: PromiseWithResolvers<string>[] = [];
  const clock = { nowMs: 1_000 };
  const reads = sharedReads<string>(gapMs, () => clock.nowMs);
  const read = () => {
    const opened = Promise.withResolvers<string>();
    open.push(opened);
    return opened.promise;
  };
  return { open, clock, ask: (sinceMs: number, key = "one") => reads(key, sinceMs, read) };
}

test("callers at the same moment share one read", async () => {
  const { open, ask } = reading();
  const asked = Promise.all([ask(1_000), ask(900), ask(1_000)]);
  await until(async () => open.length > 0);
  open[0]?.resolve("a list");
  expect(await asked).toEqual(["a list", "a list", "a list"]);
  expect(open).toHaveLength(1);
});

test("a read that began too early is not shared: another begins after it has ended", async () => {
  const { open, clock, ask } = reading();
  const early = ask(1_000);
  await until(async () => open.length > 0);
  clock.nowMs = 2_000;
  const late = Promise.all([ask(1_500), ask(1_800)]);
  open[0]?.resolve("old");
  await until(async () => open.length > 1);
  open[1]?.resolve("new");
  expect(await early).toBe("old");
  expect(await late).toEqual(["new", "new"]);
  expect(open).toHaveLength(2);
});

test("a failure is shared, and the next read is a new one", async () => {
  const { open, clock, ask } = reading();
  const asked = Promise.allSettled([ask(1_000), ask(1_000)]);
  await until(async () => open.length > 0);
  open[0]?.reject(new Error("no"));
  expect((await asked).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  clock.nowMs = 2_000;
  const next = ask(2_000);
  await until(async () => open.length > 1);
  open[1]?.resolve("a list");
  expect(await next).toBe("a list");
});

test("reads under one key do not answer another key", async () => {
  const { open, ask } = reading();
  const asked = Promise.all([ask(1_000, "one"), ask(1_000, "two")]);
  await until(async () => open.length === 2);
  open[0]?.resolve("of one");
  open[1]?.resolve("of two");
  expect(await asked).toEqual(["of one", "of two"]);
});

test("two reads begin at least the gap apart", async () => {
  const reads = sharedReads<number>(200);
  const startedMs = Date.now();
  await reads("one", startedMs, async () => 1);
  await reads("one", Date.now() + 50, async () => 2);
  expect(Date.now() - startedMs).toBeGreaterThanOrEqual(199);
});

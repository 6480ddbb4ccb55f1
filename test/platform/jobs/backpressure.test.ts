import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { debounced, withBackpressure } from "../../../src/platform/jobs/backpressure.ts";
import { until } from "../../support/until.ts";

/** Work that the test ends, and the most that ran at once. Without pressure, three of each owner may. */
function working(pressure: () => number, longestWaitMs = Infinity) {
  const ends: (() => void)[] = [];
  let most = 0;
  let present = 0;
  const work = withBackpressure(
    async (name: string) => {
      most = Math.max(most, (present += 1));
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      await promise;
      present -= 1;
      if (name === "bad") throw new Error("bad work");
      return name;
    },
    { pressure, longestWaitMs, most: 3, ownerOf: (name) => name.split(" ")[1] ?? "" },
  );
  return { work, ends, mostAtOnce: () => most };
}

async function endAll(ends: (() => void)[], count: number): Promise<void> {
  for (let ended = 0; ended < count; await setImmediate()) {
    const end = ends.shift();
    end?.();
    if (end) ended += 1;
  }
}

test("without pressure, an owner's work starts at once, up to a limit", async () => {
  const { work, ends, mostAtOnce } = working(() => 0);
  const all = Promise.all(["a", "b", "c", "d", "e"].map((name) => work(name)));
  await endAll(ends, 5);
  expect(await all).toEqual(["a", "b", "c", "d", "e"]);
  expect(mostAtOnce()).toBe(3);
});

test("under pressure, an owner's work runs one at a time, even if one of them fails", async () => {
  const { work, ends, mostAtOnce } = working(() => 1);
  const all = Promise.allSettled([work("a"), work("bad"), work("c")]);
  await endAll(ends, 3);
  expect((await all).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(mostAtOnce()).toBe(1);
});

test("what waited long enough starts in spite of the pressure, up to the limit", async () => {
  const { work, ends, mostAtOnce } = working(() => 1_000_000, 0);
  const all = Promise.all(["a", "b", "c", "d", "e"].map((name) => work(name)));
  await endAll(ends, 5);
  expect(await all).toEqual(["a", "b", "c", "d", "e"]);
  expect(mostAtOnce()).toBe(3);
});

test("a pause ends with the pressure", async () => {
  let pressure = 1_000_000;
  const { work, ends } = working(() => pressure);
  const first = work("a");
  const second = work("b");
  await endAll(ends, 1);
  await first;
  await sleep(30);
  expect(ends).toHaveLength(0);
  pressure = 0;
  await endAll(ends, 1);
  expect(await second).toBe("b");
});

test("what waited under pressure starts together after it, up to the limit", async () => {
  let pressure = 1_000_000;
  const { work, ends, mostAtOnce } = working(() => pressure);
  const all = Promise.all(["a", "b", "c", "d", "e"].map((name) => work(name)));
  await endAll(ends, 1);
  pressure = 0;
  await endAll(ends, 4);
  expect(await all).toEqual(["a", "b", "c", "d", "e"]);
  expect(mostAtOnce()).toBe(3);
});

test("no owner waits for the work or the pause of another", async () => {
  const { work, ends, mostAtOnce } = working(() => 1_000_000);
  const flood = [work("a of-one"), work("b of-one"), work("c of-one")];
  const other = work("a of-another");
  await endAll(ends, 2);
  expect(await Promise.all([flood[0], other])).toEqual(["a of-one", "a of-another"]);
  expect(mostAtOnce()).toBe(2);
  await sleep(30);
  expect(ends).toHaveLength(0);
});

/** Notifications of one id, as they ran. */
function notified(apartMs: number) {
  const ran: string[] = [];
  const notify = debounced(
    async (id) => void ran.push(id),
    () => {},
    apartMs,
  );
  return { ran, notify: () => notify("a") };
}

test("of many notifications, the first runs at once and one follows it", async () => {
  const { ran, notify } = notified(20);
  for (let count = 0; count < 5; count += 1) notify();
  expect(ran).toHaveLength(1);
  await until(async () => ran.length === 2);
  await sleep(60);
  expect(ran).toHaveLength(2);
});

test("after a quiet time, a notification runs at once again", async () => {
  const { ran, notify } = notified(5);
  notify();
  await sleep(50);
  notify();
  expect(ran).toHaveLength(2);
});

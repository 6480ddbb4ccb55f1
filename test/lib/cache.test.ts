import { expect, test } from "vitest";
import { createTtlCache } from "../../src/lib/cache.ts";

function memory(mostKept = 10) {
  const clock = { nowMs: 0 };
  let finds = 0;
  const short = createTtlCache<string>({ keptMs: 1_000, mostKept, now: () => clock.nowMs });
  const find = (key: string) => short.get(key, async () => `${key}${(finds += 1)}`);
  return { clock, short, find };
}

test("a value is cached for its time, and then found again", async () => {
  const { clock, find } = memory();
  expect(await Promise.all([find("a"), find("a")])).toEqual(["a1", "a1"]);
  clock.nowMs = 999;
  expect(await find("a")).toBe("a1");
  clock.nowMs = 1_000;
  expect(await find("a")).toBe("a2");
});

test("a full cache drops the oldest values", async () => {
  const { find } = memory(2);
  for (const key of ["a", "b", "c"]) await find(key);
  expect(await find("b")).toBe("b2");
  expect(await find("a")).toBe("a4");
});

test("neither a value that is dropped while it is being found nor a failure is cached", async () => {
  const { short, find } = memory();
  const underWay = find("a");
  short.drop("a");
  expect(await underWay).toBe("a1");
  expect(await find("a")).toBe("a2");
  const failing = short.get("b", () => Promise.reject(new Error("away")));
  await expect(failing).rejects.toThrow("away");
  expect(await find("b")).toBe("b3");
  short.drop();
  expect(await find("b")).toBe("b4");
});

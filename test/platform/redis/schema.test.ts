import { describe, expect, test } from "vitest";
import { dataGuard, runningProcesses } from "../../../src/platform/redis/processes.ts";
import {
  type DataVersions,
  dataVersions,
  markData,
  markerOf,
  readMarker,
} from "../../../src/platform/redis/schema.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();

const first: DataVersions = { writes: 1, readableFrom: 1, reads: 1 };
/** Reads the next shape, and writes the old one. */
const grace: DataVersions = { writes: 1, readableFrom: 1, reads: 2 };
const second: DataVersions = { writes: 2, readableFrom: 2, reads: 2 };
/** Writes something that old readers need not know. */
const additive: DataVersions = { writes: 3, readableFrom: 2, reads: 3 };

const mark = (versions: DataVersions) => markData(redis.client, markerOf(versions, "test"), versions);
const marked = async () => readMarker(await redis.client.get("qm:schema"));

test("a product reads what it writes, and its own data is readable from a version that exists", () => {
  expect(dataVersions.reads).toBeGreaterThanOrEqual(dataVersions.writes);
  expect(dataVersions.readableFrom).toBeLessThanOrEqual(dataVersions.writes);
});

test("an empty Redis gets the marker of the version that starts", async () => {
  await mark(first);
  expect(await marked()).toEqual({ writes: 1, readableFrom: 1, by: "test" });
});

test("after the release of grace, the older version still starts, and never lowers the marker", async () => {
  for (const versions of [first, grace, second, grace]) await mark(versions);
  expect(await marked()).toMatchObject({ writes: 2, readableFrom: 2 });
});

test("a version without grace refuses the new data with one sentence, and leaves the marker", async () => {
  await mark(second);
  await expect(mark(first)).rejects.toThrow(
    /^The data in Redis was written by a newer version \(test, data version 2\)\. This version \([\d.]+\) reads up to 1\./,
  );
  expect(await marked()).toMatchObject({ writes: 2 });
});

test("data that adds something is opened by a version that does not know it", async () => {
  await mark(additive);
  await mark(second);
  expect(await marked()).toMatchObject({ writes: 3, readableFrom: 2 });
});

test("what a newer version adds to the marker stays", async () => {
  await redis.client.set("qm:schema", JSON.stringify({ writes: 1, readableFrom: 1, by: "old", more: true }));
  await mark(second);
  expect(await marked()).toEqual({ writes: 2, readableFrom: 2, by: "test", more: true });
});

test("a marker that is not one is refused and not replaced", async () => {
  await redis.client.set("qm:schema", "two");
  await expect(mark(first)).rejects.toThrow("Can't read the data's version in Redis (qm:schema).");
  expect(await redis.client.get("qm:schema")).toBe("two");
});

test("many that start at once leave the highest marker", async () => {
  const all = Array.from({ length: 50 }, (_, index) => mark(index % 2 === 0 ? grace : second));
  await Promise.all(all);
  expect(await marked()).toMatchObject({ writes: 2, readableFrom: 2 });
});

const guardOf = (id: string, versions: DataVersions) => dataGuard(redis.client, id, versions);

describe("processes", () => {
  test("a running process is listed until it ends", async () => {
    const guard = guardOf("a", first);
    await guard.open();
    expect(await runningProcesses(redis.client)).toMatchObject([{ reads: 1 }]);
    await guard.close();
    expect(await runningProcesses(redis.client)).toEqual([]);
  });

  test("a process that died leaves the list by itself", async () => {
    await redis.client.hset("qm:processes", "dead", '1000 {"version":"0.1.0","reads":1}');
    expect(await runningProcesses(redis.client)).toEqual([]);
    expect(await redis.client.exists("qm:processes")).toBe(0);
  });

  test("a version refuses to start beside one that can't read what it writes, and marks nothing", async () => {
    await guardOf("a", first).open();
    await expect(guardOf("b", second).open()).rejects.toThrow(
      /^Quartermaster [\d.]+ still runs with this Redis, and can't read what [\d.]+ writes \(data version 2\)\. Stop it first, or install the versions in between/,
    );
    expect(await marked()).toMatchObject({ writes: 1 });
  });

  test("versions that read each other's data run side by side", async () => {
    for (const [id, versions] of Object.entries({ first, grace })) await guardOf(id, versions).open();
    expect(await runningProcesses(redis.client)).toHaveLength(2);
  });
});

import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "../../../src/lib/errors.ts";
import { type Kept, type Records, onlyRecord, records } from "../../../src/platform/redis/records.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();
const Pet = z.object({ name: z.string() });
type Pet = z.output<typeof Pet>;
const kept: Kept<Pet> = {
  schema: Pet,
  key: (workspaceId) => `qm:{${workspaceId}}:pets`,
  field: (id) => id.toLowerCase(),
  most: { count: 2, error: () => new AppError("user", "There are too many.") },
};
let pets: Records<Pet>;
beforeEach(() => {
  pets = records(kept, redis.client, "T1");
});

const longer = (present: Pet | undefined) => ({ name: `${present?.name ?? ""}!` });
const gone = (id: string) => new AppError("missing", `There is no ${id}.`);
const addA = (to: Records<Pet>) => to.change("a", (present) => present ?? { name: "new" });
const stored = () => redis.client.hgetall("qm:{T1}:pets");

test("a record is added, changed and removed as it is at that moment, and each change says what was", async () => {
  expect(await pets.change("A", () => ({ name: "ada" }))).toEqual({ after: { name: "ada" } });
  await Promise.all([1, 2, 3].map(() => pets.change("a", longer)));
  expect(await pets.of("A")).toEqual({ name: "ada!!!" });
  expect(await stored()).toEqual({ a: '{"name":"ada!!!"}' });
  expect(await pets.change("a", () => undefined)).toEqual({ before: { name: "ada!!!" } });
  expect(await pets.change("a", () => undefined)).toEqual({});
  expect(await stored()).toEqual({});
});

test("one more than the most is refused, even in a race, and those that are there can be changed", async () => {
  const adds = ["a", "b", "c", "d"].map((id) => pets.set(id, { name: id }));
  const outcomes = await Promise.allSettled(adds);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(Object.keys(await stored())).toHaveLength(2);
  const [first = ""] = Object.keys(await stored());
  await pets.set(first, { name: "other" });
  expect(await pets.of(first)).toEqual({ name: "other" });
});

test("a record of a thing that is gone isn't kept", async () => {
  const within = { key: (workspaceId: string) => `qm:{${workspaceId}}:owners`, error: gone };
  const owned = records({ ...kept, within }, redis.client, "T1");
  await expect(owned.set("a", { name: "ada" })).rejects.toThrow("There is no a.");
  await redis.client.hset("qm:{T1}:owners", "a", "{}");
  await owned.set("a", { name: "ada" });
  expect(await stored()).toEqual({ a: '{"name":"ada"}' });
});

test("one that can't be read is a bug, is left out, or counts as missing, and can be replaced", async () => {
  await redis.client.hset("qm:{T1}:pets", { a: "{", b: '{"name":"bob"}' });
  await expect(pets.all()).rejects.toMatchObject({ kind: "bug" });
  await expect(addA(pets)).rejects.toMatchObject({ kind: "bug" });
  expect([...(await pets.all("readable")).keys()]).toEqual(["b"]);
  const hidden = records({ ...kept, unreadable: "hidden" }, redis.client, "T1");
  expect([...(await hidden.all()).keys()]).toEqual(["b"]);
  await expect(hidden.of("a")).rejects.toMatchObject({ kind: "bug" });
  const missing = records({ ...kept, unreadable: "missing" }, redis.client, "T1");
  expect(await missing.of("a")).toBeUndefined();
  expect(await addA(missing)).toEqual({ after: { name: "new" } });
  await redis.client.hset("qm:{T1}:pets", "a", "{");
  await pets.set("a", undefined);
  expect([...(await pets.all()).keys()]).toEqual(["b"]);
});

test("checked records write nothing that the check refuses", async () => {
  await pets.set("a", { name: "ada" });
  const seen: unknown[] = [];
  const checked = pets.checkedBy(async () => (...change) => {
    seen.push(change);
    throw new AppError("forbidden", "Not this one.");
  });
  for (const attempt of [
    () => checked.set("A", { name: "bob" }),
    () => checked.set("a", undefined),
    () => checked.change("b", () => ({ name: "bob" })),
  ])
    await expect(attempt()).rejects.toThrow("Not this one.");
  expect(seen).toEqual([
    ["a", { name: "ada" }, { name: "bob" }],
    ["a", { name: "ada" }, undefined],
    ["b", undefined, { name: "bob" }],
  ]);
  expect(await stored()).toEqual({ a: '{"name":"ada"}' });
});

test("the only record of a kind has its key for itself", async () => {
  const { most: _most, ...rest } = kept;
  const one = onlyRecord({ ...rest, only: "policy" }, redis.client, "T2");
  expect(await one.change("policy", () => ({ name: "ada" }))).toEqual({ after: { name: "ada" } });
  expect(await redis.client.get("qm:{T2}:pets")).toBe('{"name":"ada"}');
  expect([...(await one.all())]).toEqual([["policy", { name: "ada" }]]);
  await one.set("policy", undefined);
  expect(await one.find()).toBeUndefined();
  expect(await redis.client.exists("qm:{T2}:pets")).toBe(0);
});

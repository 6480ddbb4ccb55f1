import { beforeEach, describe, expect, it } from "vitest";
import { createStore } from "../../../../src/app/store.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import {
  type Preset,
  type Presets,
  byName,
  deletePreset,
  presets,
  savePreset,
} from "../../../../src/features/services/presets/presets.ts";
import type { Audit } from "../../../../src/platform/audit/recorder.ts";
import { useRedis } from "../../../support/redis.ts";

const redis = useRedis();
let kept: Presets;
let audit: Audit;

const small: Preset = {
  name: "small staging",
  description: "For tests that end the same day",
  fields: { provider: "aws", region: "eu-west-1", idleScaling: true },
  savedBy: "U1",
  savedByName: "ada",
  savedAt: "2026-11-20T10:00:00.000Z",
};

beforeEach(() => {
  const store = createStore(redis.client).workspace("T1");
  kept = store.presets;
  audit = store.audit;
});

const save = (preset: Preset) => savePreset(preset, { presets: kept, audit });
const remove = (name: string) => deletePreset(name, { presets: kept, audit });

async function failure(work: Promise<unknown>): Promise<{ kind: string; message: string }> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(outcome instanceof AppError)) throw new Error("It did not fail as an AppError.");
  return { kind: outcome.kind, message: outcome.message };
}

describe("a preset", () => {
  it("is found by its name, whatever the case, spaces and Unicode form", async () => {
    await save({ ...small, name: "café large" });
    expect(await kept.find("  CAFE\u0301   Large ")).toEqual({ ...small, name: "café large" });
  });

  it("is listed by name, with numbers in numeric order", async () => {
    for (const name of ["size 10", "Size 2", "alpha"]) await save({ ...small, name });
    expect((await kept.list()).map(({ name }) => name)).toEqual(["alpha", "Size 2", "size 10"]);
    expect(byName({ name: "size 2" }, { name: "size 10" })).toBeLessThan(0);
  });

  it("is known in its own workspace only", async () => {
    await save(small);
    expect(await presets(redis.client, "T2").list()).toEqual([]);
  });

  it("may keep unknown fields, because rules change", async () => {
    const fields = { replicaShape: { of: [1, "two", null] } };
    await save({ ...small, fields });
    expect((await kept.find("small staging")).fields).toEqual(fields);
  });

  it("is returned when it is deleted, and is gone", async () => {
    await save(small);
    expect(await remove("SMALL staging")).toEqual(small);
    expect(await kept.list()).toEqual([]);
    expect((await failure(remove("small staging"))).kind).toBe("missing");
  });

  it.each(["🛒 <!channel>", "`code` & *x*", "שלום عربى", "👩‍👩‍👧‍👦", "__proto__", "show all"])(
    "may be called %s",
    async (name) => {
      await save({ ...small, name });
      expect((await kept.find(name)).name).toBe(name);
      expect(await kept.search(name.toUpperCase())).toMatchObject({ found: { name } });
    },
  );

  it.each([
    ["", "Enter a name."],
    [" \u200b ", "Enter a name."],
    ["x".repeat(51), "A preset's name has at most 50 characters."],
    ["gnp.\u202eexe", "A preset's name can have only characters that show."],
    ["bell\u0007", "A preset's name can have only characters that show."],
  ])("may not be called %j", async (name, message) => {
    expect(await failure(save({ ...small, name }))).toEqual({ kind: "user", message });
  });

  it("has its texts on one line, and a description of at most 150 characters", async () => {
    await save({ ...small, name: " two\nlines ", description: "so  is\nthis" });
    expect(await kept.find("two lines")).toMatchObject({ name: "two lines", description: "so is this" });
    expect(await failure(save({ ...small, description: "x".repeat(151) }))).toEqual({
      kind: "user",
      message: "A description has at most 150 characters.",
    });
  });
});

describe("a taken name", () => {
  it("fails as conflict, and says who saved it when, and what to do", async () => {
    await save(small);
    expect(await failure(save({ ...small, name: "Small  Staging", savedBy: "U2" }))).toEqual({
      kind: "conflict",
      message:
        "A preset “small staging” already exists, saved on 2026-11-20. Choose another name, or delete that one first: /db create presets delete small staging",
    });
    expect(await kept.list()).toEqual([small]);
  });

  it("is not a conflict if the same preset is saved again, as by a second click", async () => {
    await save(small);
    await save({ ...small, savedAt: "2026-11-20T10:00:01.000Z" });
    expect(await kept.list()).toEqual([small]);
  });

  it("goes to one of two simultaneous saves", async () => {
    const saves = [
      { ...small, savedBy: "U1" },
      { ...small, savedBy: "U2" },
    ].map((preset) => save(preset));
    const outcomes = await Promise.allSettled(saves);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await kept.list()).toHaveLength(1);
  });
});

describe("an unknown name", () => {
  it("fails as missing, with the nearest name and how to see all", async () => {
    await save(small);
    expect(await failure(kept.find("smal staging"))).toEqual({
      kind: "missing",
      message:
        "I can't find a preset called “smal staging”. Did you mean “small staging”? `/db create presets` lists them.",
    });
    expect(await failure(kept.find("x".repeat(200)))).toEqual({
      kind: "missing",
      message:
        "I can't find a preset with that name. You have small staging. `/db create presets` lists them.",
    });
  });

  it("is searched for without failing", async () => {
    await save(small);
    expect(await kept.search("small stage")).toEqual({ nearestName: "small staging" });
    expect(await kept.search("quite another")).toEqual({ nearestName: undefined });
  });
});

it("a workspace keeps at most 99 presets, and saving one of them again still works", async () => {
  for (let count = 1; count <= 99; count += 1) await save({ ...small, name: `preset ${count}` });
  expect(await failure(save(small))).toEqual({
    kind: "user",
    message: "A workspace can have 99 presets. Delete one first: /db create presets lists them.",
  });
  await save({ ...small, name: "preset 7" });
  await remove("preset 7");
  await save(small);
  expect(await kept.list()).toHaveLength(99);
});

it("a record that does not fit its schema is a bug that names the key", async () => {
  await redis.client.hset("qm:{T1}:presets", "broken", "{}");
  expect(await failure(kept.find("broken"))).toEqual({
    kind: "bug",
    message: "Can't read the record at qm:{T1}:presets.",
  });
});

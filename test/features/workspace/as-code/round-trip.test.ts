import { readFile } from "node:fs/promises";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { product } from "../../../../src/app/features.ts";
import {
  type WantedParts,
  differencesOf,
  makeChanges,
  problemsOf,
  readWorkspaceFile,
  writeWorkspaceFile,
} from "../../../../src/platform/as-code/file.ts";
import type { AppContext } from "../../../../src/app/context.ts";
import { useRedis } from "../../../support/redis.ts";
import { BudgetSchedule } from "../../../../src/features/costs/budget/schedule.ts";
import { pathsOf, without } from "../../../support/arbitrary-of.ts";
import {
  type Fields,
  connectClouds,
  generatedRecords,
  keepRecords,
  keptRecords,
  recordsByPart,
  workspaceIn,
} from "./generated.ts";

const redis = useRedis();
const parts = product.codeParts;
let workspaces = 0;
async function fresh(): Promise<AppContext> {
  const context = workspaceIn(redis.client, `T${(workspaces += 1)}`);
  await connectClouds(context);
  return context;
}

async function wantedIn(text: string): Promise<WantedParts> {
  const read = await readWorkspaceFile(parts, text);
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  return read.wanted;
}

/** Applies a file, and returns how many changes it took. */
async function apply(text: string, context: AppContext): Promise<number> {
  const differences = await differencesOf(parts, await wantedIn(text), context);
  expect(await problemsOf(parts, differences, context)).toEqual([]);
  expect(await makeChanges(parts, differences, context, "U1")).toBe(true);
  return differences.length;
}

test("a workspace's records come back whole from its export, and a second apply changes nothing", async () => {
  expect(Object.keys(recordsByPart).toSorted()).toEqual(parts.map(({ name }) => name).toSorted());
  await fc.assert(
    fc.asyncProperty(generatedRecords, async (generated) => {
      const [here, there] = [await fresh(), await fresh()];
      await keepRecords(generated, here);
      const exported = await writeWorkspaceFile(parts, here);
      await apply(exported, there);
      expect(await keptRecords(there)).toEqual(await keptRecords(here));
      expect(await apply(await writeWorkspaceFile(parts, there), there)).toBe(0);
      expect(await apply(exported, here)).toBe(0);
    }),
    { numRuns: 15 },
  );
}, 240_000);

/** Up to 60 pairs, the same in each run. They take long to make, and a few often show every field. */
function* pairsOf(some: fc.Arbitrary<Fields>): Generator<[Fields, Fields]> {
  for (let seed = 34; seed < 44; seed += 1) yield* fc.sample(fc.tuple(some, some), { numRuns: 6, seed });
}

test.each(Object.keys(recordsByPart))(
  "each field of %s is in the file or named as left out: another value is a difference, and is applied",
  async (name) => {
    const part = parts.find((each) => each.name === name);
    const made = recordsByPart[name];
    if (!part || !made) throw new Error(`There is no part ${name}.`);
    const leftOut = Object.keys(part.leftOut);
    const isLeftOut = (path: string) =>
      leftOut.some((each) => path === each || path.startsWith(`${each}.`) || path.startsWith(`${each}(`));
    const seen = new Set<string>();
    const wanted = pathsOf(made.schema).filter((path) => !isLeftOut(path));
    const unseen = () => wanted.filter((path) => !seen.has(path));
    for (const [one, other] of pairsOf(made.some(0))) {
      const fields = new Set(unseen().map((path) => path.split(/[.(]/)[0] ?? ""));
      if (fields.size === 0) break;
      for (const field of fields) {
        const changed = made.mended({ ...one, [field]: other[field] }, 0);
        const [was, is] = [one, changed].map((each) => JSON.stringify(without(made.schema, each, leftOut)));
        if (was === is) continue;
        for (const path of unseen().filter((each) => each.split(/[.(]/)[0] === field)) {
          const hides = (each: Fields) => JSON.stringify(without(made.schema, each, [...leftOut, path]));
          if (hides(one) !== was || hides(changed) !== is) seen.add(path);
        }
        const [here, there] = [await fresh(), await fresh()];
        await made.put(one, 0, here);
        await made.put(changed, 0, there);
        const [before, after] = [await part.read(here), await part.read(there)];
        const isSameKey = [...before.keys()].join() === [...after.keys()].join();
        const file = await writeWorkspaceFile(parts, there);
        // An end or an owner with another key is one more, because a file changes only those that it names.
        expect(await apply(file, here), `${field}: ${was} ${is}`).toBe(
          isSameKey || part.ignoresUnlisted ? 1 : 2,
        );
        expect((await keptRecords(here))[name]).toContain(is);
        expect(await apply(file, here)).toBe(0);
      }
    }
    expect(unseen()).toEqual([]);
  },
  240_000,
);

test("two budgets of one channel and period survive for different teams, and one for all costs", async () => {
  const [here, there] = [await fresh(), await fresh()];
  const budget = {
    kind: "budget" as const,
    channelId: "C0COSTS",
    connection: "acme",
    createdBy: "U1",
    createdAt: "2026-11-01T00:00:00.000Z",
    every: "monthly" as const,
    credits: "800",
    state: { periods: [], judged: [] },
  };
  await here.schedules.add({ ...budget, id: "b1" });
  for (const name of ["payments", "search"])
    await here.schedules.add({ ...budget, id: name, team: { kind: "name", name } });
  const exported = await writeWorkspaceFile(parts, here);
  expect(await apply(exported, there)).toBe(3);
  expect(await keptRecords(there)).toEqual(await keptRecords(here));
  // Another amount for all costs is that budget's, and no team's.
  await apply(exported.replace('credits: "800"', 'credits: "5000"'), there);
  const budgets = await there.schedules.list(BudgetSchedule);
  expect(budgets.map(({ credits, team }) => `${credits} ${team?.name}`).toSorted()).toEqual([
    "5000 undefined",
    "800 payments",
    "800 search",
  ]);
});

test("a workspace with something of each part is written as this file", async () => {
  const file = await readFile(new URL("everything.yaml", import.meta.url), "utf8");
  const here = await fresh();
  await apply(file, here);
  expect(await writeWorkspaceFile(parts, here)).toBe(file);
  expect([...(await wantedIn(file)).keys()]).toEqual(parts.map(({ name }) => name));
});

test("any workspace becomes any other one by that one's file", async () => {
  await fc.assert(
    fc.asyncProperty(generatedRecords, generatedRecords, async (before, after) => {
      const [here, there] = [await fresh(), await fresh()];
      // Owners and ends that a file doesn't name stay.
      await keepRecords({ ...before, owners: [], expiries: [] }, here);
      await keepRecords(after, there);
      const all = Object.keys(recordsByPart).map(
        (name) => `${name}: ${parts.find((each) => each.name === name)?.keyOf ? "[]" : "{}"}\n`,
      );
      const file = await writeWorkspaceFile(parts, there);
      const rest = all.filter((line) => !file.includes(`\n${line.split(":")[0]}:`)).join("");
      await apply(file + rest, here);
      expect(await keptRecords(here)).toEqual(await keptRecords(there));
    }),
    { numRuns: 8 },
  );
}, 240_000);

test("what a file doesn't name stays, and owners that it doesn't name too", async () => {
  const here = await fresh();
  await apply(
    "version: 1\naccess:\n  person U1: {role: operator, name: ada}\nowners:\n  s1: {name: a, connection: c, owner: U1}\n",
    here,
  );
  expect(await apply("version: 1\nlimits: {}\nowners: {}\n", here)).toBe(0);
  expect(await apply("version: 1\naccess: {}\n", here)).toBe(1);
  expect((await here.owners.list()).length).toBe(1);
});

test("every problem of a file comes with its line", async () => {
  const text = `version: 1
hooks:
  checkout:
    chanel: C1
    owner: U1
budgets:
  - owner: U1
    channelId: C1
    connection: default
    every: yearly
    credits: "5"
acess: {}
`;
  const read = await readWorkspaceFile(parts, text);
  expect("problems" in read && read.problems.map(({ line }) => line)).toEqual([3, 4, 10, 12]);
  expect("problems" in read && read.problems.at(-1)?.message).toContain("Did you mean `access`?");
});

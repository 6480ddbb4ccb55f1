import { readFile } from "node:fs/promises";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { product } from "../../../../src/app/features.ts";
import {
  type WantedParts,
  readWorkspaceFile,
  writeWorkspaceFile,
} from "../../../../src/platform/as-code/file.ts";
import { differencesOf, makeChanges, problemsOf } from "../../../../src/platform/as-code/plan.ts";
import { writeYaml } from "../../../../src/platform/as-code/yaml.ts";
import type { AppContext } from "../../../../src/app/context.ts";
import { asJson } from "../../../../src/lib/json.ts";
import { useRedis } from "../../../support/redis.ts";
import { connectClouds, generatedWorkspaces, workspaceIn } from "./generated.ts";

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

test("an export applied to an empty workspace exports the same bytes, and a second apply changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(generatedWorkspaces, async (generated) => {
      const [here, there] = [await fresh(), await fresh()];
      await apply(await writeYaml(asJson({ version: 1, ...generated })), here);
      const exported = await writeWorkspaceFile(parts, here);
      await apply(exported, there);
      expect(await writeWorkspaceFile(parts, there)).toBe(exported);
      expect(await apply(exported, there)).toBe(0);
      expect(await apply(exported, here)).toBe(0);
    }),
    { numRuns: 30 },
  );
}, 120_000);

test("a workspace with something of each part is written as this file", async () => {
  const file = await readFile(new URL("everything.yaml", import.meta.url), "utf8");
  const here = await fresh();
  await apply(file, here);
  expect(await writeWorkspaceFile(parts, here)).toBe(file);
  expect([...(await wantedIn(file)).keys()]).toEqual(parts.map(({ name }) => name));
});

test("any workspace becomes any other one by that one's file", async () => {
  await fc.assert(
    fc.asyncProperty(generatedWorkspaces, generatedWorkspaces, async (before, after) => {
      const here = await fresh();
      await apply(await writeYaml(asJson({ version: 1, ...before })), here);
      // Owners and ends that a file doesn't name stay.
      const { owners: _owners, expiries: _expiries, ...named } = after;
      const file = await writeYaml(asJson({ version: 1, ...named }));
      await apply(file, here);
      expect(await apply(file, here)).toBe(0);
    }),
    { numRuns: 20 },
  );
}, 120_000);

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

import type { Redis } from "ioredis";
import { expect, test } from "vitest";
import { product } from "../../src/app/features.ts";
import { bindingOf } from "../../src/platform/secrets/rotation/sealed-locations.ts";
import { SealingKeys, createSealer, keyIdOf, sealedTextsIn } from "../../src/platform/secrets/seal.ts";
import { jobPrefix } from "../../src/platform/redis/keys.ts";
import { entriesUnder } from "../../src/platform/secrets/rotation/entries.ts";
import { contentsOf } from "../support/redis.ts";
import { until } from "../support/until.ts";
import { type RollingTeams, startRollingTeams } from "./rolling-teams.ts";
import { type TeamLoad, startLoad } from "./team-load.ts";
import { tell } from "./two-teams.ts";

const keyOf = (id: string, byte: number) =>
  `${id}:${Buffer.from(Array.from({ length: 32 }, (_, index) => byte + index)).toString("base64")}`;
const [k1, k2] = [keyOf("k1", 1), keyOf("k2", 2)];
// Enough for each replica and each way of authentication.
const refusedByAll = 20;

test("while keys are rotated under load and a workspace leaves, no request fails, everything opens, and nothing of the workspace stays", async () => {
  await using environment = await startRollingTeams(k1);
  const [acme, birch] = environment.teams.map((team) => startLoad(team, environment.address));
  if (!acme || !birch) throw new Error("There are too few workspaces.");
  try {
    await goOn(acme, birch);
    await rotateKeys(environment);
    await goOn(acme, birch);
    expect([acme.problems, birch.problems]).toEqual([[], []]);
    expect(await sealedWithOthers(environment.redis)).toEqual([]);

    await uninstall(environment, acme);
    await goOn(birch);
  } finally {
    await Promise.all([acme?.stop(), birch?.stop()]);
  }
  expect([acme.problems, birch.problems]).toEqual([[], []]);
  // Running work may have written something after the first round. The next round removes it.
  await until(async () => (await leftOf(environment)).length === 0);
  // Everything could be opened.
  expect(environment.output()).not.toContain("ENCRYPTION_KEYS");
});

/** The README's order: each replica knows the new key before any of them seals with it. */
async function rotateKeys({ restart, rotate }: RollingTeams): Promise<void> {
  await restart(`${k1},${k2}`);
  await restart(`${k2},${k1}`);
  const { code, output } = await rotate(`${k2},${k1}`);
  expect(output).toMatch(/(^|\n)Everything is encrypted with k2\./);
  expect(code).toBe(0);
  await restart(k2);
}

/** Removes the app from the workspace, and waits until nothing of it is left. */
async function uninstall(environment: RollingTeams, load: TeamLoad): Promise<void> {
  const { acme } = environment.slacks;
  const atMs = Date.now();
  await tell(acme, "uninstall", { how: "uninstalled" });
  await load.uninstalled();
  await until(async () => load.refusedInARow() > refusedByAll);
  const { length } = environment.slacks.calls;
  await until(async () => (await leftOf(environment)).length === 0);
  expect(Date.now() - atMs).toBeLessThan(60_000);
  const late = environment.slacks.calls.slice(length).filter(({ teamId }) => teamId === acme.teamId);
  expect(late.map(({ method }) => method)).toEqual([]);
}

/** Waits until each has done more of every kind of work. */
async function goOn(...loads: readonly TeamLoad[]): Promise<void> {
  const befores = loads.map(({ done }) => new Map(Object.entries(done)));
  await until(async () =>
    loads.every(
      ({ done, problems }, index) =>
        problems.length > 0 ||
        Object.entries(done).every(([kind, count]) => count > (befores[index]?.get(kind) ?? 0)),
    ),
  );
}

/** The locations of texts sealed with another key than the new one. Fails if the new one does not open one. */
async function sealedWithOthers(redis: Redis): Promise<string[]> {
  const sealer = createSealer(SealingKeys.parse(k2));
  const found: string[] = [];
  for await (const entry of entriesUnder(redis, "")) {
    const { workspaceId = "", purpose = "" } = bindingOf(entry, product.sealed) ?? {};
    for (const sealed of sealedTextsIn(entry.text)) {
      if (keyIdOf(sealed) === "k2") sealer.forWorkspace(workspaceId).open(sealed, purpose);
      else found.push(entry.key);
    }
  }
  return found;
}

/** The remains of the removed workspace in Redis, without the job that erases it. */
async function leftOf({ redis, slacks }: RollingTeams): Promise<string[]> {
  const contents = await contentsOf(redis);
  return contents.filter(
    (entry) => entry.includes(slacks.acme.teamId) && !entry.startsWith(`["${jobPrefix}:erasures:`),
  );
}

import { expect, test } from "vitest";
import type { WantedChange } from "../../../../src/features/observability/changes/change.ts";
import { useRedis } from "../../../support/redis.ts";
import { deployments } from "../fixture.ts";
import { type ChangeFixture, changeFixture } from "./fixture.ts";

const redis = useRedis();

interface Crashing {
  /** A new change of this kind. */
  wanted(fixture: ChangeFixture, number: number): Promise<WantedChange>;
  /** How often the server shows that it was done. */
  timesDone(fixture: ChangeFixture, number: number): Promise<number>;
}

async function dashboardsNamed(fixture: ChangeFixture, wanted: string): Promise<number> {
  return (await fixture.there.dashboards.list()).filter(({ name }) => name === wanted).length;
}

const cases: Record<string, Crashing> = {
  "adding a tile": {
    async wanted(fixture, number) {
      const seen = await fixture.dashboard();
      const tile = { name: `New ${number}`, x: 0, y: 9, w: 3, h: 2, series: [{ type: "number" }] };
      return { kind: "update-dashboard", id: seen.id, seen, edit: { kind: "add-tile", tile } };
    },
    timesDone: async (fixture, number) =>
      (await fixture.dashboard()).tiles?.filter(({ name }) => name === `New ${number}`).length ?? 0,
  },
  "changing an alert": {
    async wanted(fixture, number) {
      const seen = await fixture.alert();
      return { kind: "update-alert", id: seen.id, seen, edit: { threshold: number } };
    },
    timesDone: async (fixture, number) => ((await fixture.alert()).threshold === number ? 1 : 0),
  },
  "creating a dashboard": {
    wanted: async (_room, number) => ({
      kind: "create-dashboard",
      body: { name: `New ${number}`, tiles: [] },
    }),
    timesDone: (fixture, number) => dashboardsNamed(fixture, `New ${number}`),
  },
  "deleting a dashboard": {
    async wanted(fixture, number) {
      const name = `New ${number}`;
      const { id } = await fixture.there.dashboards.create({ name, tiles: [] });
      return { kind: "delete-dashboard", id, name };
    },
    timesDone: async (fixture, number) => 1 - (await dashboardsNamed(fixture, `New ${number}`)),
  },
};

/** Each case in one of the deployments, which differ only in their requests. */
const each = Object.entries(cases).map(
  ([name, crashing], index) => [deployments[index % 2] ?? "managed", name, crashing] as const,
);

/** Runs a change in a process that dies at its nth outside call. Returns whether there were so many calls. */
async function dieAt(chance: number, fixture: ChangeFixture, crashing: Crashing): Promise<boolean> {
  let chances = 0;
  const before = await entriesIn(fixture);
  await fixture.submit(await crashing.wanted(fixture, chance));
  fixture.dies = () => (chances += 1) === chance;
  await fixture.resolveAll();
  fixture.dies = () => false;
  const told = fixture.modalText();
  const isKnown = /\*(?:Saved|Created|Deleted) /.test(told);
  // If it is unknown whether the request was sent, it is not sent again, and the modal says so.
  expect(isKnown || told.includes("I don't know")).toBe(true);
  expect(await crashing.timesDone(fixture, chance)).toBe(isKnown ? 1 : 0);
  expect([1, 2]).toContain((await entriesIn(fixture)) - before);
  return chances >= chance;
}

async function entriesIn(fixture: ChangeFixture): Promise<number> {
  return (await fixture.context.audit.read({ limit: 1_000 })).length;
}

test.each(each)(
  "%s, %s: if a process dies at any call, the change is done once and reported",
  async (deployment, _name, crashing) => {
    const fixture = await changeFixture(redis.client, deployment);
    let chance = 1;
    // A death after a call leaves what a death before the next one leaves.
    while (await dieAt(chance, fixture, crashing)) chance += 2;
    // Before and after each use of the server, the change log, the audit log and Slack.
    expect(chance).toBeGreaterThan(20);
  },
);

test.each(each)(
  "%s, %s: if processes keep dying, the change is still done once",
  async (deployment, _name, crashing) => {
    const fixture = await changeFixture(redis.client, deployment);
    await fixture.submit(await crashing.wanted(fixture, 1));
    let chances = 0;
    fixture.dies = () => (chances += 1) % 5 === 0 && chances < 100;
    await fixture.resolveAll();
    fixture.dies = () => false;
    expect(fixture.deaths).toBeGreaterThan(3);
    const isKnown = /\*(?:Saved|Created|Deleted) /.test(fixture.modalText());
    expect(await crashing.timesDone(fixture, 1)).toBe(isKnown ? 1 : 0);
    expect(await entriesIn(fixture)).toBeGreaterThan(0);
  },
);

import { expect, test } from "vitest";
import type { WantedChange } from "../../../../src/features/observability/changes/change.ts";
import { useRedis } from "../../../support/redis.ts";
import { deployments } from "../fixture.ts";
import { type ChangeRoom, changeRoom } from "./fixture.ts";

const redis = useRedis();

interface Crashing {
  /** One more of its kind. */
  wanted(room: ChangeRoom, number: number): Promise<WantedChange>;
  /** How often it was done, as the server has it. */
  timesDone(room: ChangeRoom, number: number): Promise<number>;
}

async function dashboardsNamed(room: ChangeRoom, wanted: string): Promise<number> {
  return (await room.there.listDashboards()).filter(({ name }) => name === wanted).length;
}

const cases: Record<string, Crashing> = {
  "adding a tile": {
    async wanted(room, number) {
      const seen = await room.dashboard();
      const tile = { name: `New ${number}`, x: 0, y: 9, w: 3, h: 2, series: [{ type: "number" }] };
      return { kind: "update-dashboard", id: seen.id, seen, edit: { act: "add-tile", tile } };
    },
    timesDone: async (room, number) =>
      (await room.dashboard()).tiles?.filter(({ name }) => name === `New ${number}`).length ?? 0,
  },
  "changing an alert": {
    async wanted(room, number) {
      const seen = await room.alert();
      return { kind: "update-alert", id: seen.id, seen, edit: { threshold: number } };
    },
    timesDone: async (room, number) => ((await room.alert()).threshold === number ? 1 : 0),
  },
  "creating a dashboard": {
    wanted: async (_room, number) => ({
      kind: "create-dashboard",
      body: { name: `New ${number}`, tiles: [] },
    }),
    timesDone: (room, number) => dashboardsNamed(room, `New ${number}`),
  },
  "deleting a dashboard": {
    async wanted(room, number) {
      const name = `New ${number}`;
      const { id } = await room.there.createDashboard({ name, tiles: [] });
      return { kind: "delete-dashboard", id, name };
    },
    timesDone: async (room, number) => 1 - (await dashboardsNamed(room, `New ${number}`)),
  },
};

const each = deployments.flatMap((deployment) =>
  Object.entries(cases).map(([name, crashing]) => [deployment, name, crashing] as const),
);

/** Does it with a process that dies at that one of all its chances; answers whether there was such a chance. */
async function dieAt(chance: number, room: ChangeRoom, crashing: Crashing): Promise<boolean> {
  let chances = 0;
  const before = await entriesIn(room);
  await room.submit(await crashing.wanted(room, chance));
  room.dies = () => (chances += 1) === chance;
  await room.settle();
  room.dies = () => false;
  const told = room.modalText();
  const isKnown = /\*(?:Saved|Created|Deleted) /.test(told);
  // Where nobody can know whether it was sent, it is not sent again, and that is told.
  expect(isKnown || told.includes("not certain")).toBe(true);
  expect(await crashing.timesDone(room, chance)).toBe(isKnown ? 1 : 0);
  expect([1, 2]).toContain((await entriesIn(room)) - before);
  return chances >= chance;
}

async function entriesIn(room: ChangeRoom): Promise<number> {
  return (await room.context.audit.read({ limit: 1_000 })).length;
}

test.each(each)(
  "%s, %s: whenever a process dies, it is done once and told",
  async (deployment, _name, crashing) => {
    const room = await changeRoom(redis.client, deployment);
    let chance = 1;
    while (await dieAt(chance, room, crashing)) chance += 1;
    // Reading, writing, the log, the audit log and Slack, each before and after.
    expect(chance).toBeGreaterThan(20);
  },
);

test.each(each)("%s, %s: with many deaths too", async (deployment, _name, crashing) => {
  const room = await changeRoom(redis.client, deployment);
  await room.submit(await crashing.wanted(room, 1));
  let chances = 0;
  room.dies = () => (chances += 1) % 5 === 0 && chances < 100;
  await room.settle();
  room.dies = () => false;
  expect(room.deaths).toBeGreaterThan(3);
  const isKnown = /\*(?:Saved|Created|Deleted) /.test(room.modalText());
  expect(await crashing.timesDone(room, 1)).toBe(isKnown ? 1 : 0);
  expect(await entriesIn(room)).toBeGreaterThan(0);
});

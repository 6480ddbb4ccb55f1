import { expect, test } from "vitest";
import {
  type DashboardEdit,
  applyDashboardEdit,
} from "../../../../src/features/observability/dashboards/edit.ts";
import { useRedis } from "../../../support/redis.ts";
import { deployments } from "../fixture.ts";
import { type ChangeRoom, changeRoom } from "./fixture.ts";
import { textOf } from "./seen.ts";

const redis = useRedis();

/** Ada widens the first tile; somebody else has edited the dashboard since she opened the form. */
async function conflicting(room: ChangeRoom, theirs: (tileId: string) => DashboardEdit): Promise<string> {
  const seen = await room.dashboard();
  const tileId = seen.tiles?.[0]?.id ?? "";
  await room.there.updateDashboard(seen.id, applyDashboardEdit(seen, theirs(tileId)));
  const edit: DashboardEdit = { act: "change-tile", tileId, changes: { w: 7 } };
  const id = await room.submit({ kind: "update-dashboard", id: seen.id, seen, edit });
  await room.settle();
  return id;
}

const rename = (): DashboardEdit => ({ act: "describe", name: "Their <!here> name", tags: ["theirs"] });
const make = "change-make";
const leave = "change-leave";

test.each(deployments)("%s: both changes are shown, and nothing is written", async (deployment) => {
  const room = await changeRoom(redis.client, deployment);
  const puts = 1;
  await conflicting(room, rename);
  const text = room.modalText();
  expect(text).toContain(
    `*The dashboard “API Monitoring” of ${room.place.name} was changed since you opened the form`,
  );
  expect(text).toContain("*What was changed meanwhile:*\n• Name `API Monitoring` → `Their");
  expect(text).toContain(" → `theirs`\n");
  expect(text).toContain("*What you change:*\n• Tile “p95 latency (ms)”: width 12 → 7");
  expect(text).not.toContain("<!here>");
  expect(Object.keys(room.buttons())).toEqual(["Make my change to theirs", "Leave theirs", "Show dashboard"]);
  expect(await room.received("PUT")).toBe(puts);
});

test.each(deployments)(
  "%s: my change is made to theirs, once however often it is pressed",
  async (deployment) => {
    const room = await changeRoom(redis.client, deployment);
    const id = await conflicting(room, rename);
    await room.press(make, id);
    expect(room.modalText()).toContain("*Saving the dashboard");
    await room.press(make, id);
    await room.settle();
    await room.press(make, id);
    expect(room.modalText()).toContain("is made already");
    await room.settle();
    const now = await room.dashboard();
    expect([now.name, now.tags, now.tiles?.[0]?.w]).toEqual(["Their <!here> name", ["theirs"], 7]);
    expect(await room.received("PUT")).toBe(2);
  },
);

test.each(deployments)("%s: theirs is left, and then mine is not made any more", async (deployment) => {
  const room = await changeRoom(redis.client, deployment);
  const id = await conflicting(room, rename);
  await room.press(leave, id);
  expect(room.modalText()).toContain("*Left as it is:*");
  await room.press(make, id);
  await room.settle();
  expect((await room.dashboard()).tiles?.[0]?.w).toBe(12);
});

test.each([
  ["left first", leave, make],
  ["made first", make, leave],
])("of both buttons at once one counts, and both say the same: %s", async (_, first, second) => {
  const room = await changeRoom(redis.client, "managed");
  const id = await conflicting(room, rename);
  const where = { viewId: undefined, channelId: "C1" };
  const answers = await Promise.all([first, second].map((button) => room.press(button, id, where)));
  await room.settle();
  const isMade = (await room.dashboard()).tiles?.[0]?.w === 7;
  const saidSo = isMade ? /^\*(Your change to .* is made already|:hourglass|Saving)/ : /^\*Left as it is/;
  for (const answer of answers) expect(answer?.text.replace(/^:\w+: /, "")).toMatch(saidSo);
});

test("a choice whose process died before it was accepted is accepted by the next press", async () => {
  const room = await changeRoom(redis.client, "managed");
  const id = await conflicting(room, rename);
  const progress = await room.context.changeLog.find(id);
  if (progress?.status !== "conflict") throw new Error("It is a conflict.");
  await room.context.changeLog.saveUnlessChanged(id, progress, { ...progress, chosen: "mine" });
  await room.press(make, id);
  await room.settle();
  expect(room.modalText()).toContain("*Saved the dashboard");
  expect((await room.dashboard()).tiles?.[0]?.w).toBe(7);
});

test.each(deployments)("%s: changed by yet another, it is asked again", async (deployment) => {
  const room = await changeRoom(redis.client, deployment);
  const id = await conflicting(room, rename);
  const theirs = await room.dashboard();
  await room.there.updateDashboard(
    theirs.id,
    applyDashboardEdit(theirs, { act: "describe", tags: ["a third"] }),
  );
  await room.press(make, id);
  await room.settle();
  expect(room.modalText()).toContain("• Tags `theirs` → `a third`");
  expect(room.buttons()["Make my change to theirs"]).toBe(`${id}-mine`);
  await room.press(make, `${id}-mine`);
  await room.settle();
  const now = await room.dashboard();
  expect([now.tags, now.tiles?.[0]?.w]).toEqual([["a third"], 7]);
});

test.each(deployments)(
  "%s: a change that does not fit theirs any more cannot be made",
  async (deployment) => {
    const room = await changeRoom(redis.client, deployment);
    await conflicting(room, (tileId) => ({ act: "remove-tile", tileId }));
    expect(room.modalText()).toContain("• Tile “p95 latency (ms)” was removed");
    expect(room.modalText()).toContain(
      "Your change does not fit it any more: This tile is not on the dashboard any more",
    );
    expect(Object.keys(room.buttons())).toEqual(["Show dashboard"]);
  },
);

test.each(deployments)("%s: who changed the same thing the same way is no conflict", async (deployment) => {
  const room = await changeRoom(redis.client, deployment);
  await conflicting(room, (tileId) => ({ act: "change-tile", tileId, changes: { w: 7, name: "Theirs" } }));
  expect(room.modalText()).toContain("*Nothing had to be changed:*");
});

function newTile(where: string) {
  return { name: "Errors", x: 0, y: 30, w: 12, h: 6, series: [{ type: "time", where }] };
}

async function wheresOf(room: ChangeRoom): Promise<unknown[]> {
  const added = (await room.dashboard()).tiles?.filter(({ name }) => name === "Errors") ?? [];
  return added.map(({ series }) => series?.[0]?.["where"]);
}

test.each(deployments)(
  "%s: two who add a tile of one name in one place add two, and the second is asked first",
  async (deployment) => {
    const room = await changeRoom(redis.client, deployment);
    const seen = await room.dashboard();
    const theirs = applyDashboardEdit(seen, { act: "add-tile", tile: newTile("level:error") });
    await room.there.updateDashboard(seen.id, theirs);
    const edit: DashboardEdit = { act: "add-tile", tile: newTile("service:checkout") };
    const id = await room.submit({ kind: "update-dashboard", id: seen.id, seen, edit });
    await room.settle();
    expect(room.modalText()).toContain("*What was changed meanwhile:*\n• Tile “Errors” was added");
    await room.press(make, id);
    await room.settle();
    expect(room.modalText()).toContain("*Saved the dashboard");
    expect(await wheresOf(room)).toEqual(["level:error", "service:checkout"]);
  },
);

test.each(deployments)(
  "%s: after a lost answer another's tile that shows something else is not taken for one's own",
  async (deployment) => {
    const room = await changeRoom(redis.client, deployment);
    const seen = await room.dashboard();
    const theirs = applyDashboardEdit(seen, { act: "add-tile", tile: newTile("level:error") });
    await room.faults({ kind: "drop-before", times: 1, match: { method: "PUT" } });
    const edit: DashboardEdit = { act: "add-tile", tile: newTile("service:checkout") };
    await room.submit({ kind: "update-dashboard", id: seen.id, seen, edit });
    let isSent = false;
    room.beforeCall = async (method) => {
      if (isSent && method === "GET") await room.there.updateDashboard(seen.id, theirs);
      isSent = method === "PUT";
    };
    await room.settle();
    expect(room.modalText()).toContain("was changed since you opened the form");
    expect(await wheresOf(room)).toEqual(["level:error"]);
  },
);

test.each(deployments)(
  "%s: an alert that somebody else changed is asked about, and mine is made",
  async (deployment) => {
    const room = await changeRoom(redis.client, deployment);
    const seen = await room.alert();
    const { id: _id, ...body } = seen;
    await room.there.updateAlert(seen.id, { ...body, interval: "1h", message: "Theirs", own: [null] });
    const id = await room.submit({ kind: "update-alert", id: seen.id, seen, edit: { threshold: 9 } });
    await room.settle();
    expect(room.modalText()).toContain(
      "• Message none → `Theirs`\n• Interval `5m` → `1h`\n• Something else that is not shown here",
    );
    await room.press(make, id);
    await room.settle();
    expect(await room.alert()).toMatchObject({
      threshold: 9,
      interval: "1h",
      message: "Theirs",
      own: [null],
    });
  },
);

test("asked where the modal is closed, the answer takes the place of the question", async () => {
  const room = await changeRoom(redis.client, "managed");
  room.modals.clear();
  const seen = await room.dashboard();
  await room.there.updateDashboard(seen.id, applyDashboardEdit(seen, rename()));
  const edit: DashboardEdit = { act: "describe", tags: ["mine"] };
  const id = await room.submit({ kind: "update-dashboard", id: seen.id, seen, edit });
  room.modals.clear();
  await room.settle();
  expect(room.lastSaid()).toContain("was changed since");
  const answer = await room.press(make, id, { channelId: "C1" });
  expect(textOf(answer?.blocks)).toContain("*Saving the dashboard");
  await room.settle();
  expect(room.lastSaid()).toContain("*Saved the dashboard");
  expect(room.said).toHaveLength(2);
});

test("nobody else decides it, and what is not kept any more is said so", async () => {
  const room = await changeRoom(redis.client, "managed");
  const id = await conflicting(room, rename);
  const answer = await room.press(make, id, { userId: "UBOB", viewId: "V2" });
  expect(answer?.text).toContain("Only the person who asked for this change");
  expect((await room.press(make, "another"))?.text).toContain("no longer kept");
  await room.settle();
  expect((await room.dashboard()).tiles?.[0]?.w).toBe(12);
});

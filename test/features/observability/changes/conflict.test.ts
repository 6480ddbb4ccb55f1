import { expect, test } from "vitest";
import {
  type DashboardEdit,
  applyDashboardEdit,
} from "../../../../src/features/observability/dashboards/edit.ts";
import { useRedis } from "../../../support/redis.ts";
import { deployments } from "../fixture.ts";
import { type ChangeFixture, changeFixture } from "./fixture.ts";
import { textOf } from "./seen.ts";

const redis = useRedis();

/** Ada widens the first tile, but another person has edited the dashboard since she opened the form. */
async function conflicting(
  fixture: ChangeFixture,
  theirs: (tileId: string) => DashboardEdit,
): Promise<string> {
  const seen = await fixture.dashboard();
  const tileId = seen.tiles?.[0]?.id ?? "";
  await fixture.there.dashboards.update(seen.id, applyDashboardEdit(seen, theirs(tileId)));
  const edit: DashboardEdit = { kind: "change-tile", tileId, changes: { w: 7 } };
  const id = await fixture.submit({ kind: "update-dashboard", id: seen.id, seen, edit });
  await fixture.resolveAll();
  return id;
}

const rename = (): DashboardEdit => ({ kind: "describe", name: "Their <!here> name", tags: ["theirs"] });
const make = "change-make";
const leave = "change-leave";

test.each(deployments)("%s: a conflict shows both changes, and writes nothing", async (deployment) => {
  const fixture = await changeFixture(redis.client, deployment);
  const puts = 1;
  await conflicting(fixture, rename);
  const text = fixture.modalText();
  expect(text).toContain(
    `*The dashboard “API Monitoring” of ${fixture.target.name} changed since you opened the form`,
  );
  expect(text).toContain("*What changed meanwhile:*\n• Name `API Monitoring` → `Their");
  expect(text).toContain(" → `theirs`\n");
  expect(text).toContain("*Your change:*\n• Tile “p95 latency (ms)”: width 12 → 7");
  expect(text).not.toContain("<!here>");
  expect(Object.keys(fixture.buttons())).toEqual(["Make my change too", "Keep theirs", "Show dashboard"]);
  expect(await fixture.received("PUT")).toBe(puts);
});

test("my change is applied to theirs once, with any number of clicks", async () => {
  const fixture = await changeFixture(redis.client, "stand-alone");
  const id = await conflicting(fixture, rename);
  await fixture.click(make, id);
  expect(fixture.modalText()).toContain("*Saving the dashboard");
  await fixture.click(make, id);
  await fixture.resolveAll();
  await fixture.click(make, id);
  expect(fixture.modalText()).toContain("is already made");
  await fixture.resolveAll();
  const now = await fixture.dashboard();
  expect([now.name, now.tags, now.tiles?.[0]?.w]).toEqual(["Their <!here> name", ["theirs"], 7]);
  expect(await fixture.received("PUT")).toBe(2);
});

test("after the choice to leave theirs, my change can no longer be made", async () => {
  const fixture = await changeFixture(redis.client, "managed");
  const id = await conflicting(fixture, rename);
  await fixture.click(leave, id);
  expect(fixture.modalText()).toContain("*Kept theirs:*");
  await fixture.click(make, id);
  await fixture.resolveAll();
  expect((await fixture.dashboard()).tiles?.[0]?.w).toBe(12);
});

test.each([
  ["left first", leave, make],
  ["made first", make, leave],
])(
  "of two concurrent clicks on both buttons one counts, and both answers agree: %s",
  async (_, first, second) => {
    const fixture = await changeFixture(redis.client, "managed");
    const id = await conflicting(fixture, rename);
    const where = { viewId: undefined, channelId: "C1" };
    const answers = await Promise.all([first, second].map((button) => fixture.click(button, id, where)));
    await fixture.resolveAll();
    const isMade = (await fixture.dashboard()).tiles?.[0]?.w === 7;
    const saidSo = isMade ? /^\*(Your change to .* is already made|:hourglass|Saving)/ : /^\*Kept theirs/;
    for (const answer of answers) expect(answer?.text.replace(/^:\w+: /, "")).toMatch(saidSo);
  },
);

test("if a process dies between a choice and its acceptance, the next click accepts it", async () => {
  const fixture = await changeFixture(redis.client, "managed");
  const id = await conflicting(fixture, rename);
  const progress = await fixture.context.changeLog.find(id);
  if (progress?.status !== "conflict") throw new Error("It is not a conflict.");
  await fixture.context.changeLog.saveUnlessChanged(id, progress, { ...progress, chosen: "mine" });
  await fixture.click(make, id);
  await fixture.resolveAll();
  expect(fixture.modalText()).toContain("*Saved the dashboard");
  expect((await fixture.dashboard()).tiles?.[0]?.w).toBe(7);
});

test("after a third change, my change is asked about again", async () => {
  const fixture = await changeFixture(redis.client, "stand-alone");
  const id = await conflicting(fixture, rename);
  const theirs = await fixture.dashboard();
  await fixture.there.dashboards.update(
    theirs.id,
    applyDashboardEdit(theirs, { kind: "describe", tags: ["a third"] }),
  );
  await fixture.click(make, id);
  await fixture.resolveAll();
  expect(fixture.modalText()).toContain("• Tags `theirs` → `a third`");
  expect(fixture.buttons()["Make my change too"]).toBe(`${id}-mine`);
  await fixture.click(make, `${id}-mine`);
  await fixture.resolveAll();
  const now = await fixture.dashboard();
  expect([now.tags, now.tiles?.[0]?.w]).toEqual([["a third"], 7]);
});

test("a change that no longer fits theirs cannot be made", async () => {
  const fixture = await changeFixture(redis.client, "managed");
  await conflicting(fixture, (tileId) => ({ kind: "remove-tile", tileId }));
  expect(fixture.modalText()).toContain("• Tile “p95 latency (ms)” was removed");
  expect(fixture.modalText()).toContain(
    "Your change no longer fits: This tile is no longer on the dashboard",
  );
  expect(Object.keys(fixture.buttons())).toEqual(["Show dashboard"]);
});

test("a change that the other person has already made is not a conflict", async () => {
  const fixture = await changeFixture(redis.client, "stand-alone");
  await conflicting(fixture, (tileId) => ({
    kind: "change-tile",
    tileId,
    changes: { w: 7, name: "Theirs" },
  }));
  expect(fixture.modalText()).toContain("*Nothing to change:*");
});

function newTile(where: string) {
  return { name: "Errors", x: 0, y: 30, w: 12, h: 6, series: [{ type: "time", where }] };
}

async function wheresOf(fixture: ChangeFixture): Promise<unknown[]> {
  const added = (await fixture.dashboard()).tiles?.filter(({ name }) => name === "Errors") ?? [];
  return added.map(({ series }) => series?.[0]?.["where"]);
}

test("two people may add tiles with the same name and position, but the second one is asked first", async () => {
  const fixture = await changeFixture(redis.client, "managed");
  const seen = await fixture.dashboard();
  const theirs = applyDashboardEdit(seen, { kind: "add-tile", tile: newTile("level:error") });
  await fixture.there.dashboards.update(seen.id, theirs);
  const edit: DashboardEdit = { kind: "add-tile", tile: newTile("service:checkout") };
  const id = await fixture.submit({ kind: "update-dashboard", id: seen.id, seen, edit });
  await fixture.resolveAll();
  expect(fixture.modalText()).toContain("*What changed meanwhile:*\n• Tile “Errors” was added");
  await fixture.click(make, id);
  await fixture.resolveAll();
  expect(fixture.modalText()).toContain("*Saved the dashboard");
  expect(await wheresOf(fixture)).toEqual(["level:error", "service:checkout"]);
});

test("after a lost answer, another person's tile with other content does not count as the added one", async () => {
  const fixture = await changeFixture(redis.client, "stand-alone");
  const seen = await fixture.dashboard();
  const theirs = applyDashboardEdit(seen, { kind: "add-tile", tile: newTile("level:error") });
  await fixture.faults({ kind: "drop-before", times: 1, match: { method: "PUT" } });
  const edit: DashboardEdit = { kind: "add-tile", tile: newTile("service:checkout") };
  await fixture.submit({ kind: "update-dashboard", id: seen.id, seen, edit });
  let isSent = false;
  fixture.beforeCall = async (method) => {
    if (isSent && method === "GET") await fixture.there.dashboards.update(seen.id, theirs);
    isSent = method === "PUT";
  };
  await fixture.resolveAll();
  expect(fixture.modalText()).toContain("changed since you opened the form");
  expect(await wheresOf(fixture)).toEqual(["level:error"]);
});

test("after another person's change of an alert, my change is asked about, and then made", async () => {
  const fixture = await changeFixture(redis.client, "managed");
  const seen = await fixture.alert();
  const { id: _id, ...body } = seen;
  await fixture.there.alerts.update(seen.id, { ...body, interval: "1h", message: "Theirs", own: [null] });
  const id = await fixture.submit({ kind: "update-alert", id: seen.id, seen, edit: { threshold: 9 } });
  await fixture.resolveAll();
  expect(fixture.modalText()).toContain(
    "• Message none → `Theirs`\n• Interval `5m` → `1h`\n• Something else that isn't shown here",
  );
  await fixture.click(make, id);
  await fixture.resolveAll();
  expect(await fixture.alert()).toMatchObject({
    threshold: 9,
    interval: "1h",
    message: "Theirs",
    own: [null],
  });
});

test("after a closed modal, the outcome is a new message", async () => {
  const fixture = await changeFixture(redis.client, "managed");
  fixture.modals.clear();
  const seen = await fixture.dashboard();
  await fixture.there.dashboards.update(seen.id, applyDashboardEdit(seen, rename()));
  const edit: DashboardEdit = { kind: "describe", tags: ["mine"] };
  const id = await fixture.submit({ kind: "update-dashboard", id: seen.id, seen, edit });
  fixture.modals.clear();
  await fixture.resolveAll();
  expect(fixture.lastSaid()).toContain("changed since");
  const answer = await fixture.click(make, id, { channelId: "C1" });
  expect(textOf(answer?.blocks)).toContain("*Saving the dashboard");
  await fixture.resolveAll();
  expect(fixture.lastSaid()).toContain("*Saved the dashboard");
  expect(fixture.said).toHaveLength(2);
});

test("only the person of a change decides, and a click on an expired change says so", async () => {
  const fixture = await changeFixture(redis.client, "managed");
  const id = await conflicting(fixture, rename);
  const answer = await fixture.click(make, id, { userId: "UBOB", viewId: "V2" });
  expect(answer?.text).toContain("Only the person who made this change");
  expect((await fixture.click(make, "another"))?.text).toContain("no longer have this change");
  await fixture.resolveAll();
  expect((await fixture.dashboard()).tiles?.[0]?.w).toBe(12);
});

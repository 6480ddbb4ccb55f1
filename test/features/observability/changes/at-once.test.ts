import { expect, test } from "vitest";
import { useRedis } from "../../../support/redis.ts";
import { deployments } from "../fixture.ts";
import { type ChangeFixture, changeFixture } from "./fixture.ts";
import { newAlert } from "./creations.ts";
import { raising, widening } from "./updates.ts";

const redis = useRedis();

/** Lets another change take a step just before the first one sends its request. Returns that step. */
async function inBetween(fixture: ChangeFixture, method: string, other: string): Promise<unknown> {
  const answers: unknown[] = [];
  fixture.beforeCall = async (sent) => {
    if (sent !== method) return;
    fixture.beforeCall = async () => {};
    answers.push(await fixture.step(other));
  };
  await fixture.resolveAll();
  return answers[0];
}

test.each(deployments)(
  "%s: of two concurrent changes of a dashboard, one waits, and then asks about the other",
  async (deployment) => {
    const fixture = await changeFixture(redis.client, deployment);
    const { wanted } = await widening(fixture);
    await fixture.submit(wanted);
    const other = await fixture.submit({ ...wanted, edit: { kind: "describe", tags: ["theirs"] } });
    expect(await inBetween(fixture, "PUT", other)).toEqual({ againInMs: 1_000 });
    expect(fixture.modalText()).toContain("changed since you opened the form");
    expect(fixture.modalText()).toContain("Tile “p95 latency (ms)”: width 12 → 7");
    const now = await fixture.dashboard();
    expect([now.tiles?.[0]?.w, now.tags]).toEqual([7, wanted.seen.tags]);
    expect(await fixture.received("PUT")).toBe(1);
  },
);

test("a rename during a deletion waits, and then reports that the alert is gone", async () => {
  const fixture = await changeFixture(redis.client, "stand-alone");
  const { wanted } = await raising(fixture);
  await fixture.submit({ kind: "delete-alert", id: wanted.id, name: wanted.seen.name ?? "" });
  const other = await fixture.submit({ ...wanted, edit: { name: "Kept for good" } });
  expect(await inBetween(fixture, "DELETE", other)).toEqual({ againInMs: 1_000 });
  expect(fixture.modalText()).toContain("wasn't changed.* Someone deleted this alert rule meanwhile.");
  expect(await fixture.received("PUT")).toBe(0);
});

test("changes of two alerts do not wait for each other", async () => {
  const fixture = await changeFixture(redis.client, "managed");
  const { wanted } = await raising(fixture);
  const { body } = await newAlert(fixture);
  const { id } = await fixture.there.alerts.create(body);
  const another = await fixture.there.alerts.get(id);
  await fixture.submit(wanted);
  const other = await fixture.submit({ ...wanted, id, seen: another });
  expect(await inBetween(fixture, "PUT", other)).toBe("next");
  expect((await fixture.there.alerts.get(id)).threshold).toBe(9);
  expect((await fixture.there.alerts.get(wanted.id)).threshold).toBe(9);
});

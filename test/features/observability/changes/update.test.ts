import { expect, test } from "vitest";
import { useRedis } from "../../../support/redis.ts";
import { deployments } from "../fixture.ts";
import { type ChangeFixture, changeFixture } from "./fixture.ts";
import { raising, widening } from "./updates.ts";
import { lineOfButton } from "../../../support/pressed.ts";

const redis = useRedis();

async function widthNow(fixture: ChangeFixture): Promise<unknown> {
  return (await fixture.dashboard()).tiles?.[0]?.w;
}

test.each(deployments)("%s: a change is made, and everything else stays unchanged", async (deployment) => {
  const fixture = await changeFixture(redis.client, deployment);
  const { seen, wanted } = await widening(fixture);
  await fixture.submit(wanted);
  expect(fixture.modalText()).toContain("*Saving the dashboard “API Monitoring”…*");
  await fixture.resolveAll();
  const [first, ...others] = seen.tiles ?? [];
  expect(await fixture.dashboard()).toStrictEqual({ ...seen, tiles: [{ ...first, w: 7 }, ...others] });
  expect(fixture.modalText()).toContain(`*Saved the dashboard “API Monitoring” of ${fixture.target.name}.*`);
  expect(fixture.modalText()).toContain("• Tile “p95 latency (ms)”: width 12 → 7");
  expect(await fixture.received("PUT")).toBe(1);
});

test("an alert is changed, and the modal describes the change", async () => {
  const fixture = await changeFixture(redis.client, "stand-alone");
  const { seen, wanted } = await raising(fixture);
  await fixture.submit(wanted);
  await fixture.resolveAll();
  expect(await fixture.alert()).toStrictEqual({ ...seen, threshold: 9 });
  expect(fixture.modalText()).toContain("• Fires when the value is 2,000 or more → is 9 or more");
  const shown = lineOfButton(fixture.buttons()["Show rule"]);
  expect(shown).toMatch(new RegExp(`^alerts show ${seen.id} "\\S+"$`));
});

test("a change without a difference is not written", async () => {
  const fixture = await changeFixture(redis.client, "managed");
  const { seen, wanted } = await widening(fixture);
  await fixture.submit({ ...wanted, edit: { kind: "describe", name: seen.name ?? "" } });
  await fixture.resolveAll();
  expect(fixture.modalText()).toContain("*Nothing to change:*");
  expect(await fixture.received("PUT")).toBe(0);
});

test("a new state of an alert is not a conflict", async () => {
  const fixture = await changeFixture(redis.client, "stand-alone");
  const { seen, wanted } = await raising(fixture);
  await fixture.submit({
    ...wanted,
    seen: { ...seen, state: "ALERT", updatedAt: "2026-01-01T00:00:00.000Z" },
  });
  await fixture.resolveAll();
  expect((await fixture.alert()).threshold).toBe(9);
});

test("a repeated submission is done once", async () => {
  const fixture = await changeFixture(redis.client, "managed");
  const { wanted } = await widening(fixture);
  const id = await fixture.submit(wanted);
  const item = fixture.accepted.get(id);
  await fixture.context.changes.accept(id, item);
  await fixture.resolveAll();
  await fixture.context.changes.accept(id, item);
  await fixture.resolveAll();
  expect(fixture.accepted.size).toBe(1);
  expect(await fixture.received("PUT")).toBe(1);
});

test("after a lost answer, a read finds the change", async () => {
  const fixture = await changeFixture(redis.client, "stand-alone");
  const { wanted } = await widening(fixture);
  await fixture.faults({ kind: "drop-after", times: 1, match: { method: "PUT" } });
  await fixture.submit(wanted);
  await fixture.resolveAll();
  expect(fixture.modalText()).toContain("*Saved the dashboard");
  expect(await fixture.received("PUT")).toBe(1);
  expect(await widthNow(fixture)).toBe(7);
});

test("a write that surely did not arrive is repeated", async () => {
  const fixture = await changeFixture(redis.client, "managed");
  const { wanted } = await raising(fixture);
  await fixture.faults({ kind: "drop-before", times: 1, match: { method: "PUT" } });
  await fixture.submit(wanted);
  await fixture.resolveAll();
  expect(fixture.modalText()).toContain("*Saved the alert");
  expect((await fixture.alert()).threshold).toBe(9);
});

test("a rate limit is waited out", async () => {
  const fixture = await changeFixture(redis.client, "stand-alone");
  const { wanted } = await widening(fixture);
  await fixture.faults({ kind: "status", status: 429, times: 2, match: { method: "PUT" } });
  await fixture.submit(wanted);
  await fixture.resolveAll();
  expect(fixture.modalText()).toContain("*Saved the dashboard");
});

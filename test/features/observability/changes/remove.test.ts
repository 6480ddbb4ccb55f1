import { expect, test } from "vitest";
import type { WantedChange } from "../../../../src/features/observability/changes/change.ts";
import { useRedis } from "../../../support/redis.ts";
import { type ChangeFixture, changeFixture } from "./fixture.ts";
import { lineOfButton } from "../../../support/pressed.ts";

const redis = useRedis();

async function alertGone(fixture: ChangeFixture): Promise<Extract<WantedChange, { kind: "delete-alert" }>> {
  const { id, name } = await fixture.alert();
  return { kind: "delete-alert", id, name: name ?? "" };
}

async function dashboardGone(
  fixture: ChangeFixture,
): Promise<Extract<WantedChange, { kind: "delete-dashboard" }>> {
  const { id, name } = await fixture.dashboard();
  return { kind: "delete-dashboard", id, name: name ?? "" };
}

const kinds = [
  ["stand-alone", "alert rule", alertGone],
  ["managed", "dashboard", dashboardGone],
] as const;

async function isThere(fixture: ChangeFixture, id: string): Promise<boolean> {
  const all = [...(await fixture.there.alerts.list()), ...(await fixture.there.dashboards.list())];
  return all.some((one) => one.id === id);
}

test.each(kinds)(
  "%s, %s: it is deleted, and the modal names it with its target",
  async (deployment, noun, wanted) => {
    const fixture = await changeFixture(redis.client, deployment);
    const change = await wanted(fixture);
    await fixture.submit(change);
    await fixture.resolveAll();
    expect(fixture.modalText()).toContain(
      `*Deleted the ${noun} “${change.name}” of ${fixture.target.name}.*`,
    );
    expect(Object.keys(fixture.buttons())).toEqual([`Show all ${noun}s`]);
    expect(await isThere(fixture, change.id)).toBe(false);
  },
);

test.each(kinds)(
  "%s, %s: the deletion of a missing one says that it was already gone",
  async (deployment, _noun, wanted) => {
    const fixture = await changeFixture(redis.client, deployment);
    const change = await wanted(fixture);
    await fixture.submit(change);
    await fixture.resolveAll();
    await fixture.submit({ ...change, name: "Other" });
    await fixture.resolveAll();
    expect(fixture.modalText()).toContain("*Nothing to delete:*");
    expect(fixture.modalText()).toContain("was already gone.");
  },
);

test.each(kinds)("%s, %s: a renamed one is not deleted", async (deployment, noun, wanted) => {
  const fixture = await changeFixture(redis.client, deployment);
  const change = await wanted(fixture);
  await fixture.submit({ ...change, name: "As it was called" });
  await fixture.resolveAll();
  expect(fixture.modalText()).toContain(`it's now called “${change.name}”.* I deleted nothing.`);
  const again = lineOfButton(fixture.buttons()["Delete anyway"]);
  expect(again).toMatch(new RegExp(`^${noun.split(" ")[0]}s delete ${change.id} "\\S+"$`));
  expect(await isThere(fixture, change.id)).toBe(true);
  expect(await fixture.received("DELETE")).toBe(0);
});

test.each(kinds)(
  "%s, %s: after a lost answer, a check finds the deletion",
  async (deployment, _noun, wanted) => {
    const fixture = await changeFixture(redis.client, deployment);
    const change = await wanted(fixture);
    await fixture.faults({ kind: "drop-after", times: 1, match: { method: "DELETE" } });
    await fixture.submit(change);
    await fixture.resolveAll();
    expect(fixture.modalText()).toContain("*Deleted the");
    expect(await fixture.received("DELETE")).toBe(1);
  },
);

test.each(kinds)(
  "%s, %s: after a lost answer, the list shows the deletion if the server cannot read a single one",
  async (deployment, noun, wanted) => {
    const fixture = await changeFixture(redis.client, deployment);
    const change = await wanted(fixture);
    const noSingle = { method: "GET", pathPattern: `/*/${noun.split(" ")[0]}s/:id` };
    await fixture.faults(
      { kind: "unserved", match: noSingle },
      { kind: "drop-after", times: 1, match: { method: "DELETE" } },
    );
    await fixture.submit(change);
    await fixture.resolveAll();
    expect(fixture.modalText()).toContain(`*Deleted the ${noun} “${change.name}”`);
    expect(await fixture.received("DELETE")).toBe(1);
  },
);

test.each(kinds)(
  "%s, %s: a request that surely did not arrive is sent again",
  async (deployment, _noun, wanted) => {
    const fixture = await changeFixture(redis.client, deployment);
    const change = await wanted(fixture);
    await fixture.faults({ kind: "drop-before", times: 1, match: { method: "DELETE" } });
    await fixture.submit(change);
    await fixture.resolveAll();
    expect(fixture.modalText()).toContain("*Deleted the");
    expect(await isThere(fixture, change.id)).toBe(false);
  },
);

test.each(kinds)(
  "%s, %s: if the server offers no deletion, the modal says so",
  async (deployment, noun, wanted) => {
    const fixture = await changeFixture(redis.client, deployment);
    const change = await wanted(fixture);
    await fixture.faults({ kind: "unserved", match: { method: "DELETE" } });
    await fixture.submit(change);
    await fixture.resolveAll();
    expect(fixture.modalText()).toContain(`This server doesn't offer deleting ${noun}s`);
    expect(await isThere(fixture, change.id)).toBe(true);
  },
);

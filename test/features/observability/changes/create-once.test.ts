import { expect, test } from "vitest";
import { useRedis } from "../../../support/redis.ts";
import { type ChangeFixture, changeFixture } from "./fixture.ts";
import { creations, namesOf, newAlert } from "./creations.ts";

const redis = useRedis();

/** Stops a process before or after its creating request, until `goOn` is called. */
function heldUp(fixture: ChangeFixture, where: "beforeCall" | "afterCall") {
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  fixture[where] = async (method) => {
    if (method !== "POST") return;
    fixture[where] = async () => {};
    reached.resolve();
    await goOn.promise;
  };
  return { reached: reached.promise, goOn: goOn.resolve };
}

test.each(creations)(
  "%s, %s: a process that was stopped before its fence sends nothing after another one took over",
  async (deployment, thing, wanted) => {
    const fixture = await changeFixture(redis.client, deployment);
    const id = await fixture.submit(await wanted(fixture));
    const { reached, goOn } = heldUp(fixture, "beforeCall");
    const still = fixture.step(id);
    await reached;
    await fixture.resolveAll();
    expect(fixture.modalText()).toContain(`*Created the ${thing}`);
    goOn();
    expect(await still).toEqual({ againInMs: 1_000 });
    expect(await fixture.step(id)).toBe("done");
    expect(await fixture.received("POST")).toBe(1);
  },
);

test.each(creations)(
  "%s, %s: a process that was stopped after its fence sends nothing after its time limit",
  async (deployment, thing, wanted) => {
    const fixture = await changeFixture(redis.client, deployment);
    await fixture.submit(await wanted(fixture));
    let uses = 0;
    fixture.beforeCall = async (method) => {
      // The process writes its fence next, and stops after that.
      if (method === "POST") uses = 1;
    };
    fixture.dies = () => {
      if (uses > 0) uses += 1;
      if (uses === 3) {
        fixture.now = new Date(fixture.now.getTime() + 30_000);
        uses = 0;
        fixture.beforeCall = async () => {};
      }
      return false;
    };
    await fixture.resolveAll();
    expect(fixture.modalText()).toContain(`*Created the ${thing}`);
    expect(await fixture.received("POST")).toBe(1);
    expect(await namesOf(fixture)).toHaveLength(1);
  },
);

test.each(creations)(
  "%s, %s: an answer after the report of an uncertain outcome is reported and recorded",
  async (deployment, thing, wanted) => {
    const fixture = await changeFixture(redis.client, deployment);
    const id = await fixture.submit(await wanted(fixture));
    const { reached, goOn } = heldUp(fixture, "afterCall");
    const still = fixture.step(id);
    await reached;
    await fixture.faults({ kind: "status", status: 200, body: { result: [] }, match: { method: "GET" } });
    await fixture.resolveAll();
    expect(fixture.modalText()).toContain(`*I don't know if the ${thing}`);
    goOn();
    for (let step = await still; step === "next";) step = await fixture.step(id);
    expect(fixture.modalText()).toContain(`*Created the ${thing} of ${fixture.target.name} after all.*`);
    expect(fixture.modalText()).toContain("If you created it again, there are two now");
    const entries = await fixture.context.audit.read({ limit: 10 });
    expect(entries.map(({ result }) => result)).toEqual(["done", "failed"]);
    expect(entries[0]?.detail).toContain("The server answered after I had reported another result.");
    expect(await fixture.received("POST")).toBe(1);
  },
);

test.each(creations)(
  "%s, %s: nothing is sent while Redis does not confirm the write, and the person is notified of the wait",
  async (deployment, thing, wanted) => {
    const fixture = await changeFixture(redis.client, deployment);
    const id = await fixture.submit(await wanted(fixture));
    fixture.isConfirming = false;
    fixture.modals.delete("V1");
    const beganMs = fixture.now.getTime();
    let saidAtMs = 0;
    while (fixture.said.length === 0) {
      saidAtMs = fixture.now.getTime();
      const step = await fixture.step(id);
      if (typeof step === "object") fixture.now = new Date(saidAtMs + step.againInMs);
    }
    expect(saidAtMs - beganMs).toBeLessThanOrEqual(10_000);
    expect(fixture.lastSaid()).toContain("doesn't confirm that it saved the change");
    expect(await fixture.received("POST")).toBe(0);
    fixture.isConfirming = true;
    await fixture.resolveAll();
    expect(fixture.said).toHaveLength(2);
    expect(fixture.lastSaid()).toContain(`*Created the ${thing}`);
    expect(await fixture.received("POST")).toBe(1);
  },
);

test("a creation that Redis does not confirm within two minutes is given up", async () => {
  const fixture = await changeFixture(redis.client, "managed");
  await fixture.submit(await newAlert(fixture));
  fixture.isConfirming = false;
  await fixture.resolveAll();
  expect(fixture.modalText()).toContain("wasn't created.*");
  expect(fixture.modalText()).toContain("storage didn't confirm in time");
  expect(await fixture.received("POST")).toBe(0);
});

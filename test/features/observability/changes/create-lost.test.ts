import { expect, test } from "vitest";
import { useRedis } from "../../../support/redis.ts";
import { changeFixture } from "./fixture.ts";
import { creations, namesOf, newAlert } from "./creations.ts";

const redis = useRedis();
const again = "change-create-again";

test.each(creations)(
  "%s, %s: after a lost answer, a check finds the creation",
  async (deployment, thing, wanted) => {
    const fixture = await changeFixture(redis.client, deployment);
    await fixture.faults({ kind: "drop-after", times: 1, match: { method: "POST" } });
    await fixture.submit(await wanted(fixture));
    await fixture.resolveAll();
    expect(fixture.modalText()).toContain(`*Created the ${thing}`);
    expect(await namesOf(fixture)).toHaveLength(1);
    expect(await fixture.received("POST")).toBe(1);
  },
);

test.each(creations)(
  "%s, %s: a creation that is not found is reported and not sent again, and its person may repeat it once",
  async (deployment, thing, wanted) => {
    const fixture = await changeFixture(redis.client, deployment);
    const begin = fixture.now.getTime();
    await fixture.faults({ kind: "drop-before", times: 1, match: { method: "POST" } });
    const id = await fixture.submit(await wanted(fixture));
    await fixture.resolveAll();
    expect(fixture.now.getTime() - begin).toBeGreaterThanOrEqual(60_000);
    expect(fixture.modalText()).toContain(
      `*I don't know if the ${thing} of ${fixture.target.name} was created.*`,
    );
    expect(fixture.modalText()).toMatch(
      /list of (alert rules|dashboards)\. To be safe, I didn't send it again\./,
    );
    expect(Object.keys(fixture.buttons())).toEqual(["Look again", "Create again"]);
    expect(await fixture.received("POST")).toBe(1);
    await fixture.click(again, id);
    await fixture.click(again, id);
    await fixture.resolveAll();
    await fixture.click(again, id);
    await fixture.resolveAll();
    expect(await namesOf(fixture)).toHaveLength(1);
    expect(await fixture.received("POST")).toBe(2);
  },
);

test.each(creations)(
  "%s, %s: an equal one from before does not count as the creation",
  async (deployment, _thing, wanted) => {
    const fixture = await changeFixture(redis.client, deployment);
    const change = await wanted(fixture);
    await fixture.submit(change);
    await fixture.resolveAll();
    await fixture.faults({ kind: "drop-before", times: 1, match: { method: "POST" } });
    await fixture.submit(change);
    await fixture.resolveAll();
    expect(fixture.modalText()).toContain("*I don't know if");
    expect(await namesOf(fixture)).toHaveLength(1);
  },
);

test.each(creations)(
  "%s, %s: after a server error, a check finds the creation within ten seconds",
  async (deployment, thing, wanted) => {
    const fixture = await changeFixture(redis.client, deployment);
    const begin = fixture.now.getTime();
    await fixture.faults({ kind: "status", status: 500, times: 1, when: "after", match: { method: "POST" } });
    await fixture.submit(await wanted(fixture));
    await fixture.resolveAll();
    expect(fixture.modalText()).toContain(`*Created the ${thing}`);
    expect(fixture.now.getTime() - begin).toBeLessThan(10_000);
  },
);

test.each(creations)(
  "%s, %s: without a list from the server it is created, and a lost answer is reported as uncertain",
  async (deployment, thing, wanted) => {
    const fixture = await changeFixture(redis.client, deployment);
    const change = await wanted(fixture);
    await fixture.faults({ kind: "unserved", times: 1, match: { method: "GET" } });
    await fixture.submit(change);
    await fixture.resolveAll();
    expect(fixture.modalText()).toContain(`*Created the ${thing}`);
    await fixture.faults(
      { kind: "unserved", times: 1, match: { method: "GET" } },
      { kind: "drop-before", times: 1, match: { method: "POST" } },
    );
    await fixture.submit(change);
    await fixture.resolveAll();
    expect(fixture.modalText()).toMatch(/The server doesn't show me a list of (alert rules|dashboards)\./);
  },
);

test.each(creations)(
  "%s, %s: without a list from the server, a surely failed creation is sent again",
  async (deployment, thing, wanted) => {
    const fixture = await changeFixture(redis.client, deployment);
    await fixture.submit(await wanted(fixture));
    await fixture.faults(
      { kind: "unserved", times: 2, match: { method: "GET" } },
      { kind: "status", status: 429, times: 1, match: { method: "POST" } },
    );
    await fixture.resolveAll();
    expect(fixture.modalText()).toContain(`*Created the ${thing}`);
    expect(await fixture.received("POST")).toBe(2);
    expect(await namesOf(fixture)).toHaveLength(1);
  },
);

test.each(creations)("%s, %s: an unreadable list is read again", async (deployment, thing, wanted) => {
  const fixture = await changeFixture(redis.client, deployment);
  const change = await wanted(fixture);
  await fixture.submit(change);
  let isSent = false;
  fixture.beforeCall = async (method) => {
    // One call makes four attempts.
    if (isSent && method === "GET") await fixture.faults({ kind: "status", status: 503, times: 4 });
    isSent = method === "POST";
  };
  await fixture.faults({ kind: "drop-after", times: 1, match: { method: "POST" } });
  await fixture.resolveAll();
  expect(fixture.modalText()).toContain(`*Created the ${thing}`);
});

test("an unreadable entry of the list may be the creation, and the message says so", async () => {
  const fixture = await changeFixture(redis.client, "managed");
  const wanted = await newAlert(fixture);
  await fixture.faults(
    { kind: "drop-before", times: 1, match: { method: "POST" } },
    {
      kind: "status",
      status: 200,
      body: { result: [{ id: "odd", threshold: "ten" }] },
      match: { operation: "listManagedAlerts" },
    },
  );
  await fixture.submit(wanted);
  await fixture.resolveAll();
  expect(fixture.modalText()).toContain("I couldn't read 1 alert rule, and one may be it.");
});

test("an entry that was unreadable before the creation does not count as it once it is readable", async () => {
  const fixture = await changeFixture(redis.client, "managed");
  const wanted = await newAlert(fixture);
  const list = { match: { operation: "listManagedAlerts" }, kind: "status", status: 200 };
  const alert = { ...wanted.body, id: "a9" };
  await fixture.faults(
    { kind: "drop-before", times: 1, match: { method: "POST" } },
    { ...list, times: 1, body: { result: [{ ...alert, interval: 5 }] } },
    { ...list, body: { result: [alert] } },
  );
  await fixture.submit(wanted);
  await fixture.resolveAll();
  expect(fixture.modalText()).toContain("*I don't know if");
});

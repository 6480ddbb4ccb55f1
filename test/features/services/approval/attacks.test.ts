import { expect, test } from "vitest";
import { saveDraft, findDraft } from "../../../../src/platform/forms/drafts.ts";
import { createServiceForm } from "../../../../src/features/services/form/form.ts";
import { openApproval } from "../../../../src/features/services/approval/record.ts";
import { contentsOf, useRedis } from "../../../support/redis.ts";
import { approvalFixture } from "./fixture.ts";
import { takeBackAction } from "../../../../src/features/services/approval/approve.ts";

const redis = useRedis();

test("one of the group approves: the message says who and when without its buttons, the service is created once, and its requester is told", async () => {
  const fixture = await approvalFixture(redis.client);
  const id = await fixture.ask();
  expect(fixture.shown()).toContain("approval-approve");
  expect(await fixture.press("UBEA", id)).toBe("");
  await fixture.settle(id);
  expect(fixture.world.created.map((one) => one.id)).toEqual([`approval-${id}`]);
  expect(fixture.shown()).toContain("*Approved* by <@UBEA>, <!date^");
  expect(fixture.shown()).not.toContain("approval-approve");
  expect(fixture.toAda().at(-1)?.text).toContain("orders is being created now.");
  expect(await fixture.audited()).toEqual([
    "approval.ask UADA done",
    "approval.approve UBEA done",
    "approval.carry-out app done",
  ]);
});

test("who asked cannot approve, though they are in the group", async () => {
  const fixture = await approvalFixture(redis.client);
  fixture.world.group.add("UADA");
  const id = await fixture.ask();
  expect(await fixture.press("UADA", id)).toContain("You asked for this yourself");
  expect(await fixture.deny("UADA", id)).toContain("You asked for this yourself");
  await fixture.settle(id);
  expect(fixture.world.created).toEqual([]);
  expect((await fixture.context.approvals.find(id))?.outcome).toBeUndefined();
});

test("who was taken out of the group before the click decides nothing", async () => {
  const fixture = await approvalFixture(redis.client);
  const id = await fixture.ask();
  fixture.world.group.delete("UBEA");
  expect(await fixture.press("UBEA", id)).toContain("you are not one of them now");
  expect(await fixture.deny("UBEA", id)).toContain("you are not one of them now");
  expect((await fixture.context.approvals.find(id))?.outcome).toBeUndefined();
  expect(fixture.world.created).toEqual([]);
  expect(await fixture.audited()).toContain("approval.approve UBEA refused");
});

test("a form that was changed after asking voids what was asked", async () => {
  const fixture = await approvalFixture(redis.client);
  const id = await fixture.ask();
  const formId = id.slice(0, -2);
  const draft = await findDraft(createServiceForm, { formId, userId: "UADA" }, fixture.context);
  if (!draft) throw new Error("There is no draft.");
  await saveDraft(
    createServiceForm,
    { ...draft, values: { ...draft.values, region: "us-east-1" } },
    fixture.context,
  );
  expect(await fixture.press("UBEA", id)).toContain("Its requester changed it after asking");
  await fixture.settle(id);
  expect(fixture.world.created).toEqual([]);
  expect(fixture.shown()).toContain("*Void*");
});

test("a click that is replayed counts once, before the quorum and after the end", async () => {
  const fixture = await approvalFixture(redis.client, { quorum: 2 });
  const id = await fixture.ask();
  expect(await fixture.press("UBEA", id)).toContain("1 more person must approve it");
  expect(await fixture.press("UBEA", id)).toContain("You approved this already");
  await fixture.settle(id);
  expect(fixture.world.created).toEqual([]);
  expect(fixture.shown()).toContain("One more member");
  await fixture.press("UCEM", id);
  await fixture.settle(id);
  expect(await fixture.press("UCEM", id)).toContain("decided already");
  await fixture.settle(id);
  expect(fixture.world.created.length).toBe(1);
});

test.each([1, 2])(
  "of many who approve at the same moment with a quorum of %d, one ends it",
  async (quorum) => {
    const fixture = await approvalFixture(redis.client, { quorum });
    const id = await fixture.ask();
    const people = Array.from({ length: 12 }, (_, index) => `UBEA${index}`);
    for (const person of people) fixture.world.group.add(person);
    const said = await Promise.all(people.map((person) => fixture.press(person, id)));
    await Promise.all([fixture.settle(id), fixture.settle(id)]);
    expect(said.filter((text) => text === "").length).toBe(1);
    expect(said.filter((text) => text.startsWith("Your approval counts")).length).toBe(quorum - 1);
    expect(fixture.world.created.length).toBe(1);
    expect((await fixture.context.approvals.find(id))?.approvedBy.length).toBe(quorum);
  },
);

test("of an approval and a denial at the same moment, one counts", async () => {
  for (let round = 0; round < 10; round += 1) {
    await redis.client.flushall();
    const fixture = await approvalFixture(redis.client);
    const id = await fixture.ask();
    await Promise.all([
      fixture.press("UBEA", id),
      fixture.deny("UCEM", id),
      fixture
        .press("UADA", id, { verb: takeBackAction, messageRef: { channelId: "D1", ts: "0" } })
        .catch(() => ""),
    ]);
    await fixture.settle(id);
    const kind = (await fixture.context.approvals.find(id))?.outcome?.kind;
    expect(fixture.world.created.length).toBe(kind === "approved" ? 1 : 0);
    expect(fixture.shown().match(/\*(Approved|Denied|Taken back)/g)?.length).toBe(1);
  }
});

test("a denial ends it with its reason, and the form comes back to its requester", async () => {
  const fixture = await approvalFixture(redis.client, { quorum: 2 });
  const id = await fixture.ask();
  await fixture.press("UBEA", id);
  expect(await fixture.deny("UCEM", id)).toContain("*Denied.*");
  expect(fixture.world.created).toEqual([]);
  expect(fixture.shown()).toContain("*Denied* by <@UCEM>");
  const told = fixture.toAda().at(-1);
  expect(told?.text).toContain("Too large.");
  expect(JSON.stringify(told?.blocks)).toContain("form-again");
  const draft = await findDraft(
    createServiceForm,
    { formId: id.slice(0, -2), userId: "UADA" },
    fixture.context,
  );
  expect([draft?.submitted, draft?.attempt]).toEqual([false, 2]);
});

test("a forged value, another message's button and another workspace's id decide nothing", async () => {
  const fixture = await approvalFixture(redis.client);
  const other = await approvalFixture(redis.client, {}, "T2");
  const id = await fixture.ask();
  expect(await fixture.press("UBEA", "no-such-id:1")).toContain("There is no such request here");
  expect(await fixture.press("UBEA", id, { messageRef: { channelId: "C1", ts: "99.0" } })).toContain(
    "does not belong to that request",
  );
  expect(await other.press("UBEA", id, { messageRef: { channelId: "C1", ts: "1.0" } })).toContain(
    "There is no such request here",
  );
  // A record carried over to another workspace or another id does not open there.
  const kept = await fixture.context.approvals.find(id);
  if (!kept) throw new Error("It is not kept.");
  expect(openApproval(kept, other.context)).toBeUndefined();
  expect(openApproval({ ...kept, id: "another" }, fixture.context)).toBeUndefined();
  expect([fixture.world.created, other.world.created]).toEqual([[], []]);
});

test("what expired cannot be approved, and its requester gets the form back", async () => {
  const fixture = await approvalFixture(redis.client);
  const id = await fixture.ask();
  fixture.world.now = new Date("2026-11-21T10:00:00.000Z");
  expect(await fixture.press("UBEA", id)).toContain("*Expired*");
  await fixture.settle(id);
  expect(fixture.world.created).toEqual([]);
  expect(fixture.shown()).toContain("*Expired*");
  expect(JSON.stringify(fixture.toAda().at(-1)?.blocks)).toContain("form-again");
});

test("what was edited where it is kept is void, even after it was approved, and nothing is created", async () => {
  const fixture = await approvalFixture(redis.client);
  const [before, after] = [await fixture.ask(), await (await approvalFixture(redis.client, {}, "T2")).ask()];
  const key = `qm:{T1}:approval:${before}`;
  const other = await redis.client.hget(`qm:{T2}:approval:${after}`, "sealed");
  const sealed = await redis.client.hget(key, "sealed");
  await redis.client.hset(key, "sealed", other ?? "");
  expect(await fixture.press("UBEA", before)).toContain("not what was asked for");
  await fixture.settle(before);
  expect(fixture.world.created).toEqual([]);

  await redis.client.hdel(key, "outcome");
  await redis.client.hset(key, "sealed", sealed ?? "");
  await fixture.press("UBEA", before);
  await redis.client.hset(key, "sealed", `${sealed?.slice(0, -4)}AAAA`);
  await fixture.settle(before);
  expect(fixture.world.created).toEqual([]);
});

test("a process that dies between the decision and its effect leaves it to the next step, which creates once", async () => {
  const fixture = await approvalFixture(redis.client);
  const id = await fixture.ask();
  await fixture.press("UBEA", id);
  // It was accepted, and the process died before it could note that.
  await fixture.settle(id);
  await redis.client.hdel(`qm:{T1}:approval:${id}`, "effect");
  await fixture.settle(id);
  expect(fixture.world.created.length).toBe(1);
});

test("what is approved is not created where its requester may create nothing any more", async () => {
  const fixture = await approvalFixture(redis.client);
  const id = await fixture.ask();
  fixture.world.roles.set("UADA", "viewer");
  await fixture.press("UBEA", id);
  await fixture.settle(id);
  expect(fixture.world.created).toEqual([]);
  expect(fixture.shown()).toContain("may not create services here any more");
});

test("what is too long for one message stands whole in its thread, before anybody can press a button", async () => {
  const fixture = await approvalFixture(redis.client);
  const lines = Array.from(
    { length: 400 },
    (_, index) => `10.0.${index % 256}.${index >> 8}/32 rack ${index}`,
  );
  await fixture.ask({
    ipAccessList: [...lines, "0.0.0.0/0 hidden at the end"].join("\n"),
    openToWorld: true,
  });
  const thread = fixture.world.messages.filter(({ threadTs }) => threadTs !== undefined);
  expect(JSON.stringify(thread)).toContain("hidden at the end");
  expect(JSON.stringify(thread)).not.toContain("did not fit");
  expect(fixture.shown()).toContain("Open to the world");
  expect(fixture.shown()).toContain("approval-approve");
  expect(fixture.world.editedAfter).toEqual([thread.length + 1]);
});

test("what is approved is not created where it is beyond its requester's limits by then", async () => {
  const fixture = await approvalFixture(redis.client);
  const id = await fixture.ask();
  await fixture.context.createLimits.set("operator", { regions: ["eu-north-1"] });
  await fixture.press("UBEA", id);
  await fixture.settle(id);
  expect(fixture.world.created).toEqual([]);
  expect(fixture.shown()).toContain("Region: with your role, choose eu-north-1.");
  expect(JSON.stringify(fixture.toAda().at(-1)?.blocks)).toContain("form-again");
});

test("nothing of a service's encryption key is in Redis or in a message", async () => {
  const fixture = await approvalFixture(redis.client);
  const id = await fixture.ask();
  await fixture.press("UBEA", id);
  await fixture.settle(id);
  const everything = [...(await contentsOf(redis.client)), JSON.stringify(fixture.world.messages)].join("\n");
  expect(everything).not.toContain("k".repeat(32));
  expect(fixture.shown()).toContain("not shown here");
});

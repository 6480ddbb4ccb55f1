import { expect, test } from "vitest";
import { saveDraft, findDraft } from "../../../../src/platform/forms/drafts.ts";
import { createServiceForm } from "../../../../src/features/services/form/form.ts";
import { openApproval } from "../../../../src/features/services/approval/record.ts";
import { contentsOf, useRedis } from "../../../support/redis.ts";
import { approvalRoom } from "./fixture.ts";
import { takeBackAct } from "../../../../src/features/services/approval/approve.ts";

const redis = useRedis();

test("one of the group approves: the message says who and when without its buttons, the service is created once, and its requester is told", async () => {
  const room = await approvalRoom(redis.client);
  const id = await room.ask();
  expect(room.shown()).toContain("approval-approve");
  expect(await room.press("UBEA", id)).toBe("");
  await room.settle(id);
  expect(room.world.created.map((one) => one.id)).toEqual([`approval-${id}`]);
  expect(room.shown()).toContain("*Approved* by <@UBEA>, <!date^");
  expect(room.shown()).not.toContain("approval-approve");
  expect(room.toAda().at(-1)?.text).toContain("orders is being created now.");
  expect(await room.audited()).toEqual([
    "approval.ask UADA done",
    "approval.approve UBEA done",
    "approval.carry-out app done",
  ]);
});

test("who asked cannot approve, though they are in the group", async () => {
  const room = await approvalRoom(redis.client);
  room.world.group.add("UADA");
  const id = await room.ask();
  expect(await room.press("UADA", id)).toContain("You asked for this yourself");
  expect(await room.deny("UADA", id)).toContain("You asked for this yourself");
  await room.settle(id);
  expect(room.world.created).toEqual([]);
  expect((await room.context.approvals.find(id))?.outcome).toBeUndefined();
});

test("who was taken out of the group before the click decides nothing", async () => {
  const room = await approvalRoom(redis.client);
  const id = await room.ask();
  room.world.group.delete("UBEA");
  expect(await room.press("UBEA", id)).toContain("you are not one of them now");
  expect(await room.deny("UBEA", id)).toContain("you are not one of them now");
  expect((await room.context.approvals.find(id))?.outcome).toBeUndefined();
  expect(room.world.created).toEqual([]);
  expect(await room.audited()).toContain("approval.approve UBEA refused");
});

test("a form that was changed after asking voids what was asked", async () => {
  const room = await approvalRoom(redis.client);
  const id = await room.ask();
  const formId = id.slice(0, -2);
  const draft = await findDraft(createServiceForm, { formId, userId: "UADA" }, room.context);
  if (!draft) throw new Error("There is no draft.");
  await saveDraft(
    createServiceForm,
    { ...draft, values: { ...draft.values, region: "us-east-1" } },
    room.context,
  );
  expect(await room.press("UBEA", id)).toContain("Its requester changed it after asking");
  await room.settle(id);
  expect(room.world.created).toEqual([]);
  expect(room.shown()).toContain("*Void*");
});

test("a click that is replayed counts once, before the quorum and after the end", async () => {
  const room = await approvalRoom(redis.client, { quorum: 2 });
  const id = await room.ask();
  expect(await room.press("UBEA", id)).toContain("1 more person must approve it");
  expect(await room.press("UBEA", id)).toContain("You approved this already");
  await room.settle(id);
  expect(room.world.created).toEqual([]);
  expect(room.shown()).toContain("One more member");
  await room.press("UCEM", id);
  await room.settle(id);
  expect(await room.press("UCEM", id)).toContain("decided already");
  await room.settle(id);
  expect(room.world.created.length).toBe(1);
});

test.each([1, 2])(
  "of many who approve at the same moment with a quorum of %d, one ends it",
  async (quorum) => {
    const room = await approvalRoom(redis.client, { quorum });
    const id = await room.ask();
    const people = Array.from({ length: 12 }, (_, index) => `UBEA${index}`);
    for (const person of people) room.world.group.add(person);
    const said = await Promise.all(people.map((person) => room.press(person, id)));
    await Promise.all([room.settle(id), room.settle(id)]);
    expect(said.filter((text) => text === "").length).toBe(1);
    expect(said.filter((text) => text.startsWith("Your approval counts")).length).toBe(quorum - 1);
    expect(room.world.created.length).toBe(1);
    expect((await room.context.approvals.find(id))?.approvedBy.length).toBe(quorum);
  },
);

test("of an approval and a denial at the same moment, one counts", async () => {
  for (let round = 0; round < 10; round += 1) {
    await redis.client.flushall();
    const room = await approvalRoom(redis.client);
    const id = await room.ask();
    await Promise.all([
      room.press("UBEA", id),
      room.deny("UCEM", id),
      room.press("UADA", id, { act: takeBackAct, place: { channelId: "D1", ts: "0" } }).catch(() => ""),
    ]);
    await room.settle(id);
    const kind = (await room.context.approvals.find(id))?.outcome?.kind;
    expect(room.world.created.length).toBe(kind === "approved" ? 1 : 0);
    expect(room.shown().match(/\*(Approved|Denied|Taken back)/g)?.length).toBe(1);
  }
});

test("a denial ends it with its reason, and the form comes back to its requester", async () => {
  const room = await approvalRoom(redis.client, { quorum: 2 });
  const id = await room.ask();
  await room.press("UBEA", id);
  expect(await room.deny("UCEM", id)).toContain("*Denied.*");
  expect(room.world.created).toEqual([]);
  expect(room.shown()).toContain("*Denied* by <@UCEM>");
  const told = room.toAda().at(-1);
  expect(told?.text).toContain("Too large.");
  expect(JSON.stringify(told?.blocks)).toContain("form-again");
  const draft = await findDraft(createServiceForm, { formId: id.slice(0, -2), userId: "UADA" }, room.context);
  expect([draft?.submitted, draft?.attempt]).toEqual([false, 2]);
});

test("a forged value, another message's button and another workspace's id decide nothing", async () => {
  const room = await approvalRoom(redis.client);
  const other = await approvalRoom(redis.client, {}, "T2");
  const id = await room.ask();
  expect(await room.press("UBEA", "no-such-id:1")).toContain("There is no such request here");
  expect(await room.press("UBEA", id, { place: { channelId: "C1", ts: "99.0" } })).toContain(
    "does not belong to that request",
  );
  expect(await other.press("UBEA", id, { place: { channelId: "C1", ts: "1.0" } })).toContain(
    "There is no such request here",
  );
  // A record carried over to another workspace or another id does not open there.
  const kept = await room.context.approvals.find(id);
  if (!kept) throw new Error("It is not kept.");
  expect(openApproval(kept, other.context)).toBeUndefined();
  expect(openApproval({ ...kept, id: "another" }, room.context)).toBeUndefined();
  expect([room.world.created, other.world.created]).toEqual([[], []]);
});

test("what expired cannot be approved, and its requester gets the form back", async () => {
  const room = await approvalRoom(redis.client);
  const id = await room.ask();
  room.world.now = new Date("2026-11-21T10:00:00.000Z");
  expect(await room.press("UBEA", id)).toContain("*Expired*");
  await room.settle(id);
  expect(room.world.created).toEqual([]);
  expect(room.shown()).toContain("*Expired*");
  expect(JSON.stringify(room.toAda().at(-1)?.blocks)).toContain("form-again");
});

test("what was edited where it is kept is void, even after it was approved, and nothing is created", async () => {
  const room = await approvalRoom(redis.client);
  const [before, after] = [await room.ask(), await (await approvalRoom(redis.client, {}, "T2")).ask()];
  const key = `qm:{T1}:approval:${before}`;
  const other = await redis.client.hget(`qm:{T2}:approval:${after}`, "sealed");
  const sealed = await redis.client.hget(key, "sealed");
  await redis.client.hset(key, "sealed", other ?? "");
  expect(await room.press("UBEA", before)).toContain("not what was asked for");
  await room.settle(before);
  expect(room.world.created).toEqual([]);

  await redis.client.hdel(key, "outcome");
  await redis.client.hset(key, "sealed", sealed ?? "");
  await room.press("UBEA", before);
  await redis.client.hset(key, "sealed", `${sealed?.slice(0, -4)}AAAA`);
  await room.settle(before);
  expect(room.world.created).toEqual([]);
});

test("a process that dies between the decision and its effect leaves it to the next step, which creates once", async () => {
  const room = await approvalRoom(redis.client);
  const id = await room.ask();
  await room.press("UBEA", id);
  // It was accepted, and the process died before it could note that.
  await room.settle(id);
  await redis.client.hdel(`qm:{T1}:approval:${id}`, "effect");
  await room.settle(id);
  expect(room.world.created.length).toBe(1);
});

test("what is approved is not created where its requester may create nothing any more", async () => {
  const room = await approvalRoom(redis.client);
  const id = await room.ask();
  room.world.roles.set("UADA", "viewer");
  await room.press("UBEA", id);
  await room.settle(id);
  expect(room.world.created).toEqual([]);
  expect(room.shown()).toContain("may not create services here any more");
});

test("what is too long for one message stands whole in its thread, before anybody can press a button", async () => {
  const room = await approvalRoom(redis.client);
  const lines = Array.from(
    { length: 400 },
    (_, index) => `10.0.${index % 256}.${index >> 8}/32 rack ${index}`,
  );
  await room.ask({ ipAccessList: [...lines, "0.0.0.0/0 hidden at the end"].join("\n"), openToWorld: true });
  const thread = room.world.messages.filter(({ threadTs }) => threadTs !== undefined);
  expect(JSON.stringify(thread)).toContain("hidden at the end");
  expect(JSON.stringify(thread)).not.toContain("did not fit");
  expect(room.shown()).toContain("Open to the world");
  expect(room.shown()).toContain("approval-approve");
  expect(room.world.editedAfter).toEqual([thread.length + 1]);
});

test("what is approved is not created where it is beyond its requester's limits by then", async () => {
  const room = await approvalRoom(redis.client);
  const id = await room.ask();
  await room.context.createLimits.set("operator", { regions: ["eu-north-1"] });
  await room.press("UBEA", id);
  await room.settle(id);
  expect(room.world.created).toEqual([]);
  expect(room.shown()).toContain("Region: with your role, choose eu-north-1.");
  expect(JSON.stringify(room.toAda().at(-1)?.blocks)).toContain("form-again");
});

test("nothing of a service's encryption key is in Redis or in a message", async () => {
  const room = await approvalRoom(redis.client);
  const id = await room.ask();
  await room.press("UBEA", id);
  await room.settle(id);
  const everything = [...(await contentsOf(redis.client)), JSON.stringify(room.world.messages)].join("\n");
  expect(everything).not.toContain("k".repeat(32));
  expect(room.shown()).toContain("not shown here");
});

import { expect, test } from "vitest";
import { findDraft, saveDraft } from "../../../../src/platform/forms/save.ts";
import { createServiceForm } from "../../../../src/features/services/form/form.ts";
import { openApproval } from "../../../../src/features/services/approval/content.ts";
import { contentsOf, useRedis } from "../../../support/redis.ts";
import { approvalFixture } from "./fixture.ts";
import { takeBackAction } from "../../../../src/features/services/approval/interactions.ts";

const redis = useRedis();

test("an approval creates the service once, notifies the requester, and replaces the buttons with the approvers", async () => {
  const fixture = await approvalFixture(redis.client);
  const id = await fixture.ask();
  expect(fixture.shown()).toContain("approval-approve");
  expect(await fixture.click("UBEA", id)).toBe("");
  await fixture.runApproval(id);
  expect(fixture.world.created.map((one) => one.id)).toEqual([`approval-${id}`]);
  expect(fixture.shown()).toContain("*Approved* by <@UBEA>, <!date^");
  expect(fixture.shown()).not.toContain("approval-approve");
  expect(fixture.toAda().at(-1)?.text).toContain("I'm creating orders now.");
  expect(await fixture.audited()).toEqual([
    "approval.ask UADA done",
    "approval.approve UBEA done",
    "approval.carry-out app done",
  ]);
});

test("a requester cannot approve, even as a member of the group", async () => {
  const fixture = await approvalFixture(redis.client);
  fixture.world.group.add("UADA");
  const id = await fixture.ask();
  expect(await fixture.click("UADA", id)).toContain("You requested this yourself");
  expect(await fixture.deny("UADA", id)).toContain("You requested this yourself");
  await fixture.runApproval(id);
  expect(fixture.world.created).toEqual([]);
  expect((await fixture.context.approvals.find(id))?.outcome).toBeUndefined();
});

test("a person removed from the group before the click decides nothing", async () => {
  const fixture = await approvalFixture(redis.client);
  const id = await fixture.ask();
  fixture.world.group.delete("UBEA");
  expect(await fixture.click("UBEA", id)).toContain("you aren't one right now");
  expect(await fixture.deny("UBEA", id)).toContain("you aren't one right now");
  expect((await fixture.context.approvals.find(id))?.outcome).toBeUndefined();
  expect(fixture.world.created).toEqual([]);
  expect(await fixture.audited()).toContain("approval.approve UBEA refused");
});

test("changing the form after asking voids the request", async () => {
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
  expect(await fixture.click("UBEA", id)).toContain("Its requester changed it after asking");
  await fixture.runApproval(id);
  expect(fixture.world.created).toEqual([]);
  expect(fixture.shown()).toContain("*Void*");
});

test("a replayed click counts once, before the quorum and after the end", async () => {
  const fixture = await approvalFixture(redis.client, { quorum: 2 });
  const id = await fixture.ask();
  expect(await fixture.click("UBEA", id)).toContain("1 more person must approve it");
  expect(await fixture.click("UBEA", id)).toContain("You already approved this");
  await fixture.runApproval(id);
  expect(fixture.world.created).toEqual([]);
  expect(fixture.shown()).toContain("One more member");
  await fixture.click("UCEM", id);
  await fixture.runApproval(id);
  expect(await fixture.click("UCEM", id)).toContain("already decided");
  await fixture.runApproval(id);
  expect(fixture.world.created.length).toBe(1);
});

test.each([1, 2])(
  "exactly one of many simultaneous approvals ends a request with a quorum of %d",
  async (quorum) => {
    const fixture = await approvalFixture(redis.client, { quorum });
    const id = await fixture.ask();
    const people = Array.from({ length: 12 }, (_, index) => `UBEA${index}`);
    for (const person of people) fixture.world.group.add(person);
    const said = await Promise.all(people.map((person) => fixture.click(person, id)));
    await Promise.all([fixture.runApproval(id), fixture.runApproval(id)]);
    expect(said.filter((text) => text === "").length).toBe(1);
    expect(said.filter((text) => text.startsWith("Your approval counts")).length).toBe(quorum - 1);
    expect(fixture.world.created.length).toBe(1);
    expect((await fixture.context.approvals.find(id))?.approvedBy.length).toBe(quorum);
  },
);

test("only one of a simultaneous approval, denial and withdrawal counts", async () => {
  for (let round = 0; round < 10; round += 1) {
    await redis.client.flushall();
    const fixture = await approvalFixture(redis.client);
    const id = await fixture.ask();
    await Promise.all([
      fixture.click("UBEA", id),
      fixture.deny("UCEM", id),
      fixture
        .click("UADA", id, { action: takeBackAction, message: { channelId: "D1", ts: "0" } })
        .catch(() => ""),
    ]);
    await fixture.runApproval(id);
    const kind = (await fixture.context.approvals.find(id))?.outcome?.kind;
    expect(fixture.world.created.length).toBe(kind === "approved" ? 1 : 0);
    expect(fixture.shown().match(/\*(Approved|Denied|Taken back)/g)?.length).toBe(1);
  }
});

test("a denial ends the request with its reason, and the requester gets the form back", async () => {
  const fixture = await approvalFixture(redis.client, { quorum: 2 });
  const id = await fixture.ask();
  await fixture.click("UBEA", id);
  expect(await fixture.deny("UCEM", id)).toContain("*Denied.*");
  expect(fixture.world.created).toEqual([]);
  expect(fixture.shown()).toContain("*Denied* by <@UCEM>");
  const notice = fixture.toAda().at(-1);
  expect(notice?.text).toContain("Too large.");
  expect(JSON.stringify(notice?.blocks)).toContain("form-again");
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
  expect(await fixture.click("UBEA", "no-such-id:1")).toContain("I can't find this request.");
  expect(await fixture.click("UBEA", id, { message: { channelId: "C1", ts: "99.0" } })).toContain(
    "doesn't belong to that request",
  );
  expect(await other.click("UBEA", id, { message: { channelId: "C1", ts: "1.0" } })).toContain(
    "I can't find this request.",
  );
  // A record copied to another workspace or another id does not open there.
  const kept = await fixture.context.approvals.find(id);
  if (!kept) throw new Error("It is not kept.");
  expect(openApproval(kept, other.context)).toBeUndefined();
  expect(openApproval({ ...kept, id: "another" }, fixture.context)).toBeUndefined();
  expect([fixture.world.created, other.world.created]).toEqual([[], []]);
});

test("an expired request cannot be approved, and its requester gets the form back", async () => {
  const fixture = await approvalFixture(redis.client);
  const id = await fixture.ask();
  fixture.world.now = new Date("2026-11-21T10:00:00.000Z");
  expect(await fixture.click("UBEA", id)).toContain("*Expired*");
  await fixture.runApproval(id);
  expect(fixture.world.created).toEqual([]);
  expect(fixture.shown()).toContain("*Expired*");
  expect(JSON.stringify(fixture.toAda().at(-1)?.blocks)).toContain("form-again");
});

test("a record changed in Redis is void, even after approval, and nothing is created", async () => {
  const fixture = await approvalFixture(redis.client);
  const [before, after] = [await fixture.ask(), await (await approvalFixture(redis.client, {}, "T2")).ask()];
  const key = `qm:{T1}:approval:${before}`;
  const other = await redis.client.hget(`qm:{T2}:approval:${after}`, "sealed");
  const sealed = await redis.client.hget(key, "sealed");
  await redis.client.hset(key, "sealed", other ?? "");
  expect(await fixture.click("UBEA", before)).toContain("doesn't match the request");
  await fixture.runApproval(before);
  expect(fixture.world.created).toEqual([]);

  await redis.client.hdel(key, "outcome");
  await redis.client.hset(key, "sealed", sealed ?? "");
  await fixture.click("UBEA", before);
  await redis.client.hset(key, "sealed", `${sealed?.slice(0, -4)}AAAA`);
  await fixture.runApproval(before);
  expect(fixture.world.created).toEqual([]);
});

test("after a crash between the decision and its effect, the next step creates the service once", async () => {
  const fixture = await approvalFixture(redis.client);
  const id = await fixture.ask();
  await fixture.click("UBEA", id);
  // The creation was accepted, and the process died before it noted that.
  await fixture.runApproval(id);
  await redis.client.hdel(`qm:{T1}:approval:${id}`, "effect");
  await fixture.runApproval(id);
  expect(fixture.world.created.length).toBe(1);
});

test("an approved service is not created if its requester has lost the right to create", async () => {
  const fixture = await approvalFixture(redis.client);
  const id = await fixture.ask();
  fixture.world.roles.set("UADA", "viewer");
  await fixture.click("UBEA", id);
  await fixture.runApproval(id);
  expect(fixture.world.created).toEqual([]);
  expect(fixture.shown()).toContain("can't create services here anymore");
});

test("a request too long for one message is whole in its thread before the buttons show", async () => {
  const fixture = await approvalFixture(redis.client);
  const lines = Array.from(
    { length: 400 },
    (_, index) => `10.0.${index % 256}.${index >> 8}/32 rack ${index}`,
  );
  await fixture.ask({
    ipAccessList: [...lines, "0.0.0.0/0 hidden at the end"].join("\n"),
    openToWorld: true,
  });
  const thread = fixture.world.messages.filter(
    ({ channelId, threadTs }) => channelId === "C1" && threadTs !== undefined,
  );
  expect(JSON.stringify(thread)).toContain("hidden at the end");
  expect(JSON.stringify(thread)).not.toContain("did not fit");
  expect(fixture.shown()).toContain("Open to the world");
  expect(fixture.shown()).toContain("approval-approve");
  expect(fixture.world.editedAfter).toEqual([thread.length + 1]);
});

test("an approved service is not created if it exceeds its requester's current limits", async () => {
  const fixture = await approvalFixture(redis.client);
  const id = await fixture.ask();
  await fixture.context.createLimits.set("operator", { regions: ["eu-north-1"] });
  await fixture.click("UBEA", id);
  await fixture.runApproval(id);
  expect(fixture.world.created).toEqual([]);
  expect(fixture.shown()).toContain("Region: your role can use eu-north-1.");
  expect(JSON.stringify(fixture.toAda().at(-1)?.blocks)).toContain("form-again");
});

test("a service's encryption key is neither in Redis nor in a message", async () => {
  const fixture = await approvalFixture(redis.client);
  const id = await fixture.ask();
  await fixture.click("UBEA", id);
  await fixture.runApproval(id);
  const everything = [...(await contentsOf(redis.client)), JSON.stringify(fixture.world.messages)].join("\n");
  expect(everything).not.toContain("k".repeat(32));
  expect(fixture.shown()).toContain("not shown here");
});

test("a request ends if its channel takes no posts, and its requester and an admin hear why", async () => {
  const fixture = await approvalFixture(redis.client);
  fixture.world.gone.add("C1");
  const id = await fixture.ask();
  await fixture.runApproval(id);
  expect((await fixture.context.approvals.find(id))?.outcome?.kind).toBe("void");
  expect(fixture.toAda().at(-1)?.text).toContain("I can't post in the approvers' channel.");
  const toAdmin = fixture.world.messages.filter(({ channelId }) => channelId === "UADMIN");
  expect(toAdmin.map(({ reply }) => reply.text)).toEqual([
    expect.stringContaining("Each further request would end so."),
  ]);
});

test("if its requester has left, an admin hears how a request ended, without buttons", async () => {
  const fixture = await approvalFixture(redis.client);
  const id = await fixture.ask();
  fixture.world.gone.add("UADA");
  await fixture.deny("UBEA", id);
  await fixture.runApproval(id);
  const [toAdmin, ...more] = fixture.world.messages.filter(({ channelId }) => channelId === "UADMIN");
  expect(more).toEqual([]);
  expect(toAdmin?.reply.text).toContain("*Denied*");
  expect(toAdmin?.reply.text).toContain("I can't reach <@UADA>");
  expect(JSON.stringify(toAdmin?.reply.blocks)).not.toContain("action_id");
});

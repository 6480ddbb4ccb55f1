import { expect, test } from "vitest";
import { useRedis } from "../../../support/redis.ts";
import { approvalFixture } from "./fixture.ts";

const redis = useRedis();

test("each member of the group gets a request in direct messages, and its requester doesn't", async () => {
  const fixture = await approvalFixture(redis.client);
  fixture.world.group.add("UADA");
  const id = await fixture.ask();
  await fixture.runApproval(id);
  for (const member of ["UBEA", "UCEM"]) {
    const [message, ...more] = fixture.toMember(member);
    expect(more).toEqual([]);
    expect(message?.reply.text).toMatch(/^\*Approval needed: orders\*/);
    const shown = JSON.stringify(message?.reply.blocks);
    expect(shown).toContain("*Allowed for the requester's role:*");
    expect(shown).toContain("You read this as a member of <!subteam^S1>. It is in <#C1> too");
    expect(shown).toContain("approval-approve");
  }
  expect(JSON.stringify(fixture.toAda())).not.toContain("approval-approve");
});

test("20 members of a larger group get it", async () => {
  const fixture = await approvalFixture(redis.client);
  for (let each = 1; each <= 30; each += 1) fixture.world.group.add(`UBEA${each}`);
  await fixture.ask();
  const told = fixture.world.messages.filter(({ channelId }) => channelId !== "C1" && channelId !== "UADA");
  expect(told.length).toBe(20);
});

test("a click there decides, and every message about it shows the decision without buttons", async () => {
  const fixture = await approvalFixture(redis.client);
  const id = await fixture.ask();
  const [message] = fixture.toMember("UBEA");
  expect(await fixture.click("UBEA", id, { message })).toBe("");
  await fixture.runApproval(id);
  expect(fixture.world.created.length).toBe(1);
  for (const shown of [
    fixture.shown(),
    ...["UBEA", "UCEM"].map((each) => JSON.stringify(fixture.toMember(each))),
  ]) {
    expect(shown).toContain("*Approved* by <@UBEA>");
    expect(shown).not.toContain("approval-approve");
  }
});

test("a decision in the channel shows in direct messages, and so does an approval that isn't enough", async () => {
  const fixture = await approvalFixture(redis.client, { quorum: 2 });
  const id = await fixture.ask();
  await fixture.click("UBEA", id);
  await fixture.runApproval(id);
  expect(JSON.stringify(fixture.toMember("UCEM"))).toContain("*Approved so far* by <@UBEA>");
  await fixture.deny("UCEM", id);
  expect(JSON.stringify(fixture.toMember("UBEA"))).toContain("*Denied* by <@UCEM>");
  expect(JSON.stringify(fixture.toMember("UBEA"))).not.toContain("approval-deny");
});

test("a click there passes the checks of the channel", async () => {
  const fixture = await approvalFixture(redis.client);
  const id = await fixture.ask();
  const [toBea] = fixture.toMember("UBEA");
  const [toCem] = fixture.toMember("UCEM");
  expect(await fixture.click("UBEA", id, { message: toCem })).toContain("doesn't belong to that request");
  expect(await fixture.click("UDAN", id, { message: toBea })).toContain("doesn't belong to that request");
  expect(await fixture.click("UBEA", id, { message: { channelId: "D9", ts: "99.0" } })).toContain(
    "doesn't belong to that request",
  );
  fixture.world.group.delete("UBEA");
  expect(await fixture.click("UBEA", id, { message: toBea })).toContain("Only members of <!subteam^S1>");
  expect(fixture.world.created).toEqual([]);
});

test("after a crash, the same people have it once, and no one is left with buttons", async () => {
  const fixture = await approvalFixture(redis.client);
  const id = await fixture.ask();
  await redis.client.hdel(`qm:{T1}:approval:${id}`, "shownDirectly");
  fixture.world.group.delete("UBEA");
  fixture.world.group.add("UDAN");
  await fixture.runApproval(id);
  expect(["UBEA", "UCEM", "UDAN"].map((each) => fixture.toMember(each).length)).toEqual([1, 1, 0]);
  await fixture.click("UDAN", id);
  await fixture.runApproval(id);
  expect(JSON.stringify(fixture.toMember("UBEA"))).not.toContain("approval-approve");
});

test("a member who can't be reached holds no one up, and a request that can't be read has no buttons", async () => {
  const fixture = await approvalFixture(redis.client);
  fixture.world.gone.add("UBEA");
  const id = await fixture.ask();
  expect(fixture.toMember("UBEA")).toEqual([]);
  expect(JSON.stringify(fixture.toMember("UCEM"))).toContain("approval-approve");
  await redis.client.hset(`qm:{T1}:approval:${id}`, "sealed", "AAAA");
  await fixture.runApproval(id);
  expect(JSON.stringify(fixture.toMember("UCEM"))).not.toContain("approval-approve");
});

import { expect, test } from "vitest";
import { conversations } from "../../../src/platform/ask/conversations.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();
const before = { entry: "costs_show", args: { range: "last week" }, known: {} };
const direct = { userId: "U1", channelId: "D1" };

test("a new thread in a direct message goes on with the person's latest conversation there", async () => {
  const talks = conversations(redis.client, "T1");
  await talks.keep({ ...direct, threadTs: "1.1" }, before);
  expect(await talks.find({ ...direct, threadTs: "2.1" })).toEqual(before);
  expect(await talks.find(direct)).toEqual(before);
  const later = { ...before, args: { range: "last month" } };
  await talks.keep({ ...direct, threadTs: "2.1" }, later);
  expect(await talks.find({ ...direct, threadTs: "1.1" })).toEqual(before);
  expect(await talks.find({ ...direct, threadTs: "3.1" })).toEqual(later);
});

test("another person, channel, workspace or thread of a channel has a conversation of its own", async () => {
  const talks = conversations(redis.client, "T1");
  const thread = { userId: "U1", channelId: "C1", threadTs: "1.1" };
  await talks.keep({ ...direct, threadTs: "1.1" }, before);
  await talks.keep(thread, before);
  const others = [
    { ...direct, userId: "U2" },
    { ...direct, channelId: "D2" },
    { ...thread, threadTs: "2.1" },
    { userId: "U1", channelId: "C1" },
  ];
  for (const other of others) expect.soft(await talks.find(other)).toBeUndefined();
  expect(await conversations(redis.client, "T2").find(direct)).toBeUndefined();
});

test("what may be a secret isn't kept, and ends what was spoken about", async () => {
  const talk = { userId: "U1", channelId: "C1" };
  const kept = conversations(redis.client, "T0SECRET01");
  await kept.keep(talk, { entry: "costs_show", args: { service: "orders" }, known: { service: "orders" } });
  await kept.keep(talk, { entry: "costs_show", args: { service: "pw=hunter2" }, known: {} });
  expect(await kept.find(talk)).toBeUndefined();
});

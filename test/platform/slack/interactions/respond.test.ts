import type { RespondFn } from "@slack/bolt";
import { pino } from "pino";
import { expect, test } from "vitest";
import { type Reply, say } from "../../../../src/platform/blocks/reply.ts";
import { responding, saidAlone } from "../../../../src/platform/slack/interactions/respond.ts";

const costs: Reply = {
  text: "Costs",
  blocks: [{ type: "image", slack_file: { id: "F1" }, alt_text: "Costs a day" }],
};

test("after three posts about progress, an answer with a refused picture still fits into the five posts", async () => {
  const posts: unknown[] = [];
  const respond: RespondFn = async (message) => {
    posts.push(message);
    const hasPicture = JSON.stringify(message).includes("image");
    if (hasPicture || posts.length > 5) throw new Error(hasPicture ? "invalid_blocks" : "used_url");
    return new Response("ok");
  };
  const { inMessage } = responding(respond, async () => {
    throw new Error("It went another way.");
  });
  for (const step of ["1", "2", "3"]) await inMessage(say(step));
  await inMessage(costs);
  expect(posts).toHaveLength(5);
  expect(posts.at(-1)).toMatchObject({ text: "Costs", replace_original: true });
});

test("the answer to a click in a thread is in that thread, also if it goes another way", async () => {
  const posts: unknown[] = [];
  const respond: RespondFn = async (message) => {
    posts.push(message);
    if (posts.length > 2) throw new Error("used_url");
    return new Response("ok");
  };
  const messenger = {
    post: async () => ({ channelId: "D1", ts: "1.1" }),
    whisper: async (...given: unknown[]) => void posts.push(given),
  };
  const asked = { messenger, userId: "U1", channelId: "C1", threadTs: "1.1" };
  const otherwise = saidAlone(asked, pino({ level: "silent" }));
  const { newMessage, inMessage } = responding(respond, otherwise, () => new Date(), "1.1");
  const [first, second] = [say("a new message"), say("in place of the clicked one")];
  await newMessage(first);
  await inMessage(second);
  await newMessage(first);
  expect(posts[0]).toMatchObject({ text: first.text, thread_ts: "1.1" });
  expect(posts[1]).not.toHaveProperty("thread_ts");
  expect(posts.at(-1)).toEqual(["C1", "U1", first, { threadTs: "1.1" }]);
});

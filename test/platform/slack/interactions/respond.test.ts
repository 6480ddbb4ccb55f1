import type { RespondFn } from "@slack/bolt";
import { pino } from "pino";
import { expect, test } from "vitest";
import { AppError } from "../../../../src/lib/errors.ts";
import { type Reply, say } from "../../../../src/platform/blocks/reply.ts";
import { responding, respondingTo } from "../../../../src/platform/slack/interactions/respond.ts";

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

test("a new message about a click in a thread is in that thread, and elsewhere if that is refused", async () => {
  const shown: unknown[] = [];
  const respond: RespondFn = async (message) => (shown.push(message), new Response("ok"));
  const messenger = {
    post: async () => ({ channelId: "D1", ts: "1.1" }),
    async whisper(channelId: string, userId: string, reply: Reply, options?: object) {
      if (channelId === "C2") throw new AppError("forbidden", "The app isn't in the channel.");
      shown.push([channelId, userId, reply, options]);
    },
  };
  const asked = { messenger, userId: "U1", now: () => new Date(), log: pino({ level: "silent" }) };
  const to = (channelId: string) => respondingTo(respond, { ...asked, channelId, threadTs: "1.1" });
  const [first, second, third] = ["new", "in its place", "refused"].map((text) => say(text));
  if (!first || !second || !third) throw new Error("They are three.");
  await to("C1").newMessage(first);
  await to("C1").inMessage(second);
  await to("C2").newMessage(third);
  expect(shown).toEqual([
    ["C1", "U1", first, { threadTs: "1.1" }],
    expect.objectContaining({ text: "in its place", replace_original: true }),
    expect.objectContaining({ text: "refused", replace_original: false }),
  ]);
});

import type { RespondFn } from "@slack/bolt";
import { expect, test } from "vitest";
import { type Reply, say } from "../../../../src/platform/blocks/reply.ts";
import { responding } from "../../../../src/platform/slack/interactions/respond.ts";

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

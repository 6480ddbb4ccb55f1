import type { KnownBlock } from "@slack/types";
import { expect, test } from "vitest";
import type { Content } from "../../../../src/platform/blocks/reply.ts";
import { section } from "../../../../src/platform/blocks/text.ts";
import { sayAsWhole } from "../../../../src/platform/slack/web-api/say.ts";

const picture: KnownBlock = { type: "image", slack_file: { id: "F1" }, alt_text: "Costs a day" };
const words = section("words");

/** The types of blocks in each try, if the first few are refused. */
async function tries(blocks: KnownBlock[], refusals: number, left?: number): Promise<string[]> {
  const sent: string[] = [];
  const send = async (content: Content) => {
    sent.push((content.blocks ?? []).map(({ type }) => type).join(" ") || "text alone");
    if (sent.length <= refusals) throw new Error("invalid_blocks");
  };
  await sayAsWhole({ text: "words", blocks }, send, () => true, left);
  return sent;
}

test("a picture that is not ready is tried again, then left out, and finally the text goes alone", async () => {
  const all = ["section image", "section image", "section", "text alone"];
  expect(await tries([words, picture], 0)).toEqual(all.slice(0, 1));
  expect(await tries([words, picture], 3)).toEqual(all);
});

test("with few tries left, the text alone is always among them", async () => {
  const few = [tries([words, picture], 2, 3), tries([words, picture], 1, 2), tries([words], 0, 1)];
  expect(await Promise.all(few)).toEqual([
    ["section image", "section", "text alone"],
    ["section image", "text alone"],
    ["text alone"],
  ]);
});

test("refused blocks without a picture leave the text alone", async () => {
  expect(await tries([words], 1)).toEqual(["section", "text alone"]);
});

test("a failure other than a refusal of blocks is not tried again", async () => {
  const failing = sayAsWhole(
    { text: "words", blocks: [words] },
    () => Promise.reject(new Error("is_archived")),
    () => false,
  );
  await expect(failing).rejects.toThrow("is_archived");
});

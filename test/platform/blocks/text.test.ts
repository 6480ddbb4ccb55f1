import { describe, expect, it, test } from "vitest";
import { actions, button } from "../../../src/platform/blocks/button.ts";
import { context, divider, header, packed, plainText, section } from "../../../src/platform/blocks/text.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";
import * as fc from "fast-check";
import { limits } from "../../../src/platform/blocks/limits.ts";

const long = "orders & prod ".repeat(400);

describe("text blocks", () => {
  it("are valid in Slack, however long their texts are", () => {
    const texts: [string, ...string[]] = ["a", ...Array.from({ length: 14 }, () => "b")];
    expect(validateMessage({ text: "t", blocks: [header(long), section(long), divider()] })).toBeNull();
    expect(validateMessage({ text: "t", blocks: [context(...texts)] })).toBeNull();
  });

  it("leave short texts as they are", () => {
    expect(section("*a*")).toEqual({ type: "section", text: { type: "mrkdwn", text: "*a*" } });
  });

  it.each(["`https://example.com`", "`@here`", "`@CHANNEL`"])(
    "Slack makes no link or mention of %s",
    (text) => {
      expect(section(text).text).toEqual({ type: "mrkdwn", text, verbatim: true });
      expect(plainText("Create")).toEqual({ type: "plain_text", text: "Create" });
    },
  );
});

describe("buttons", () => {
  it("are cut to 25 in a row, with texts of at most 75 characters", () => {
    const many = Array.from({ length: 30 }, (_, index) => button({ text: long, actionId: `a${index}` }));
    expect(actions(many).elements).toHaveLength(25);
    expect(validateMessage({ text: "t", blocks: [actions(many)] })).toBeNull();
  });
});

const line = fc.string({ minLength: 1, maxLength: 2_000 }).filter((text) => !text.includes("\n"));

test("pieces are packed whole and in order, and no section exceeds Slack's limit", () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (pieces) => {
      const texts = packed(pieces).map((block) => (block.type === "section" ? block.text?.text : undefined));
      expect(texts.join("\n")).toBe(pieces.join("\n"));
      for (const text of texts) expect(text?.length).toBeLessThanOrEqual(limits.text);
    }),
  );
});

test("texts that fit into one section are in one", () => {
  expect(packed(["*Name:* `orders`", "*Addresses:*\n• `10.0.0.0/8`"])).toHaveLength(1);
});

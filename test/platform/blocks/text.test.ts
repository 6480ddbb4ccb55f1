import { describe, expect, it } from "vitest";
import { actions, button } from "../../../src/platform/blocks/button.ts";
import { context, divider, header, plainText, section } from "../../../src/platform/blocks/text.ts";
import { validateMessage } from "../../../src/sandbox/slack/validate/index.ts";

const long = "orders & prod ".repeat(400);

describe("text blocks", () => {
  it("are taken by Slack however long their texts are", () => {
    const texts: [string, ...string[]] = ["a", ...Array.from({ length: 14 }, () => "b")];
    expect(validateMessage({ text: "t", blocks: [header(long), section(long), divider()] })).toBeNull();
    expect(validateMessage({ text: "t", blocks: [context(...texts)] })).toBeNull();
  });

  it("leave short texts as they are", () => {
    expect(section("*a*")).toEqual({ type: "section", text: { type: "mrkdwn", text: "*a*" } });
  });

  it.each(["`https://example.com`", "`@here`", "`@CHANNEL`"])(
    "Slack reads nothing into %s by itself",
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

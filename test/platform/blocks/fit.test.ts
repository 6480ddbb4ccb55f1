import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitMessage } from "../../../src/platform/blocks/fit.ts";
import { cutMrkdwn } from "../../../src/platform/blocks/limits.ts";
import { reply, say } from "../../../src/platform/blocks/reply.ts";
import { divider, section } from "../../../src/platform/blocks/text.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";

describe("cutMrkdwn", () => {
  it("never cuts inside an entity or a token", () => {
    expect(cutMrkdwn("a &amp; b", 6)).toBe("a …");
    expect(cutMrkdwn("at <!date^0^{date}|x> o'clock", 12)).toBe("at …");
  });

  it("does not cut a text of exactly the limit", () => {
    expect(cutMrkdwn("a &amp; b", 9)).toBe("a &amp; b");
  });

  it("keeps an entity that fits", () => {
    expect(cutMrkdwn("a &amp; bcd", 9)).toBe("a &amp;…");
  });

  it("leaves no partial entity at any length", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("&amp;", "&lt;", "a", " ")),
        fc.integer({ min: 1, max: 40 }),
        (parts, max) => {
          const cut = cutMrkdwn(parts.join(""), max);
          expect(cut.length).toBeLessThanOrEqual(max);
          expect(cut).not.toMatch(/&(?!amp;|lt;)/);
        },
      ),
    );
  });
});

describe("fitMessage", () => {
  it("does not change a message that fits", () => {
    const message = { text: "Hello", blocks: [section("Hello")] };
    expect(fitMessage(message)).toEqual(message);
  });

  it("keeps 49 of 60 blocks and says how many are left out", () => {
    const blocks = Array.from({ length: 60 }, divider);
    const fitted = fitMessage({ text: "t", blocks });
    expect(fitted.blocks).toHaveLength(50);
    expect(JSON.stringify(fitted.blocks.at(-1))).toContain("11 more parts didn't fit here.");
  });

  it("keeps the text of all blocks under 8,500 characters", () => {
    const blocks = Array.from({ length: 5 }, () => section("a".repeat(2500)));
    const fitted = fitMessage({ text: "a".repeat(9000), blocks });
    expect(fitted.blocks).toHaveLength(4);
    expect(fitted.text).toHaveLength(4000);
    expect(validateMessage(fitted)).toBeNull();
  });

  it("makes any message valid in Slack", () => {
    const texts = fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 4000 }), {
      minLength: 1,
      maxLength: 70,
    });
    fc.assert(
      fc.property(texts, (parts) => {
        const blocks = parts.map((part) => section(`. ${part}`));
        expect(validateMessage(fitMessage({ text: "t", blocks }))).toBeNull();
      }),
      { numRuns: 50 },
    );
  });
});

describe("reply", () => {
  it("has one paragraph as text and as a block", () => {
    expect(say("*Done*")).toEqual({ text: "*Done*", blocks: [section("*Done*")] });
  });

  it("is cut to Slack's limits", () => {
    const blocks = Array.from({ length: 51 }, divider);
    expect(validateMessage(reply("t", blocks))).toBeNull();
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  code,
  codeBlock,
  codeWithTokens,
  escapeMrkdwn,
  escapeName,
  exactCode,
  visible,
} from "../../../src/platform/blocks/escape.ts";
import { section } from "../../../src/platform/blocks/text.ts";
import { hostileNames } from "./hostile.ts";
import { rendered } from "./rendered.ts";
import { unicodeText } from "../../support/unicode-text.ts";

const pieces = [
  "<",
  ">",
  "&",
  "!channel",
  "!here",
  "@U012ABCDEF",
  "#C012ABCDEF",
  "|",
  "^",
  "`",
  "```",
  "*",
  "_",
  "~",
];
const urls = [
  "https://example.com",
  "mailto:",
  "@channel",
  "@everyone",
  "\n",
  " ",
  "&lt;",
  "&gt;",
  "a",
  "Ж",
  "\u202e",
];

/** Any text, and hostile texts. */
const anyText = fc.oneof(
  unicodeText({ maxLength: 40 }),
  fc.array(fc.constantFrom(...pieces, ...urls), { maxLength: 25 }).map((parts) => parts.join("")),
  fc.constantFrom(...hostileNames),
);

const mention = /slack_broadcast|slack_user|slack_channel|slack_date/;
const link = /<a /;
const anyCode = /<pre|<code/;

describe("escapeMrkdwn", () => {
  it("keeps the text of a sentence", () => {
    expect(escapeMrkdwn("a < b & c > d, orders_prod 2*3")).toBe("a &lt; b &amp; c &gt; d, orders_prod 2*3");
  });

  it("removes emphasis and code", () => {
    expect(escapeMrkdwn("*a* _b_ ~c~ `d`")).toBe("∗a∗ ˍbˍ ∼c∼ ˋdˋ");
  });

  it("removes characters that change the direction of text", () => {
    expect(escapeMrkdwn("a\u202eb\u2066c")).toBe("abc");
  });

  it("leaves no token, foreign entity or backtick in any text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const escaped = escapeMrkdwn(text);
        expect(escaped).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)|`/);
      }),
    );
  });

  it("leaves no mention, link or code in any text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const html = rendered([section(`*Name* ${escapeMrkdwn(text)} and more`)]);
        expect(html).not.toMatch(mention);
        expect(html).not.toMatch(link);
        expect(html).not.toMatch(anyCode);
      }),
      // Random runs found these.
      { numRuns: 300, examples: [["<|@U012ABCDEF>"], ["<\nahttps://example.com>"]] },
    );
  });

  it("keeps any text readable as it was", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(read(escapeMrkdwn(text))).toBe(plain(text));
      }),
    );
  });
});

function plain(text: string): string {
  return visible(text)
    .replaceAll("\u200b", "")
    .replace(/[∗ˍ∼ˋ]/g, toSign);
}

function toSign(lookAlike: string): string {
  const signs: Record<string, string> = { "∗": "*", ˍ: "_", "∼": "~", ˋ: "`" };
  return signs[lookAlike] ?? lookAlike;
}

/** A text as a person reads it: with entities decoded, and look-alikes replaced by the original characters. */
function read(mrkdwn: string): string {
  return plain(mrkdwn).replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

describe("escapeName", () => {
  it.each(hostileNames)("leaves %j on one line, short and without code", (name) => {
    const escaped = escapeName(name);
    expect(escaped).not.toMatch(/[\n`<>]/);
    expect(escaped.replaceAll(/&(?:amp|lt|gt);/g, "x").length).toBeLessThanOrEqual(70);
  });
});

describe("code", () => {
  it("shows a text as inline code with its special characters", () => {
    expect(code("/db backups a*b")).toBe("`/db backups a*b`");
  });

  it("keeps every character of an address or a mention, so people copy the original", () => {
    const path = "s3://backups-eu-west-1/@here/x";
    expect([code(path), exactCode(path)]).toEqual([`\`${path}\``, `\`${path}\``]);
    expect(codeBlock(path)).toBe(`\`\`\`\n${path}\n\`\`\``);
  });

  it("leaves no link or mention in any text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const html = rendered([section(`*Name* ${code(text)} and more`)]);
        expect(html).not.toMatch(mention);
        expect(html).not.toMatch(link);
      }),
      { numRuns: 200 },
    );
  });

  it("is one piece of inline code for any text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(code(text)).toMatch(/^`[^`<>\n]*`$/);
      }),
    );
  });
});

describe("exactCode", () => {
  it("keeps every space, and shows line ends", () => {
    expect(exactCode(" two  spaces\nand a line")).toBe("` two  spaces↵and a line`");
  });

  it("is one piece of inline code for any text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(exactCode(text)).toMatch(/^`[^`<>\n]*`$/);
      }),
    );
  });
});

describe("codeWithTokens", () => {
  it("shows people, channels and groups by name between code", () => {
    expect(codeWithTokens("/db admin access grant <@U0SAMRIV01|sam> admin")).toBe(
      "`/db admin access grant` <@U0SAMRIV01> `admin`",
    );
    expect(codeWithTokens("/db costs schedule weekly <#C0ALERTS01> <!channel>")).toMatch(
      /^`\/db costs schedule weekly` <#C0ALERTS01> `[^<>]*channel[^<>]*`$/,
    );
  });
});

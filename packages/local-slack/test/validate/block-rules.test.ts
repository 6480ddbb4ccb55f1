import { expect, test } from "vitest";
import { validateMessage } from "../../src/validate/index.ts";
import { section, type Rule } from "./builders.ts";
import { mrkdwn, plain, sampleBlocks, type Json } from "./samples.ts";

const picture = (rest: Json) => ({ type: "image", alt_text: "Alt", ...rest });

const rules: Rule[] = [
  ["a block is an object", "text", "must provide an object [json-pointer:/blocks/0]"],
  ["a block has a type", {}, "missing required field: type [json-pointer:/blocks/0]"],
  [
    "a block has a known type",
    { type: "marquee" },
    "unsupported type: marquee [json-pointer:/blocks/0/type]",
  ],
  [
    "a block has only known properties",
    { type: "divider", color: "red" },
    "invalid additional property: color [json-pointer:/blocks/0]",
  ],
  [
    "a section has text or fields",
    { type: "section" },
    "must define either `text` or `fields` [json-pointer:/blocks/0/type]",
  ],
  [
    "a section's text is an object",
    { type: "section", text: "Hello" },
    "must provide an object [json-pointer:/blocks/0/text]",
  ],
  [
    "a text is a string",
    { type: "section", text: { type: "mrkdwn", text: 5 } },
    "must provide a string [json-pointer:/blocks/0/text/text]",
  ],
  [
    "a header's text is plain",
    { type: "header", text: mrkdwn("Hello") },
    "must be a valid enum value [json-pointer:/blocks/0/text/type]",
  ],
  ["a header has a text", { type: "header" }, "missing required field: text [json-pointer:/blocks/0]"],
  [
    "mrkdwn has no emoji flag",
    { type: "section", text: { ...mrkdwn("a"), emoji: true } },
    "invalid additional property: emoji [json-pointer:/blocks/0/text]",
  ],
  [
    "a picture has alt text",
    { type: "image", image_url: "https://example.com/a.png" },
    "missing required field: alt_text [json-pointer:/blocks/0]",
  ],
  [
    "a picture has a source",
    picture({}),
    "must define either `image_url` or `slack_file` [json-pointer:/blocks/0]",
  ],
  [
    "a picture has one source",
    picture({ image_url: "https://example.com/a.png", slack_file: { id: "F1" } }),
    "must define either `image_url` or `slack_file` [json-pointer:/blocks/0]",
  ],
  [
    "a Slack file has an id or a url",
    picture({ slack_file: { id: "F1", url: "https://files.slack.com/F1" } }),
    "must define either `id` or `url` [json-pointer:/blocks/0/slack_file]",
  ],
  [
    "an address is http or https",
    picture({ image_url: "file:///etc/passwd" }),
    "invalid url [json-pointer:/blocks/0/image_url]",
  ],
  [
    "a card has content",
    { type: "card", subtitle: plain("a") },
    "must define at least one of `hero_image`, `title`, `actions` or `body` [json-pointer:/blocks/0]",
  ],
  [
    "a container has a title",
    { type: "container", child_blocks: [{ type: "divider" }] },
    "must define either `title` or `rich_text_title` [json-pointer:/blocks/0]",
  ],
  [
    "a container does not contain a container",
    { type: "container", title: plain("a"), child_blocks: [sampleBlocks().container] },
    "unsupported type: container [json-pointer:/blocks/0/child_blocks/0/type]",
  ],
  [
    "only a collapsible container starts collapsed",
    { ...sampleBlocks().container, default_collapsed: true },
    "must define `is_collapsible` to use `default_collapsed` [json-pointer:/blocks/0/default_collapsed]",
  ],
  [
    "a video's address is https",
    { ...sampleBlocks().video, video_url: "http://example.com" },
    "invalid url [json-pointer:/blocks/0/video_url]",
  ],
  [
    "a plan's tasks are task cards",
    { type: "plan", title: "a", tasks: [{ type: "card" }] },
    "unsupported type: card [json-pointer:/blocks/0/tasks/0/type]",
  ],
];

test.each(rules)("%s", (_rule, block, line) => {
  const problem = validateMessage({ text: "Text", blocks: [block] });
  expect(problem?.error).toBe("invalid_blocks");
  expect(problem?.messages.join("\n")).toContain(line);
});

test("one mistake gives one line", () => {
  const blocks = [section({ text: mrkdwn("x".repeat(3001)) })];
  expect(validateMessage({ blocks })).toEqual({
    error: "invalid_blocks",
    messages: ["[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]"],
  });
});

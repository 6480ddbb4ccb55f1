import { expect, test } from "vitest";
import { validateMessage, validateView } from "../../src/validate/index.ts";
import { bars, input, section } from "./builders.ts";
import {
  barChart,
  modal,
  mrkdwn,
  option,
  plain,
  raw,
  richText,
  sampleBlocks,
  sampleElements,
  type Json,
} from "./samples.ts";

/** A rule, a block that breaks it, and the problem, with its place below the one that the table is about. */
type Rule = [rule: string, block: unknown, problem: string];

/** The line about a problem. */
function lineAbout(problem: string, place: string): string {
  const [, below = "", text = ""] = /^(?:(\/\S*): )?(.*)$/.exec(problem) ?? [];
  return `${text} [json-pointer:${place}${below}]`;
}

const accessory = (element: Json) => section({ accessory: element });
const select = (rest: Json) => accessory({ type: "static_select", ...rest });
const picture = (rest: Json) => ({ type: "image", alt_text: "Alt", ...rest });
const chart = (rest: Json) => ({ ...bars(["a", "b"]), chart: { ...barChart(["a", "b"]), ...rest } });
const number = (rest: Json) => input("number_input", { is_decimal_allowed: false, ...rest });

const ofBlocks: Rule[] = [
  ["a block is an object", "text", "must provide an object"],
  ["a block has a type", {}, "missing required field: type"],
  ["a block has a known type", { type: "marquee" }, "/type: unsupported type: marquee"],
  [
    "a block has only known properties",
    { type: "divider", color: "red" },
    "invalid additional property: color",
  ],
  ["a section has text or fields", { type: "section" }, "/type: must define either `text` or `fields`"],
  ["a section's text is an object", { type: "section", text: "Hello" }, "/text: must provide an object"],
  [
    "a text is a string",
    { type: "section", text: { type: "mrkdwn", text: 5 } },
    "/text/text: must provide a string",
  ],
  [
    "a header's text is plain",
    { type: "header", text: mrkdwn("Hello") },
    "/text/type: must be a valid enum value",
  ],
  ["a header has a text", { type: "header" }, "missing required field: text"],
  [
    "mrkdwn has no emoji flag",
    { type: "section", text: { ...mrkdwn("a"), emoji: true } },
    "/text: invalid additional property: emoji",
  ],
  [
    "a picture has alt text",
    { type: "image", image_url: "https://example.com/a.png" },
    "missing required field: alt_text",
  ],
  ["a picture has a source", picture({}), "must define either `image_url` or `slack_file`"],
  [
    "a picture has one source",
    picture({ image_url: "https://example.com/a.png", slack_file: { id: "F1" } }),
    "must define either `image_url` or `slack_file`",
  ],
  [
    "a Slack file has an id or a url",
    picture({ slack_file: { id: "F1", url: "https://files.slack.com/F1" } }),
    "/slack_file: must define either `id` or `url`",
  ],
  ["an address is http or https", picture({ image_url: "file:///etc/passwd" }), "/image_url: invalid url"],
  [
    "a card has content",
    { type: "card", subtitle: plain("a") },
    "must define at least one of `hero_image`, `title`, `actions` or `body`",
  ],
  [
    "a container has a title",
    { type: "container", child_blocks: [{ type: "divider" }] },
    "must define either `title` or `rich_text_title`",
  ],
  [
    "a container does not contain a container",
    { type: "container", title: plain("a"), child_blocks: [sampleBlocks().container] },
    "/child_blocks/0/type: unsupported type: container",
  ],
  [
    "only a collapsible container starts collapsed",
    { ...sampleBlocks().container, default_collapsed: true },
    "/default_collapsed: must define `is_collapsible` to use `default_collapsed`",
  ],
  [
    "a video's address is https",
    { ...sampleBlocks().video, video_url: "http://example.com" },
    "/video_url: invalid url",
  ],
  [
    "a plan's tasks are task cards",
    { type: "plan", title: "a", tasks: [{ type: "card" }] },
    "/tasks/0/type: unsupported type: card",
  ],
  ["rich text is not empty", richText(""), "/elements/0/elements/0/text: must be more than 0 characters"],
  [
    "preformatted text has texts and links only",
    {
      type: "rich_text",
      elements: [{ type: "rich_text_preformatted", elements: [{ type: "user", user_id: "U1" }] }],
    },
    "/elements/0/elements/0/type: unsupported type: user",
  ],
  [
    "a cell is not empty",
    { type: "table", rows: [[raw("")]] },
    "/rows/0/0/text: must be more than 0 characters",
  ],
  [
    "a data table has a caption",
    { type: "data_table", rows: [[raw("a")], [raw("b")]] },
    "missing required field: caption",
  ],
  [
    "a data table's header has no formatting",
    { ...sampleBlocks().data_table, rows: [[richText("a")], [raw("b")]] },
    "/rows/0/0/type: unsupported type: rich_text",
  ],
  [
    "a data table's rows have equal lengths",
    { ...sampleBlocks().data_table, rows: [[raw("a")], [raw("b"), raw("c")]] },
    "/rows/1: must have as many cells as the first row",
  ],
  [
    "a chart has a known kind",
    { type: "data_visualization", title: "T", chart: { type: "radar" } },
    "/chart/type: unsupported type: radar",
  ],
  ["a chart is never stacked", chart({ stacked: true }), "/chart: invalid additional property: stacked"],
  [
    "a series has a point for each category",
    chart({ series: [{ name: "s", data: [{ label: "a", value: 1 }] }] }),
    "/chart/series/0/data: labels must match `axis_config.categories`",
  ],
  ["series have unique names", chart(barChart(["a"], ["s", "s"])), "/chart/series: `name` must be unique"],
  [
    "a pie's slice is greater than 0",
    { type: "data_visualization", title: "T", chart: { type: "pie", segments: [{ label: "a", value: 0 }] } },
    "/chart/segments/0/value: must be greater than 0",
  ],
];

const ofElements: Rule[] = [
  [
    "a button's address is http or https",
    accessory({ type: "button", text: plain("Go"), url: "javascript:alert(1)" }),
    "/url: invalid url",
  ],
  [
    "a button's style is primary or danger",
    accessory({ type: "button", text: plain("Go"), style: "default" }),
    "/style: must be a valid enum value",
  ],
  [
    "an element is an object, not null",
    select({ options: [option("a")], initial_option: null }),
    "/initial_option: must provide an object",
  ],
  ["a menu has options", select({}), "must define either `options` or `option_groups`"],
  [
    "a menu has options or groups, not both",
    select({ options: [option("a")], option_groups: [{ label: plain("a"), options: [option("a")] }] }),
    "must define either `options` or `option_groups`",
  ],
  [
    "a menu's option is plain text",
    select({ options: [{ text: mrkdwn("a"), value: "a" }] }),
    "/options/0/text/type: must be a valid enum value",
  ],
  [
    "only an overflow's option has an address",
    select({ options: [{ ...option("a"), url: "https://example.com" }] }),
    "/options/0: invalid additional property: url",
  ],
  [
    "the preselected option is one of the options",
    select({ options: [option("a")], initial_option: option("b") }),
    "/initial_option: must be one of the provided options",
  ],
  [
    "the preselected options are among the options",
    accessory({ type: "checkboxes", options: [option("a")], initial_options: [option("a"), option("b")] }),
    "/initial_options: must be one of the provided options",
  ],
  [
    "there is at least one preselected option",
    accessory({ type: "checkboxes", options: [option("a")], initial_options: [] }),
    "/initial_options: must provide at least 1 items",
  ],
  [
    "a conversations filter is not empty",
    accessory({ type: "conversations_select", filter: {} }),
    "/filter: must define at least one filter",
  ],
  [
    "max_selected_items is at least 1",
    accessory({ type: "multi_users_select", max_selected_items: 0 }),
    "/max_selected_items: must be greater than 1",
  ],
  [
    "max_selected_items is whole",
    accessory({ type: "multi_users_select", max_selected_items: 1.5 }),
    "/max_selected_items: must provide an integer",
  ],
  [
    "a single menu has no max_selected_items",
    accessory({ type: "users_select", max_selected_items: 1 }),
    "invalid additional property: max_selected_items",
  ],
  ["a date is valid", accessory({ type: "datepicker", initial_date: "2026-02-30" }), "/initial_date: "],
  ["a time is valid", accessory({ type: "timepicker", initial_time: "24:00" }), "/initial_time: "],
];

const ofInputs: Rule[] = [
  [
    "a number input says whether decimals are allowed",
    { type: "input", label: plain("a"), element: { type: "number_input" } },
    "/element: missing required field: is_decimal_allowed",
  ],
  [
    "a number input's bounds are strings",
    number({ min_value: 1 }),
    "/element/min_value: must provide a string",
  ],
  ["a number input's bounds are numerals", number({ max_value: "ten" }), "/element/max_value: "],
  [
    "a whole number input's bounds are whole",
    number({ min_value: "0.5" }),
    "/element/min_value: must be an integer",
  ],
  [
    "a number input's minimum is not above its maximum",
    number({ min_value: "20", max_value: "9" }),
    "/element/min_value: must be less than `max_value`",
  ],
  [
    "a number input does not start below its minimum",
    number({ min_value: "2", initial_value: "1" }),
    "/element/initial_value: must be greater than `min_value`",
  ],
  [
    "a number input does not start above its maximum",
    number({ max_value: "20", initial_value: "100" }),
    "/element/initial_value: must be less than `max_value`",
  ],
  [
    "a text input's minimum length is not above its maximum",
    { type: "input", label: plain("a"), element: { type: "plain_text_input", min_length: 5, max_length: 4 } },
    "/element/min_length: must be less than `max_length`",
  ],
  [
    "a dispatch configuration names known triggers",
    {
      type: "input",
      label: plain("a"),
      element: { type: "plain_text_input", dispatch_action_config: { trigger_actions_on: ["on_blur"] } },
    },
    "/element/dispatch_action_config/trigger_actions_on/0: must be a valid enum value",
  ],
  [
    "an input has a label",
    { type: "input", element: sampleElements().users_select },
    "missing required field: label",
  ],
  ["an input has an element", { type: "input", label: plain("a") }, "missing required field: element"],
  ["a flag is a boolean", { ...sampleBlocks().input, optional: "yes" }, "/optional: must be a boolean"],
  [
    "an alert has a known level",
    { type: "alert", text: plain("a"), level: "fatal" },
    "/level: must be a valid enum value",
  ],
];

test.each([
  ...ofBlocks.map((rule) => ["/blocks/0", ...rule] as const),
  ...ofElements.map((rule) => ["/blocks/0/accessory", ...rule] as const),
])("at %s, %s", (place, _rule, block, problem) => {
  const found = validateMessage({ text: "Text", blocks: [block] });
  expect(found?.error).toBe("invalid_blocks");
  expect(found?.messages.join("\n")).toContain(lineAbout(problem, place));
});

test.each(ofInputs)("%s", (_rule, block, problem) => {
  const found = validateView(modal([block]));
  expect(found?.error).toBe("invalid_arguments");
  expect(found?.messages.join("\n")).toContain(lineAbout(problem, "/view/blocks/0"));
});

test("one mistake gives one line", () => {
  const blocks = [section({ text: mrkdwn("x".repeat(3001)) })];
  expect(validateMessage({ blocks })).toEqual({
    error: "invalid_blocks",
    messages: ["[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]"],
  });
});

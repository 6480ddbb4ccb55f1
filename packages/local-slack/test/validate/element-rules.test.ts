import { expect, test } from "vitest";
import { validateMessage } from "../../src/validate/index.ts";
import { section, type Rule } from "./builders.ts";
import { mrkdwn, option, plain, type Json } from "./samples.ts";

const accessory = (element: Json) => section({ accessory: element });
const select = (rest: Json) => accessory({ type: "static_select", ...rest });

const rules: Rule[] = [
  [
    "a button's address is http or https",
    accessory({ type: "button", text: plain("Go"), url: "javascript:alert(1)" }),
    "invalid url [json-pointer:/blocks/0/accessory/url]",
  ],
  [
    "a button's style is primary or danger",
    accessory({ type: "button", text: plain("Go"), style: "default" }),
    "must be a valid enum value [json-pointer:/blocks/0/accessory/style]",
  ],
  [
    "an element is an object, not null",
    select({ options: [option("a")], initial_option: null }),
    "must provide an object [json-pointer:/blocks/0/accessory/initial_option]",
  ],
  [
    "a menu has options",
    select({}),
    "must define either `options` or `option_groups` [json-pointer:/blocks/0/accessory]",
  ],
  [
    "a menu has options or groups, not both",
    select({ options: [option("a")], option_groups: [{ label: plain("a"), options: [option("a")] }] }),
    "must define either `options` or `option_groups` [json-pointer:/blocks/0/accessory]",
  ],
  [
    "a menu's option is plain text",
    select({ options: [{ text: mrkdwn("a"), value: "a" }] }),
    "must be a valid enum value [json-pointer:/blocks/0/accessory/options/0/text/type]",
  ],
  [
    "only an overflow's option has an address",
    select({ options: [{ ...option("a"), url: "https://example.com" }] }),
    "invalid additional property: url [json-pointer:/blocks/0/accessory/options/0]",
  ],
  [
    "the preselected option is one of the options",
    select({ options: [option("a")], initial_option: option("b") }),
    "must be one of the provided options [json-pointer:/blocks/0/accessory/initial_option]",
  ],
  [
    "the preselected options are among the options",
    accessory({ type: "checkboxes", options: [option("a")], initial_options: [option("a"), option("b")] }),
    "must be one of the provided options [json-pointer:/blocks/0/accessory/initial_options]",
  ],
  [
    "there is at least one preselected option",
    accessory({ type: "checkboxes", options: [option("a")], initial_options: [] }),
    "must provide at least 1 items [json-pointer:/blocks/0/accessory/initial_options]",
  ],
  [
    "a conversations filter is not empty",
    accessory({ type: "conversations_select", filter: {} }),
    "must define at least one filter [json-pointer:/blocks/0/accessory/filter]",
  ],
  [
    "max_selected_items is at least 1",
    accessory({ type: "multi_users_select", max_selected_items: 0 }),
    "must be greater than 1 [json-pointer:/blocks/0/accessory/max_selected_items]",
  ],
  [
    "max_selected_items is whole",
    accessory({ type: "multi_users_select", max_selected_items: 1.5 }),
    "must provide an integer [json-pointer:/blocks/0/accessory/max_selected_items]",
  ],
  [
    "a single menu has no max_selected_items",
    accessory({ type: "users_select", max_selected_items: 1 }),
    "invalid additional property: max_selected_items [json-pointer:/blocks/0/accessory]",
  ],
  [
    "a date is valid",
    accessory({ type: "datepicker", initial_date: "2026-02-30" }),
    "[json-pointer:/blocks/0/accessory/initial_date]",
  ],
  [
    "a time is valid",
    accessory({ type: "timepicker", initial_time: "24:00" }),
    "[json-pointer:/blocks/0/accessory/initial_time]",
  ],
];

test.each(rules)("%s", (_rule, block, line) => {
  const problem = validateMessage({ text: "Text", blocks: [block] });
  expect(problem?.error).toBe("invalid_blocks");
  expect(problem?.messages.join("\n")).toContain(line);
});

import { expect, test } from "vitest";
import { validateMessage } from "../../src/validate/index.ts";
import { many, x } from "./builders.ts";
import { mrkdwn, plain, raw, richText, sampleBlocks } from "./samples.ts";

const section = (text: string) => ({ type: "section", text: mrkdwn(text) });
const button = (action_id: string) => ({ type: "button", text: plain("Go"), action_id });
const long = (last: number) => [...many(3, () => section(x(3000))), section(x(last))];
const markdown = (length: number) => ({ type: "markdown", text: x(length) });
const card = (...ids: string[]) => ({ type: "card", title: plain("a"), actions: ids.map(button) });
const divider = (block_id?: string) => ({ type: "divider", block_id });

test.each([
  {},
  { text: "" },
  { text: " \n" },
  { blocks: [] },
  { text: null, blocks: null },
  { attachments: [{}] },
])("an empty message is refused as no_text: %j", (message) => {
  expect(validateMessage(message)).toEqual({ error: "no_text", messages: [] });
});

test.each([
  { text: "Hello" },
  { blocks: [section("Hello")] },
  { attachments: [{ color: "#d00", text: "Hello" }] },
])("text, blocks or attachments alone are enough: %j", (message) => {
  expect(validateMessage(message)).toBeNull();
});

test("blocks that are not a list are refused as invalid_blocks_format", () => {
  expect(validateMessage({ text: "a", blocks: { blocks: [] } })?.error).toBe("invalid_blocks_format");
});

test("attachments that are not a list of objects are refused as invalid_attachments", () => {
  expect(validateMessage({ text: "a", attachments: "a" })?.error).toBe("invalid_attachments");
  expect(validateMessage({ text: "a", attachments: ["a"] })?.error).toBe("invalid_attachments");
});

test("text has at most 40,000 characters", () => {
  expect(validateMessage({ text: x(40_000) })).toBeNull();
  expect(validateMessage({ text: x(40_001) })?.error).toBe("msg_too_long");
});

test("a message has at most 50 blocks", () => {
  expect(validateMessage({ blocks: many(50, () => divider()) })).toBeNull();
  expect(validateMessage({ blocks: many(51, () => divider()) })).toEqual({
    error: "invalid_blocks",
    messages: ["[ERROR] no more than 50 items allowed [json-pointer:/blocks]"],
  });
});

test("a message has at most 100 attachments", () => {
  expect(validateMessage({ attachments: many(100, () => ({ text: "a" })) })).toBeNull();
  expect(validateMessage({ attachments: many(101, () => ({ text: "a" })) })?.error).toBe(
    "too_many_attachments",
  );
});

test("wrong blocks of an attachment are refused as invalid_attachments, with their path", () => {
  const attachments = [{ color: "#d00", blocks: [section("a"), section("")] }];
  expect(validateMessage({ attachments })).toEqual({
    error: "invalid_attachments",
    messages: ["[ERROR] must be more than 0 characters [json-pointer:/attachments/0/blocks/1/text/text]"],
  });
});

test("blocks have at most 9,600 characters of text in total, including attachments", () => {
  expect(validateMessage({ blocks: long(600) })).toBeNull();
  expect(validateMessage({ blocks: long(601) })?.error).toBe("msg_blocks_too_long");
  expect(validateMessage({ blocks: long(600), attachments: [{ blocks: [section("a")] }] })?.error).toBe(
    "msg_blocks_too_long",
  );
});

test("rich text counts toward the length of a message's blocks", () => {
  expect(validateMessage({ blocks: [richText(x(9600))] })).toBeNull();
  expect(validateMessage({ blocks: [richText(x(9601))] })?.error).toBe("msg_blocks_too_long");
});

test("markdown blocks have at most 12,000 characters in total", () => {
  expect(validateMessage({ blocks: [markdown(6000), markdown(6000)] })).toBeNull();
  expect(validateMessage({ blocks: [markdown(6000), markdown(6001)] })?.error).toBe("msg_blocks_too_long");
});

test.each([
  ["two tables", [sampleBlocks().table, sampleBlocks().table], []],
  ["a table and a data table", [sampleBlocks().table, sampleBlocks().data_table], []],
  ["a table and one in an attachment", [sampleBlocks().table], [{ blocks: [sampleBlocks().table] }]],
  [
    "a table and one in a container",
    [
      sampleBlocks().table,
      { ...sampleBlocks().container, child_blocks: [{ type: "table", rows: [[raw("a")]] }] },
    ],
    [],
  ],
])("a message has at most one table: %s are refused", (_what, blocks, attachments) => {
  expect(validateMessage({ blocks, attachments })).toEqual({
    error: "invalid_attachments",
    messages: ["only_one_table_allowed"],
  });
});

test("a message has at most 2 charts", () => {
  expect(validateMessage({ blocks: many(2, () => sampleBlocks().data_visualization) })).toBeNull();
  expect(validateMessage({ blocks: many(3, () => sampleBlocks().data_visualization) })?.error).toBe(
    "invalid_blocks",
  );
});

test("an action_id is unique within a block", () => {
  const actions = { type: "actions", elements: [button("go"), button("stop"), button("go")] };
  expect(validateMessage({ blocks: [actions] })).toEqual({
    error: "invalid_blocks",
    messages: [
      "[ERROR] `action_id` go already exists in this block [json-pointer:/blocks/0/elements/2/action_id]",
    ],
  });
});

test("an action_id may be used again in another block, even of the same container", () => {
  const actions = { type: "actions", elements: [button("go")] };
  const container = { type: "container", title: plain("a"), child_blocks: [actions, actions] };
  expect(validateMessage({ blocks: [actions, actions, container] })).toBeNull();
});

test("an action_id is unique within a card, and may be used again in the next card", () => {
  expect(validateMessage({ blocks: [{ type: "carousel", elements: [card("go"), card("go")] }] })).toBeNull();
  expect(validateMessage({ blocks: [{ type: "carousel", elements: [card("go", "go")] }] })?.error).toBe(
    "invalid_blocks",
  );
});

test("a block_id is unique within a message", () => {
  expect(validateMessage({ blocks: [divider("line"), divider("line")] })).toEqual({
    error: "invalid_blocks",
    messages: ["[ERROR] `block_id` line already exists [json-pointer:/blocks/1/block_id]"],
  });
  expect(
    validateMessage({ blocks: [divider("line")], attachments: [{ blocks: [divider("line")] }] }),
  ).toEqual({
    error: "invalid_attachments",
    messages: ["[ERROR] `block_id` line already exists [json-pointer:/attachments/0/blocks/0/block_id]"],
  });
});

test("an empty block_id counts as absent", () => {
  expect(validateMessage({ blocks: [divider(""), divider("")] })).toBeNull();
});

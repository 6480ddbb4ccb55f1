import { expect, test } from "vitest";
import { validateView } from "../../src/validate/index.ts";
import { many, x } from "./builders.ts";
import { home, modal, plain, sampleBlocks, type Json } from "./samples.ts";

const failed = "[ERROR] failed to match all allowed schemas [json-pointer:/view]";
const dividers = (count: number) => many(count, () => ({ type: "divider" }));

test.each<[what: string, limit: number, build: (size: number) => Json, pointer: string]>([
  ["title", 24, (n) => modal([], { title: plain(x(n)) }), "/title/text"],
  ["submit", 24, (n) => modal([], { submit: plain(x(n)) }), "/submit/text"],
  ["close", 24, (n) => modal([], { close: plain(x(n)) }), "/close/text"],
  ["private_metadata", 3000, (n) => modal([], { private_metadata: x(n) }), "/private_metadata"],
  ["callback_id", 255, (n) => modal([], { callback_id: x(n) }), "/callback_id"],
  ["external_id", 255, (n) => modal([], { external_id: x(n) }), "/external_id"],
])("the %s of a modal has at most %i characters", (_what, limit, build, pointer) => {
  expect(validateView(build(limit))).toBeNull();
  expect(validateView(build(limit + 1))).toEqual({
    error: "invalid_arguments",
    messages: [failed, `[ERROR] must be less than ${limit + 1} characters [json-pointer:/view${pointer}]`],
  });
});

test.each([
  ["modal", modal],
  ["home", home],
])("a %s has at most 100 blocks", (_type, build) => {
  expect(validateView(build(dividers(100)))).toBeNull();
  expect(validateView(build(dividers(101)))?.messages).toContain(
    "[ERROR] no more than 100 items allowed [json-pointer:/view/blocks]",
  );
});

test("all missing fields are named at once", () => {
  expect(validateView({ type: "modal" })).toEqual({
    error: "invalid_arguments",
    messages: [
      failed,
      "[ERROR] missing required field: blocks [json-pointer:/view]",
      "[ERROR] missing required field: title [json-pointer:/view]",
    ],
  });
});

test.each<[rule: string, view: unknown, line: string]>([
  ["a view is an object", "modal", "must provide an object [json-pointer:/view]"],
  ["a view is required", undefined, "must provide an object [json-pointer:/view]"],
  ["a view has a type", { blocks: [] }, "missing required field: type [json-pointer:/view]"],
  [
    "a view is a modal or a home",
    { type: "dialog", blocks: [] },
    "unsupported type: dialog [json-pointer:/view/type]",
  ],
  [
    "a modal has known properties",
    modal([], { submit_disabled: true }),
    "invalid additional property: submit_disabled [json-pointer:/view]",
  ],
  [
    "a home has no title",
    { ...home([]), title: plain("a") },
    "invalid additional property: title [json-pointer:/view]",
  ],
  [
    "a title is plain text",
    modal([], { title: { type: "mrkdwn", text: "a" } }),
    "must be a valid enum value [json-pointer:/view/title/type]",
  ],
  [
    "a flag is a boolean",
    modal([], { notify_on_close: "true" }),
    "must be a boolean [json-pointer:/view/notify_on_close]",
  ],
  ["blocks are a list", modal([], { blocks: {} }), "must provide an array [json-pointer:/view/blocks]"],
])("%s", (_rule, view, line) => {
  const problem = validateView(view);
  expect(problem?.error).toBe("invalid_arguments");
  expect(problem?.messages).toContain(`[ERROR] ${line}`);
});

test("a modal with an input has a submit button", () => {
  const { submit: _, ...view } = modal([{ type: "divider" }, sampleBlocks().input]);
  expect(validateView(view)).toEqual({
    error: "invalid_arguments",
    messages: [
      "[ERROR] must define `submit` to use an `input` block in modals [json-pointer:/view/blocks/1/input]",
    ],
  });
  expect(validateView({ ...view, blocks: [{ type: "divider" }] })).toBeNull();
});

test("a home with an input needs no submit button", () => {
  expect(validateView(home([sampleBlocks().input]))).toBeNull();
});

test("a block_id is unique within a view", () => {
  const input = { ...sampleBlocks().input, block_id: "name" };
  expect(validateView(modal([input, input]))?.messages).toEqual([
    "[ERROR] `block_id` name already exists [json-pointer:/view/blocks/1/block_id]",
  ]);
});

test("an action_id is unique within a block of a view", () => {
  const button = { type: "button", action_id: "go", text: plain("Go") };
  expect(validateView(home([{ type: "actions", elements: [button, button] }]))?.messages).toEqual([
    "[ERROR] `action_id` go already exists in this block [json-pointer:/view/blocks/0/elements/1/action_id]",
  ]);
});

test("at most one element of a view asks for the focus", () => {
  const focused = {
    type: "input",
    label: plain("a"),
    element: { type: "users_select", focus_on_load: true },
  };
  expect(validateView(modal([focused]))).toBeNull();
  expect(validateView(modal([focused, focused]))?.messages).toEqual([
    "[ERROR] only one element may set `focus_on_load` [json-pointer:/view/blocks/1/element/focus_on_load]",
  ]);
});

test("a view of more than 250 kB is refused as view_too_large", () => {
  const option = { text: plain("é".repeat(75)), value: x(75), description: plain(x(75)) };
  const select = { type: "static_select", options: Array.from({ length: 100 }, () => option) };
  const inputs = (count: number) =>
    Array.from({ length: count }, () => ({ type: "input", label: plain("a"), element: select }));
  expect(validateView(modal(inputs(5)))).toBeNull();
  expect(validateView(modal(inputs(10)))?.error).toBe("view_too_large");
});

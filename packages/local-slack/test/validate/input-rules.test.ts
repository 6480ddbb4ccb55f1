import { expect, test } from "vitest";
import { validateView } from "../../src/validate/index.ts";
import { input, type Rule } from "./builders.ts";
import { modal, plain, sampleBlocks, sampleElements, type Json } from "./samples.ts";

const number = (rest: Json) => input("number_input", { is_decimal_allowed: false, ...rest });

const rules: Rule[] = [
  [
    "a number input says whether decimals are allowed",
    { type: "input", label: plain("a"), element: { type: "number_input" } },
    "missing required field: is_decimal_allowed [json-pointer:/view/blocks/0/element]",
  ],
  [
    "a number input's bounds are strings",
    number({ min_value: 1 }),
    "must provide a string [json-pointer:/view/blocks/0/element/min_value]",
  ],
  [
    "a number input's bounds are numerals",
    number({ max_value: "ten" }),
    "[json-pointer:/view/blocks/0/element/max_value]",
  ],
  [
    "a whole number input's bounds are whole",
    number({ min_value: "0.5" }),
    "must be an integer [json-pointer:/view/blocks/0/element/min_value]",
  ],
  [
    "a number input's minimum is not above its maximum",
    number({ min_value: "20", max_value: "9" }),
    "must be less than `max_value` [json-pointer:/view/blocks/0/element/min_value]",
  ],
  [
    "a number input does not start below its minimum",
    number({ min_value: "2", initial_value: "1" }),
    "must be greater than `min_value` [json-pointer:/view/blocks/0/element/initial_value]",
  ],
  [
    "a number input does not start above its maximum",
    number({ max_value: "20", initial_value: "100" }),
    "must be less than `max_value` [json-pointer:/view/blocks/0/element/initial_value]",
  ],
  [
    "a text input's minimum length is not above its maximum",
    { type: "input", label: plain("a"), element: { type: "plain_text_input", min_length: 5, max_length: 4 } },
    "must be less than `max_length` [json-pointer:/view/blocks/0/element/min_length]",
  ],
  [
    "a dispatch configuration names known triggers",
    {
      type: "input",
      label: plain("a"),
      element: { type: "plain_text_input", dispatch_action_config: { trigger_actions_on: ["on_blur"] } },
    },
    "must be a valid enum value [json-pointer:/view/blocks/0/element/dispatch_action_config/trigger_actions_on/0]",
  ],
  [
    "an input has a label",
    { type: "input", element: sampleElements().users_select },
    "missing required field: label [json-pointer:/view/blocks/0]",
  ],
  [
    "an input has an element",
    { type: "input", label: plain("a") },
    "missing required field: element [json-pointer:/view/blocks/0]",
  ],
  [
    "a flag is a boolean",
    { ...sampleBlocks().input, optional: "yes" },
    "must be a boolean [json-pointer:/view/blocks/0/optional]",
  ],
  [
    "an alert has a known level",
    { type: "alert", text: plain("a"), level: "fatal" },
    "must be a valid enum value [json-pointer:/view/blocks/0/level]",
  ],
];

test.each(rules)("%s", (_rule, block, line) => {
  const problem = validateView(modal([block]));
  expect(problem?.error).toBe("invalid_arguments");
  expect(problem?.messages.join("\n")).toContain(line);
});

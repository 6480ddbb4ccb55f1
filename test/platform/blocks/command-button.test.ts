import { expect, test } from "vitest";
import { actions } from "../../../src/platform/blocks/button.ts";
import {
  commandButton,
  choiceHere,
  commandButtonAfter,
  commandMenu,
  commandOf,
  commandSelect,
} from "../../../src/platform/blocks/command-button.ts";
import { reply } from "../../../src/platform/blocks/reply.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";

test("a button runs its command, however long it is", () => {
  const command = `backups ${"x".repeat(300)}`;
  const { action_id, value } = commandButton("Backups", command);
  expect(action_id).toHaveLength(255);
  expect(commandOf({ action_id: action_id ?? "", value })).toBe(command);
});

test("a choice in a select runs its command with the chosen value", () => {
  const options = [
    { text: "Monday", value: "7f3b" },
    { text: "Tuesday", value: "8a1b" },
  ];
  const { action_id = "" } = commandSelect({
    placeholder: "Another day",
    command: "backups restore",
    options,
  });
  expect(commandOf({ action_id, selected_option: { value: "8a1b" } })).toBe("backups restore 8a1b");
});

test("a choice is inserted at the mark in the command, whatever its text", () => {
  const options = [
    { text: "Change", value: "tiles change" },
    { text: "Remove", value: "$& {choice}" },
  ];
  const menu = commandMenu(`${choiceHere} d1 t1 orders prod`, options);
  const { action_id = "" } = menu;
  expect(commandOf({ action_id, selected_option: { value: "tiles change" } })).toBe(
    "tiles change d1 t1 orders prod",
  );
  expect(commandOf({ action_id, selected_option: { value: "$& {choice}" } })).toBe(
    "$& {choice} d1 t1 orders prod",
  );
  expect(validateMessage({ text: "t", blocks: [actions([menu])] })).toBeNull();
});

function chosen({ action_id = "" }: { action_id?: string }, value: string): unknown {
  return JSON.parse(commandOf({ action_id, selected_option: { value } }));
}

test("a choice gives a call its argument, or is the call", () => {
  const options = [{ text: "Monday", value: "7f3b" }];
  const select = commandSelect({
    placeholder: "Another day",
    command: { call: "backups_show", args: { service: "orders" }, choice: "backup" },
    options,
  });
  const menu = commandMenu({ args: { tile: 2 }, choice: "call" }, [
    { text: "Remove", value: "tiles_remove" },
  ]);
  expect(chosen(select, "7f3b")).toEqual({
    call: "backups_show",
    args: { service: "orders", backup: "7f3b" },
  });
  expect(chosen(menu, "tiles_remove")).toEqual({ call: "tiles_remove", args: { tile: 2 } });
});

test("a click without a value runs nothing", () => {
  expect(commandOf({ action_id: "run:backups restore", selected_option: null })).toBe("");
});

test("selects and questions are cut to Slack's limits", () => {
  const long = "x".repeat(400);
  const options = Array.from({ length: 150 }, (_, index) => ({ text: long, value: `${index}` }));
  const question = { title: long, text: long, yes: long, no: long };
  const blocks = [
    actions([
      commandSelect({ placeholder: long, command: "a", options }),
      commandButtonAfter(question, long, "b"),
    ]),
  ];
  expect(validateMessage({ text: "t", blocks })).toBeNull();
  expect(validateMessage(reply("t", blocks))).toBeNull();
});

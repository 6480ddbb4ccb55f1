import type { KnownBlock } from "@slack/types";
import { describe, expect, test } from "vitest";
import { validateMessage, validateView } from "../../src/validate/index.ts";
import { home, modal, plain, sampleBlocks, sampleElements, type Json } from "./samples.ts";

const surfaces = ["message", "modal", "home"] as const;
type Surface = (typeof surfaces)[number];

/** The surfaces of each block. By its type, this fails to compile if @slack/types adds a block. */
const blockSurfaces: Record<KnownBlock["type"] | "call" | "data_visualization", string> = {
  actions: "message modal home",
  alert: "modal",
  call: "message",
  card: "message modal home",
  carousel: "message home",
  container: "message",
  context: "message modal home",
  context_actions: "message",
  data_table: "message home",
  data_visualization: "message",
  divider: "message modal home",
  file: "message",
  header: "message modal home",
  image: "message modal home",
  input: "message modal home",
  markdown: "message",
  plan: "message",
  rich_text: "message modal home",
  section: "message modal home",
  table: "message home",
  task_card: "message",
  video: "message modal home",
};

/** The blocks that may have each element. */
const elementHolders: Record<string, string> = {
  button: "section actions card",
  workflow_button: "section actions",
  feedback_buttons: "context_actions",
  icon_button: "context_actions",
  checkboxes: "section actions input",
  radio_buttons: "section actions input",
  overflow: "section actions",
  datepicker: "section actions input",
  timepicker: "section actions input",
  datetimepicker: "actions input",
  static_select: "section actions input",
  multi_static_select: "section actions input",
  external_select: "section actions input",
  multi_external_select: "section actions input",
  users_select: "section actions input",
  multi_users_select: "section actions input",
  conversations_select: "section actions input",
  multi_conversations_select: "section actions input",
  channels_select: "section actions input",
  multi_channels_select: "section actions input",
  plain_text_input: "input",
  email_text_input: "input",
  url_text_input: "input",
  number_input: "input",
  file_input: "input",
  rich_text_input: "actions input",
  image: "section context",
};

const modalOnly = new Set(["email_text_input", "url_text_input", "number_input", "file_input"]);
const messageOnly = new Set(["feedback_buttons", "icon_button"]);

const holders: Record<string, (element: unknown) => Json> = {
  section: (element) => ({ type: "section", text: plain("Text"), accessory: element }),
  actions: (element) => ({ type: "actions", elements: [element] }),
  input: (element) => ({ type: "input", label: plain("Label"), element }),
  context: (element) => ({ type: "context", elements: [element] }),
  context_actions: (element) => ({ type: "context_actions", elements: [element] }),
  card: (element) => ({ type: "card", title: plain("Title"), actions: [element] }),
};

const unsupported = /^\[ERROR\] unsupported type: \S+ \[json-pointer:.*\/type\]$/m;

describe.each(surfaces)("on the surface %s", (surface) => {
  test.each(Object.entries(blockSurfaces))("the block %s is accepted if shown there: %s", (type, shown) => {
    const lines = linesOn(surface, sampleBlocks()[type]);
    expect(unsupported.test(lines)).toBe(!shown.split(" ").includes(surface));
    expect(lines === "").toBe(shown.split(" ").includes(surface));
  });

  test.each(pairs())("the element %s in the block %s is accepted if shown there", (type, holder) => {
    const lines = linesOn(surface, holders[holder]?.(sampleElements()[type]));
    expect(unsupported.test(lines)).toBe(!isShown(type, holder, surface));
    expect(lines === "").toBe(isShown(type, holder, surface));
  });
});

test("every sample's type is in the tables", () => {
  expect(Object.keys(sampleBlocks()).sort()).toEqual(Object.keys(blockSurfaces).sort());
  expect(Object.keys(sampleElements()).sort()).toEqual(Object.keys(elementHolders).sort());
});

function isShown(type: string, holder: string, surface: Surface): boolean {
  if (modalOnly.has(type) && surface !== "modal") return false;
  if (messageOnly.has(type) && surface !== "message") return false;
  return elementHolders[type]?.split(" ").includes(holder) === true;
}

function pairs(): [type: string, holder: string][] {
  return Object.keys(elementHolders).flatMap((type) =>
    Object.keys(holders).map((holder): [string, string] => [type, holder]),
  );
}

function linesOn(surface: Surface, block: unknown): string {
  const problem =
    surface === "message"
      ? validateMessage({ text: "Text", blocks: [block] })
      : validateView(surface === "modal" ? modal([block]) : home([block]));
  return problem?.messages.join("\n") ?? "";
}

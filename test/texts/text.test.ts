import { expect, test } from "vitest";
import { foldText, textsIn } from "./text.ts";

test("texts of a view are found at any depth, and ids are not texts", () => {
  const view = {
    type: "modal",
    callback_id: "notice",
    title: { type: "plain_text", text: "Title" },
    blocks: [{ type: "image", alt_text: "Costs", image_url: "http://127.0.0.1/a.png", block_id: "b" }],
    errors: { name: "Enter a name." },
  };
  expect(textsIn(view)).toEqual(["Title", "Costs", "Enter a name."]);
});

test("two texts that differ in numbers, people, moments and quoted names alone are one", () => {
  const one = foldText("<@U01> made 1.5 of “orders” at <!date^1700000000^{time}|10:00>\u0000");
  expect(foldText("<@U02> made 22 of “web” at <!date^1800000000^{time}|11:00>\u0000")).toEqual(one);
});

test("each line with a word is a text of its own", () => {
  expect(foldText("Two lines\n12 s\nof text")).toEqual(["Two lines", "of text"]);
});

test("lines with the hostile names of tests are left out", () => {
  const lines = ["Added *@\u2060channel @\u2060here*.", `Added *${"x".repeat(300)}*.`, "Added *orders*."];
  expect(foldText(lines.join("\n"))).toEqual(["Added *orders*."]);
});

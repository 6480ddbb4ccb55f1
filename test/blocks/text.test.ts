import { describe, expect, it } from "vitest";
import { actions, button, confirmation } from "../../src/blocks/button.ts";
import { card } from "../../src/blocks/card.ts";
import { context, divider, fields, header, plainText, section } from "../../src/blocks/text.ts";
import { validateMessage } from "../../src/sandbox/slack/validate/index.ts";

const long = "orders & prod ".repeat(400);

describe("text blocks", () => {
  it("are taken by Slack however long their texts are", () => {
    const facts = Array.from({ length: 12 }, (_, index) => ({
      label: `Fact ${index}`,
      value: "a".repeat(500),
    }));
    const texts: [string, ...string[]] = ["a", ...Array.from({ length: 14 }, () => "b")];
    expect(validateMessage({ text: "t", blocks: [header(long), section(long), divider()] })).toBeNull();
    expect(validateMessage({ text: "t", blocks: [fields(facts), context(...texts)] })).toBeNull();
  });

  it("leave short texts as they are", () => {
    expect(section("*a*")).toEqual({ type: "section", text: { type: "mrkdwn", text: "*a*" } });
    expect(plainText("Create")).toEqual({ type: "plain_text", text: "Create" });
  });

  it("show a fact as its label over its value", () => {
    expect(fields([{ label: "Region", value: "eu-west-1" }]).fields).toEqual([
      { type: "mrkdwn", text: "*Region*\neu-west-1" },
    ]);
  });
});

describe("buttons", () => {
  it("carry an id as their value and ask before they do something grave", () => {
    const confirm = confirmation({
      title: "Delete?",
      text: "It is gone then.",
      confirm: "Delete",
      deny: "Keep",
    });
    const deletion = button({ text: "Delete", actionId: "delete", value: "b1", style: "danger", confirm });
    expect(deletion).toMatchObject({ type: "button", action_id: "delete", value: "b1", style: "danger" });
    expect(validateMessage({ text: "t", blocks: [actions([deletion], "row")] })).toBeNull();
  });

  it("are cut to 25 in a row, with texts of at most 75 characters", () => {
    const many = Array.from({ length: 30 }, (_, index) => button({ text: long, actionId: `a${index}` }));
    expect(actions(many).elements).toHaveLength(25);
    expect(validateMessage({ text: "t", blocks: [actions(many)] })).toBeNull();
  });
});

describe("card", () => {
  it("has a title alone where nothing else is given", () => {
    expect(card({ title: "orders prod" })).toEqual([section("*orders prod*")]);
  });

  it("has body, facts, buttons and small print in this order", () => {
    const blocks = card({
      title: "orders prod",
      body: "Running.",
      facts: [{ label: "Region", value: "eu-west-1" }],
      buttons: [button({ text: "Backups", actionId: "backups" })],
      note: "Asked for by Ada",
    });
    expect(blocks.map(({ type }) => type)).toEqual(["section", "section", "actions", "context"]);
    expect(validateMessage({ text: "t", blocks })).toBeNull();
  });
});
